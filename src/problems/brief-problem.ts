import type { Problem } from './problem.ts'

/** A quoted value, or a word. */
const part = /"[^"]*"|[^\s"]+/g
/** A part with more characters is shortened in its middle. */
const longestPart = 120
/** Longest sentence, in characters. */
const longest = 1_000

/** The problem with long values shortened in its sentences; the code frame still shows where they are. */
export function briefProblem(problem: Problem): Problem {
  const message = briefText(problem.message)
  const fix = problem.fix === null ? null : briefText(problem.fix)
  const words = problem.related && briefText(problem.related.message)
  const isBrief = message === problem.message && fix === problem.fix && words === (problem.related?.message ?? null)
  if (isBrief) return problem
  return { ...problem, message, fix, related: problem.related && { ...problem.related, message: words ?? '' } }
}

function briefText(text: string): string {
  if (text.length <= longestPart) return text
  const brief = text.replace(part, (found) => {
    const characters = found.length <= longestPart ? [] : Array.from(found)
    return characters.length <= longestPart ? found : [...characters.slice(0, 60), '…', ...characters.slice(-30)].join('')
  })
  return brief.length <= longest ? brief : `${brief.slice(0, longest - 1).toWellFormed()}…`
}

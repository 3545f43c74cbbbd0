import { hash } from 'node:crypto'
import { sentenceOf } from '../problems/fold-problems.ts'
import type { Problem } from '../problems/problem.ts'
import type { PlacedSources } from './problem-place.ts'

/**
 * A fingerprint for each problem, by which a service recognizes it in the next run: a hash of the rule, the file, the message and the
 * text of the line, so that it does not change when the line moves. The second of several equal ones ends in `:2`.
 */
export function problemPrints(problems: readonly Problem[], { textOf, folder }: PlacedSources): string[] {
  const seen = new Map<string, number>()
  return problems.map((problem) => {
    const { rule, at } = problem
    const print = hash('sha256', JSON.stringify([rule, folder, at.file, sentenceOf(problem), lineOf(textOf(at.file), at.start)])).slice(
      0,
      32,
    )
    const count = (seen.get(print) ?? 0) + 1
    seen.set(print, count)
    return `${print}:${count}`
  })
}

/** Most characters of a line that are hashed. */
const longestLine = 1_000

function lineOf(text: string, offset: number): string {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', start)
  return text.slice(start, Math.min(end < 0 ? text.length : end, start + longestLine)).trim()
}

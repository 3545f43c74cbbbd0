import type { SourceSpan } from '../source/source.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { meantSentence } from '../documents/meant-sentence.ts'
import type { Problem } from '../problems/problem.ts'
import { pagePath } from '../problems/problem-pages.ts'
import { areaIndex } from '../source/span-index.ts'
import { rulePages } from './check-rules.ts'

const comment = /(^|[\t ])#[\t ]*planogram-ignore:[\t ]*([a-z][a-z\d-]*(?:[\t ]*,[\t ]*[a-z][a-z\d-]*)*)/
/** A key whose value begins on the next line; an anchor or a tag may come between. */
const blockKey = /:(?:[\t ]+[&!][^\s#]+)*[\t ]*(?:[\t ]#.*)?\r?$/

/** One rule that a comment `# planogram-ignore: <rule>` names. */
interface Ignore {
  readonly rule: string
  /** The name of the rule. */
  readonly at: SourceSpan
  /** The line of the comment, or the next line where the comment has a line of its own, with everything below a key on it. */
  readonly start: number
  readonly end: number
}

export interface Ignorable {
  readonly problems: readonly Problem[]
  /** The text of each document. */
  readonly texts: ReadonlyMap<string, string>
  /** Every entry of the documents, from its key to its end; called only where there is a comment. */
  readonly entries: () => readonly SourceSpan[]
}

/**
 * The problems without the warnings that a comment silences: on the line of the warning or above it, or on the first line of
 * the entry that it is in. A comment that names no rule, or a rule that cannot be ignored, is a problem itself.
 */
export function withoutIgnored({ problems, texts, entries }: Ignorable): Problem[] {
  const ignores = [...texts].flatMap(([file, text]) => (text.includes('planogram-ignore') ? ignoresIn(file, text) : []))
  if (ignores.length === 0) return [...problems]
  const areas = areasOf(ignores, entries())
  const isIgnored = ({ rule, severity, at }: Problem): boolean => severity === 'warning' && (areas.get(rule)?.(at) ?? false)
  return [...problems.filter((problem) => !isIgnored(problem)), ...ignores.flatMap(faultOf)]
}

function canIgnore(id: string): boolean {
  return rulePages.some((rule) => rule.id === id && rule.ignorable === true)
}

function ignoresIn(file: string, text: string): Ignore[] {
  const ignores: Ignore[] = []
  let pending: Ignore[] = []
  const lines = linesOf(text)
  for (const [index, { line, start, end }] of lines.entries()) {
    const found = namesIn(line).map(({ rule, index }): Ignore => {
      const at = { file, start: start + index, end: start + index + rule.length }
      return { rule, at, start, end }
    })
    if (isContent(line)) {
      const below = found.length + pending.length > 0 ? endBelow(lines, index) : end
      for (const ignore of found) ignores.push({ ...ignore, end: below })
      for (const ignore of pending) ignores.push({ ...ignore, start: lineStart(line, start), end: below })
      pending = []
    } else pending.push(...found)
  }
  return [...ignores, ...pending]
}

interface Line {
  readonly line: string
  readonly start: number
  readonly end: number
}

function linesOf(text: string): Line[] {
  let start = 0
  return text.split('\n').map((line) => {
    const own = { line, start, end: start + line.length }
    start = own.end + 1
    return own
  })
}

function isContent(line: string): boolean {
  return line.trim() !== '' && !line.trimStart().startsWith('#')
}

/** The end of the last line that is indented more than the key of a line, or is an item of its list. */
function endBelow(lines: readonly Line[], index: number): number {
  const { line = '', end = 0 } = lines[index] ?? {}
  if (!blockKey.test(line)) return end
  const depth = lineStart(line, 0)
  const isBelow = (other: string): boolean =>
    !isContent(other) || lineStart(other, 0) > depth || (lineStart(other, 0) === depth && /^\s*-\s/.test(other))
  let last = index
  while (last + 1 < lines.length && isBelow(lines[last + 1]?.line ?? '')) last += 1
  return lines[last]?.end ?? end
}

function lineStart(line: string, start: number): number {
  return start + (line.length - line.trimStart().length)
}

function namesIn(line: string): { rule: string; index: number }[] {
  const match = comment.exec(line)
  const list = match?.[2] ?? ''
  const from = (match?.index ?? 0) + (match?.[0].length ?? 0) - list.length
  return [...list.matchAll(/[a-z][a-z\d-]*/g)].map(({ 0: rule, index }) => ({ rule, index: from + index }))
}

/** Where each rule is ignored: on the lines of its comments, and in every entry whose key is on such a line. */
function areasOf(ignores: readonly Ignore[], entries: readonly SourceSpan[]): ReadonlyMap<string, (at: SourceSpan) => boolean> {
  const byRule = Map.groupBy(
    ignores.filter(({ rule }) => canIgnore(rule)),
    ({ rule }) => rule,
  )
  return new Map(
    [...byRule].map(([rule, own]) => {
      const lines = own.map(({ at: { file }, start, end }) => ({ file, start, end }))
      return [rule, areaIndex([...lines, ...entries.filter(areaIndex(lines))])]
    }),
  )
}

function faultOf({ rule, at }: Ignore): Problem[] {
  if (canIgnore(rule)) return []
  const known = rulePages.filter(({ ignorable }) => ignorable === true).map(({ id }) => id)
  const exists = rulePages.some(({ id }) => id === rule)
  const message = exists ? `the rule ${rule} cannot be ignored` : `there is no rule "${rule}" to ignore`
  const fix = exists
    ? `Fix the problem; ${pagePath(rule)} describes how.`
    : (meantSentence(rule, known) ?? 'docs/rules.md lists the rules.')
  return [makeProblem({ rule: 'ignore-unknown', severity: 'warning', at, message, fix })]
}

import type { SourceSpan } from '../source/source.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { meantSentence } from '../documents/meant-sentence.ts'
import type { Problem } from '../problems/problem.ts'
import { areaIndex } from '../source/span-index.ts'
import { rulePages } from './rule-pages.ts'

const comment = /(^|[\t ])#[\t ]*planogram-ignore:[\t ]*([a-z][a-z\d-]*(?:[\t ]*,[\t ]*[a-z][a-z\d-]*)*)/
/** A key whose value begins on the next line; an anchor or a tag may stand between. */
const blockKey = /:(?:[\t ]+[&!][^\s#]+)*[\t ]*(?:[\t ]#.*)?\r?$/

/** A comment `# planogram-ignore: <rule>` as it was found. */
interface Ignore {
  readonly rule: string
  /** Where the name of the rule stands. */
  readonly at: SourceSpan
  /** The line that it is about, its own or the next one where it has its line for itself, and what stands below a key on that line. */
  readonly start: number
  readonly end: number
}

export interface Ignorable {
  readonly problems: readonly Problem[]
  /** The text of each document. */
  readonly texts: ReadonlyMap<string, string>
  /** Every entry of the documents, from its key to its end; asked for where there is a comment. */
  readonly entries: () => readonly SourceSpan[]
}

/**
 * The problems without the warnings that a comment silences: on the line of the warning or above it, or on the first line of
 * the entry that it stands in. A comment that names no rule, or one that cannot be silenced, is a problem itself.
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
  let waiting: Ignore[] = []
  const lines = linesOf(text)
  for (const [index, { line, start, end }] of lines.entries()) {
    const found = namesIn(line).map(({ rule, index }): Ignore => {
      const at = { file, start: start + index, end: start + index + rule.length }
      return { rule, at, start, end }
    })
    if (isContent(line)) {
      const below = found.length + waiting.length > 0 ? endBelow(lines, index) : end
      for (const ignore of found) ignores.push({ ...ignore, end: below })
      for (const ignore of waiting) ignores.push({ ...ignore, start: lineStart(line, start), end: below })
      waiting = []
    } else waiting.push(...found)
  }
  return [...ignores, ...waiting]
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

/** The end of the last line that stands deeper than the key of a line, or is an item of its list. */
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

/** Where each rule is silent: on the lines of its comments, and in all of an entry whose key stands on such a line. */
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
  const fix = exists ? 'Mend what it finds; docs/rules.md says how.' : (meantSentence(rule, known) ?? 'docs/rules.md lists the rules.')
  return [makeProblem({ rule: 'ignore-unknown', severity: 'warning', at, message, fix })]
}

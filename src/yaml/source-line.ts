/** One line of a text, without its line break. */
export interface SourceLine {
  readonly start: number
  readonly end: number
  /** How many spaces it begins with. */
  readonly indent: number
  /** What stands behind them. */
  readonly words: string
  /** Its key, where the line begins with one: `title` of `title: Mug` and of `- title: Mug`. */
  readonly key: string | undefined
  /** What stands behind the key and its colon. */
  readonly value: string
}

/** The line that an offset stands in. */
export function lineAt(text: string, offset: number): SourceLine {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  const next = text.indexOf('\n', offset)
  const end = next < 0 ? text.length : next
  const line = text.slice(start, end).trimEnd()
  const words = line.trimStart()
  const [head, key] = /^(?:- +)*([^\s:#'"{}[\],&*!|>%@`-][^\s:]*|'[^']*'|"[^"]*"):(?=\s|$)/.exec(words) ?? []
  const value = head === undefined ? '' : words.slice(head.length).trim()
  return { start, end: start + line.length, indent: line.length - words.length, words, key, value }
}

/** The nearest line above or below that says something. */
export function lineBeside(text: string, { start, end }: SourceLine, way: 'above' | 'below'): SourceLine | undefined {
  let at = way === 'above' ? start - 1 : text.indexOf('\n', end) + 1
  while (way === 'above' ? at >= 0 : at > 0 && at < text.length) {
    const line = lineAt(text, at)
    if (line.words !== '' && !line.words.startsWith('#')) return line
    at = way === 'above' ? line.start - 1 : text.indexOf('\n', line.end) + 1
  }
  return undefined
}

/** The first character of a line that is no space, for an offset in the spaces before it; else the offset. */
export function firstOnLine(text: string, offset: number): number {
  const { start, end, indent } = lineAt(text, offset)
  return Math.min(Math.max(offset, start + indent), Math.max(end, offset))
}

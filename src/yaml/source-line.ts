/** One line of a text, without its line break. */
export interface SourceLine {
  readonly start: number
  readonly end: number
  /** Number of leading spaces. */
  readonly indent: number
  /** The line without its indentation and trailing spaces. */
  readonly content: string
  /** Its key, where the line begins with one: `title` of `title: Mug` and of `- title: Mug`. */
  readonly key: string | undefined
  /** The text after the key and its colon; empty where there is none. */
  readonly value: string
}

/** The line that contains an offset. */
export function lineAt(text: string, offset: number): SourceLine {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  const next = text.indexOf('\n', offset)
  const end = next < 0 ? text.length : next
  const line = text.slice(start, end).trimEnd()
  const content = line.trimStart()
  const [head, key] = /^(?:- +)*([^\s:#'"{}[\],&*!|>%@`-][^\s:]*|'[^']*'|"[^"]*"):(?=\s|$)/.exec(content) ?? []
  const value = head === undefined ? '' : content.slice(head.length).trim()
  return { start, end: start + line.length, indent: line.length - content.length, content, key, value }
}

/** The nearest line above or below that is neither blank nor a comment. */
export function lineBeside(text: string, { start, end }: SourceLine, direction: 'above' | 'below'): SourceLine | undefined {
  let at = direction === 'above' ? start - 1 : text.indexOf('\n', end) + 1
  while (direction === 'above' ? at >= 0 : at > 0 && at < text.length) {
    const line = lineAt(text, at)
    if (line.content !== '' && !line.content.startsWith('#')) return line
    at = direction === 'above' ? line.start - 1 : text.indexOf('\n', line.end) + 1
  }
  return undefined
}

/** The first character of the line that is not a space, for an offset in its indentation; else the offset itself. */
export function firstOnLine(text: string, offset: number): number {
  const { start, end, indent } = lineAt(text, offset)
  return Math.min(Math.max(offset, start + indent), Math.max(end, offset))
}

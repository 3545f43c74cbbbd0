import { afterSpaces, code, endOfLine, isLineEnd } from './characters.ts'
import { addScalar, type Scan, tapeKind } from './scan.ts'
import { skipLines } from './skip.ts'

/**
 * A block text (`|` or `>`) of a collection at column `indent`. Declined: an explicit indentation, `+`, an empty text, tabs before
 * it, and the end of the file without a line end.
 */
export function scanBlockScalar(scan: Scan, indent: number): boolean {
  const { text, at: start } = scan
  const header = headerEnd(text, start)
  if (header < 0) return false
  const column = contentColumn(text, header)
  if (column <= indent) return false
  const end = contentEnd(text, header, column)
  if (end < 0) return false
  scan.at = end
  addScalar(scan, tapeKind.other, start)
  return skipLines(scan, Infinity)
}

/** The offset after the line of the header, or -1. */
function headerEnd(text: string, start: number): number {
  const sign = text.charCodeAt(start + 1) === code.dash ? start + 2 : start + 1
  const at = afterSpaces(text, sign)
  const isComment = text.charCodeAt(at) === code.hash && at > sign
  return isComment || isLineEnd(text, at) ? endOfLine(text, at) : -1
}

/** The column of the first line that is not blank; -1 where it begins with a tab, and where a blank line before it is longer. */
function contentColumn(text: string, header: number): number {
  let longest = 0
  for (let line = header; ;) {
    const at = afterSpaces(text, line)
    const column = at - line
    if (!isLineEnd(text, at)) return text.charCodeAt(at) > code.space && column >= longest ? column : -1
    longest = Math.max(longest, column)
    line = endOfLine(text, at)
  }
}

/** The offset after the last line of the text, without blank lines at its end; -1 where it is the end of the file. */
function contentEnd(text: string, header: number, column: number): number {
  let end = header
  for (let line = header; ;) {
    const at = afterSpaces(text, line)
    if (at >= text.length) return at > line ? -1 : end
    const isBlank = isLineEnd(text, at)
    if (!isBlank && at - line < column) return text.charCodeAt(at) === code.tab ? -1 : end
    const next = text.indexOf('\n', at) + 1
    if (next === 0) return -1
    if (!isBlank || at - line > column) end = next
    line = next
  }
}

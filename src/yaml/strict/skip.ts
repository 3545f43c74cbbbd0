import { afterLineEnd, code, endOfLine, isLineEnd } from './characters.ts'
import type { Scan } from './scan.ts'

/**
 * Moves from the start of a line to the next line that is not a comment. Comments deeper than `indent` directly after a value
 * belong to it, as in the `yaml` package: `end` is after them. Others may belong to a collection (`leaveCollection`).
 */
export function skipLines(scan: Scan, indent: number): boolean {
  const { text } = scan
  let { at } = scan
  let isOwn = true
  scan.end = at
  scan.comment = -1
  for (;;) {
    const line = at
    while (text.charCodeAt(at) === code.space) at += 1
    const column = at - line
    const char = text.charCodeAt(at)
    if (char === code.hash) {
      at = endOfLine(text, at)
      isOwn &&= column > indent
      if (isOwn) scan.end = at
      else scan.comment = Math.max(scan.comment, column)
    } else if (isLineEnd(text, at)) {
      at = afterLineEnd(text, at)
    } else {
      scan.at = at
      scan.column = at < text.length ? column : -1
      return char !== code.tab && char !== code.carriageReturn
    }
  }
}

/** Ends a value of a block collection at column `indent`: only a comment may follow on its line. */
export function endLine(scan: Scan, indent: number): boolean {
  const { text, at: start } = scan
  let at = start
  let char = text.charCodeAt(at)
  while (char === code.space || char === code.tab) char = text.charCodeAt(++at)
  const isComment = char === code.hash && at > start
  if (!isComment && at < text.length && !isLineEnd(text, at)) return false
  scan.at = endOfLine(text, at)
  return skipLines(scan, indent)
}

/** Ends a block collection at column `indent`. A comment at this column or deeper comes after it, and belongs to the enclosing collections. */
export function leaveCollection(scan: Scan, indent: number): void {
  if (indent === 0 || scan.comment < indent) return
  scan.comment = -1
  scan.end = scan.at
}

/**
 * Skips white space and comments inside brackets and braces. Each line is deeper than `indent`, the column of the block collection around
 * them; only the last bracket may be at it. A comment needs a space before it, also at the start of a line, as in the `yaml` package.
 */
export function skipFlow(scan: Scan, indent: number): boolean {
  const { text } = scan
  let { at } = scan
  for (let isBelow = false; ; isBelow = true) {
    const line = at
    while (text.charCodeAt(at) === code.space) at += 1
    const column = at - line
    const char = text.charCodeAt(at)
    if (char === code.hash) {
      if (text.charCodeAt(at - 1) !== code.space) return false
      at = endOfLine(text, at)
    } else if (isLineEnd(text, at)) {
      at = afterLineEnd(text, at)
    } else {
      scan.at = at
      return char !== code.carriageReturn && (!isBelow || column > indent || (column === indent && scan.flow === 1 && isClosing(char)))
    }
  }
}

function isClosing(char: number): boolean {
  return char === code.closeBracket || char === code.closeBrace
}

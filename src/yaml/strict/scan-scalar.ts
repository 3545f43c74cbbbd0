import { afterLineEnd, afterSpaces, code, isFlowSign, isLineEnd } from './characters.ts'
import { addScalar, type Scan, tapeKind } from './scan.ts'

/** An unquoted text of a block collection at column `indent`, also one of several lines. A text that means `null` is declined. */
export function scanPlain(scan: Scan, indent: number): boolean {
  const { text, at: start } = scan
  let kind: number = tapeKind.plain
  let end = plainEnd(text, start)
  while (end >= 0) {
    const next = isLineEnd(text, end) ? continuation(text, end, indent) : -1
    if (next < 0) break
    if (text.charCodeAt(next) === code.tab) return false
    kind = tapeKind.other
    end = plainEnd(text, next)
  }
  return end >= 0 && addPlain(scan, kind, end)
}

/** Where an unquoted text ends on its line, with the space after it; -1 where there is something that it cannot contain. */
function plainEnd(text: string, from: number): number {
  for (let at = from; ; at += 1) {
    const char = text.charCodeAt(at)
    if (char > code.hash && char !== code.colon) continue
    if (char === code.colon) {
      if (!(text.charCodeAt(at + 1) > code.space)) return -1
    } else if (char === code.hash) {
      if (isBlank(text.charCodeAt(at - 1))) return at
    } else if (!(char >= code.space || char === code.tab)) {
      return at >= text.length || isLineEnd(text, at) ? at : -1
    }
  }
}

function isBlank(char: number): boolean {
  return char === code.space || char === code.tab
}

/** Where a text continues after the end of a line; -1 where it does not. Blank lines before a continuation are part of the text. */
function continuation(text: string, from: number, indent: number): number {
  for (let line = from; ;) {
    const at = afterSpaces(text, line)
    if (!isLineEnd(text, at)) return at - line > indent && text.charCodeAt(at) !== code.hash && at < text.length ? at : -1
    line = afterLineEnd(text, at)
  }
}

/** Adds the text between `at` and the space before `limit`. */
function addPlain(scan: Scan, kind: number, limit: number): boolean {
  const { text, at: start } = scan
  let end = limit
  while (isBlank(text.charCodeAt(end - 1))) end -= 1
  const length = end - start
  if (length === 1 && text.charCodeAt(start) === tilde) return false
  if (length === 4 && /^(?:null|Null|NULL)$/.test(text.slice(start, end))) return false
  scan.at = end
  addScalar(scan, kind, start)
  return true
}

const tilde = 0x7e

/** An unquoted text inside brackets or braces, on one line. */
export function scanFlowPlain(scan: Scan): boolean {
  const { text } = scan
  for (let { at } = scan; ; at += 1) {
    const char = text.charCodeAt(at)
    if (!(char >= code.space) || isFlowSign(char)) return addPlain(scan, tapeKind.plain, at)
    if (char === code.colon && !isInside(text.charCodeAt(at + 1))) return false
    if (char === code.hash && text.charCodeAt(at - 1) === code.space) return addPlain(scan, tapeKind.plain, at)
  }
}

/** True for a character after a colon that makes both a part of a text. */
export function isInside(char: number): boolean {
  return char > code.space && !isFlowSign(char)
}

/** A quoted text, also one of several lines, which are deeper than `indent`. */
export function scanQuoted(scan: Scan, indent: number): boolean {
  const { at: start, text } = scan
  const quote = text.charCodeAt(start)
  const isDouble = quote === code.doubleQuote
  let kind: number = tapeKind.quoted
  let at = start + 1
  for (;;) {
    const char = text.charCodeAt(at)
    if (char === quote) {
      if (isDouble || text.charCodeAt(at + 1) !== quote) break
      kind = tapeKind.other
      at += 2
    } else if (char === code.backslash && isDouble) {
      const length = escapeLength(text, at + 1)
      if (length < 0) return false
      kind = tapeKind.other
      at += 1 + length
    } else if (char >= code.space || char === code.tab) {
      at += 1
    } else {
      at = nextQuotedLine(text, at, indent)
      if (at < 0) return false
      kind = tapeKind.other
    }
  }
  scan.at = at + 1
  addScalar(scan, kind, start)
  return true
}

/** Where a quoted text continues after the end of a line; -1 where the next line is not deep enough. */
function nextQuotedLine(text: string, from: number, indent: number): number {
  if (!isLineEnd(text, from)) return -1
  const line = afterLineEnd(text, from)
  const at = afterSpaces(text, line)
  return at - line > indent || isLineEnd(text, at) ? at : -1
}

/** The number of characters of an escape after its backslash; -1 where the strict reader declines it. */
function escapeLength(text: string, at: number): number {
  const char = text.charAt(at)
  if (char === 'x') return isHex(text.slice(at + 1, at + 3), 2) ? 3 : -1
  if (char === 'u') return isHex(text.slice(at + 1, at + 5), 4) ? 5 : -1
  return char !== '' && '0abefnrtvN_LP "/\\\t'.includes(char) ? 1 : -1
}

function isHex(text: string, length: number): boolean {
  return text.length === length && /^[0-9a-fA-F]+$/.test(text)
}

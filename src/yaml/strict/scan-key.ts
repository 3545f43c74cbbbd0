import { code, isEmpty, isFlowSign, isQuote, startsPlain } from './characters.ts'
import { addKey, addScalar, type Scan, tapeKind } from './scan.ts'
import { isInside } from './scan-scalar.ts'

/** From here on the keys of a map are looked up in a set. */
const manyKeys = 24
/** YAML allows 1024 characters up to the colon. */
const longestKey = 1000

/** The offset of the colon after a key of a block map; -1 where there is no key at `at`. It is on one line. */
export function blockColon(scan: Scan): number {
  const { text, at: start } = scan
  const char = text.charCodeAt(start)
  if (isQuote(char)) {
    const end = quotedEnd(text, start)
    return text.charCodeAt(end) === code.colon && isEmpty(text.charCodeAt(end + 1)) ? end : -1
  }
  if (!startsPlain(char, text.charCodeAt(start + 1)) || isMarker(scan, char)) return -1
  for (let at = start + 1; ; at += 1) {
    const each = text.charCodeAt(at)
    if (each === code.colon && isEmpty(text.charCodeAt(at + 1))) return tight(text, at)
    if (endsKey(text, at)) return -1
  }
}

/** True where a document starts or ends: `---` or `...` at the start of a line, before white space. */
function isMarker({ text, at, column }: Scan, char: number): boolean {
  if ((char !== code.dash && char !== code.dot) || column !== 0) return false
  return text.charCodeAt(at + 1) === char && text.charCodeAt(at + 2) === char && isEmpty(text.charCodeAt(at + 3))
}

/** The offset of the colon after a key of a map in braces, or -1. */
export function flowColon({ text, at: start }: Scan): number {
  const char = text.charCodeAt(start)
  if (isQuote(char)) {
    const end = quotedEnd(text, start)
    return text.charCodeAt(end) === code.colon ? end : -1
  }
  if (!startsPlain(char, text.charCodeAt(start + 1))) return -1
  for (let at = start + 1; ; at += 1) {
    const each = text.charCodeAt(at)
    const next = each === code.colon ? text.charCodeAt(at + 1) : code.dash
    if (isEmpty(next)) return tight(text, at)
    if (!isInside(next) || isFlowSign(each) || endsKey(text, at)) return -1
  }
}

/** Declines a colon with a space before it. */
function tight(text: string, colon: number): number {
  return text.charCodeAt(colon - 1) === code.space ? -1 : colon
}

/** True where an unquoted key without a colon ends: at the end of its line, and at a comment. */
function endsKey(text: string, at: number): boolean {
  const char = text.charCodeAt(at)
  return !(char >= code.space) || (char === code.hash && text.charCodeAt(at - 1) === code.space)
}

/** The offset after the closing quote of a text without escapes on the same line, or -1. */
function quotedEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start)
  for (let at = start + 1; ; at += 1) {
    const char = text.charCodeAt(at)
    if (char === quote) return text.charCodeAt(at + 1) === quote ? -1 : at + 1
    if (!(char >= code.space) || (char === code.backslash && quote === code.doubleQuote)) return -1
  }
}

/** The keys of one map so far. */
export interface MapKeys {
  /** Where they begin among the keys of the open maps. */
  readonly from: number
  /** Their texts, where there are many. */
  many: Set<string> | undefined
}

/** Adds the key between `at` and the colon, and moves after the colon. Declined: an empty key, `<<`, `__proto__`, and a repeated key. */
export function addMapKey(scan: Scan, keys: MapKeys, colon: number): boolean {
  const { text, at: start } = scan
  const isQuoted = isQuote(text.charCodeAt(start))
  const from = isQuoted ? start + 1 : start
  const to = isQuoted ? colon - 1 : colon
  const length = to - from
  if (length === 0 || length > longestKey) return false
  if (length === 2 && !isQuoted && text.startsWith('<<', from)) return false
  if (length === 9 && text.startsWith('__proto__', from)) return false
  addKey(scan, from, to)
  if (isRepeated(scan, keys)) return false
  scan.at = colon
  addScalar(scan, isQuoted ? tapeKind.quoted : tapeKind.plain, start)
  scan.at += 1
  return true
}

/** True where the last key is one of those before it. */
function isRepeated(scan: Scan, keys: MapKeys): boolean {
  const last = scan.keysUsed - 2
  if (last - keys.from >= 2 * manyKeys) {
    keys.many ??= textsOf(scan, keys.from, last)
    const { size } = keys.many
    return keys.many.add(keyAt(scan, last)).size === size
  }
  for (let index = keys.from; index < last; index += 2) if (isSame(scan, index, last)) return true
  return false
}

/** Compares two keys from the end: they differ there more often. */
function isSame({ text, keys }: Scan, one: number, other: number): boolean {
  const end = keys[one + 1] ?? 0
  const otherEnd = keys[other + 1] ?? 0
  const length = end - (keys[one] ?? 0)
  if (length !== otherEnd - (keys[other] ?? 0)) return false
  for (let back = 1; back <= length; back += 1) {
    if (text.charCodeAt(end - back) !== text.charCodeAt(otherEnd - back)) return false
  }
  return true
}

function textsOf(scan: Scan, from: number, to: number): Set<string> {
  const texts = new Set<string>()
  for (let index = from; index < to; index += 2) texts.add(keyAt(scan, index))
  return texts
}

function keyAt({ text, keys }: Scan, index: number): string {
  return text.slice(keys[index], keys[index + 1])
}

import { code, isEmpty, startsPlain } from './characters.ts'
import { closeCollection, openCollection, type Scan, tapeKind } from './scan.ts'
import { scanBlockScalar } from './scan-block-scalar.ts'
import { deepestRead, scanFlow } from './scan-flow.ts'
import { addMapKey, blockColon, type MapKeys } from './scan-key.ts'
import { scanPlain, scanQuoted } from './scan-scalar.ts'
import { endLine, leaveCollection } from './skip.ts'

/** A block map at column `indent`, from the colon of its first key on. */
export function scanMap(scan: Scan, indent: number, firstColon: number): boolean {
  const place = openCollection(scan, tapeKind.map)
  if (scan.depth > deepestRead) return false
  const keys: MapKeys = { from: scan.keysUsed, many: undefined }
  let count = 0
  for (let colon = firstColon; ; colon = blockColon(scan)) {
    if (colon < 0 || !addMapKey(scan, keys, colon) || !scanEntryValue(scan, indent)) return false
    count += 1
    if (scan.column !== indent) break
  }
  if (scan.column > indent) return false
  scan.keysUsed = keys.from
  closeCollection(scan, place, count)
  leaveCollection(scan, indent)
  return true
}

/** A block list at column `indent`, from its first dash on. The map around it declines a next line that is further to the right. */
function scanList(scan: Scan, indent: number): boolean {
  const place = openCollection(scan, tapeKind.list)
  if (scan.depth > deepestRead) return false
  let count = 0
  do {
    if (!scanItem(scan, indent)) return false
    count += 1
  } while (scan.column === indent && isDash(scan))
  closeCollection(scan, place, count)
  leaveCollection(scan, indent)
  return true
}

function isDash({ text, at }: Scan): boolean {
  return text.charCodeAt(at) === code.dash && isEmpty(text.charCodeAt(at + 1))
}

/** The value after the colon of a key at column `indent`. A list below it may be at the same column. */
function scanEntryValue(scan: Scan, indent: number): boolean {
  if (!toValue(scan)) return false
  if (scan.column < 0) return scanLeaf(scan, indent)
  if (scan.column > indent) return scanBelow(scan, indent)
  return scan.column === indent && isDash(scan) && scanList(scan, indent)
}

/** The value after a dash at column `indent`. */
function scanItem(scan: Scan, indent: number): boolean {
  const dash = scan.at
  scan.at += 1
  if (!toValue(scan)) return false
  if (scan.column >= 0) return scan.column > indent && scanBelow(scan, indent)
  scan.column = indent + scan.at - dash
  return scanNested(scan, indent)
}

/** Moves to the value after a colon or dash: on the same line (`column` is then -1), or on one below. */
function toValue(scan: Scan): boolean {
  const { text, at: start } = scan
  let at = start
  let char = text.charCodeAt(at)
  while (char === code.space) char = text.charCodeAt(++at)
  if (char === code.lineFeed || char === code.carriageReturn || char === code.hash) {
    const isBelow = char !== code.hash || at > start
    scan.at = start
    return isBelow && endLine(scan, Infinity) && scan.column >= 0
  }
  scan.at = at
  scan.column = -1
  return at > start
}

/** The value on a line of its own. `indent` is the column of the collection that it is in. */
function scanBelow(scan: Scan, indent: number): boolean {
  return isAfterGap(scan) && startsText(scan) && blockColon(scan) < 0 ? false : scanNested(scan, indent)
}

/** True after a blank line or a comment: there the `yaml` package can read the lines below a text as part of it. */
function isAfterGap({ text, at, column }: Scan): boolean {
  const line = at - column
  return /^ *(?:#|\r?\n)/.test(text.slice(text.lastIndexOf('\n', line - 2) + 1, line))
}

/** The value at `column`: on its own line, or after a dash. */
function scanNested(scan: Scan, indent: number): boolean {
  if (isDash(scan)) return scanList(scan, scan.column)
  const colon = blockColon(scan)
  return colon < 0 ? scanLeaf(scan, indent) : scanMap(scan, scan.column, colon)
}

function startsText({ text, at }: Scan): boolean {
  return startsPlain(text.charCodeAt(at), text.charCodeAt(at + 1))
}

/** A scalar, or a collection in brackets or braces. */
function scanLeaf(scan: Scan, indent: number): boolean {
  const { text, at } = scan
  const char = text.charCodeAt(at)
  switch (char) {
    case code.doubleQuote:
    case code.singleQuote:
      return scanQuoted(scan, indent) && endLine(scan, indent)
    case code.openBracket:
    case code.openBrace:
      return scanFlow(scan, indent) && endLine(scan, indent)
    case code.pipe:
    case code.greater:
      return scanBlockScalar(scan, indent)
    default:
      return startsText(scan) && scanPlain(scan, indent) && endLine(scan, indent)
  }
}

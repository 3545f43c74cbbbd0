import { code, isQuote, startsPlain } from './characters.ts'
import { closeCollection, openCollection, type Scan, tapeKind } from './scan.ts'
import { addMapKey, flowColon, type MapKeys } from './scan-key.ts'
import { scanFlowPlain, scanQuoted } from './scan-scalar.ts'
import { skipFlow } from './skip.ts'

/** Deepest nesting that is read; somewhat less than what is allowed. */
export const deepestRead = 60

/** A map in braces or a list in brackets, inside a block collection at column `indent`. Declined: a pair in a list, and a key without a value. */
export function scanFlow(scan: Scan, indent: number): boolean {
  const isMap = scan.text.charCodeAt(scan.at) === code.openBrace
  const place = openCollection(scan, isMap ? tapeKind.map : tapeKind.list)
  if (scan.depth > deepestRead) return false
  const from = scan.keysUsed
  scan.flow += 1
  const count = isMap ? scanFlowMap(scan, indent) : scanFlowList(scan, indent)
  if (count < 0) return false
  scan.flow -= 1
  scan.keysUsed = from
  scan.at += 1
  scan.end = scan.at
  closeCollection(scan, place, count)
  return true
}

/** The entries up to the closing brace: how many, or -1. */
function scanFlowMap(scan: Scan, indent: number): number {
  const keys: MapKeys = { from: scan.keysUsed, many: undefined }
  for (let count = 0; ; count += 1) {
    if (!toFlowValue(scan, indent)) return -1
    if (scan.text.charCodeAt(scan.at) === code.closeBrace) return count
    const colon = flowColon(scan)
    if (colon < 0 || !addMapKey(scan, keys, colon) || !skipFlow(scan, indent)) return -1
    if (!scanFlowValue(scan, indent) || !isSeparated(scan, code.closeBrace)) return -1
  }
}

/** The items up to the closing bracket: how many, or -1. */
function scanFlowList(scan: Scan, indent: number): number {
  for (let count = 0; ; count += 1) {
    if (!toFlowValue(scan, indent)) return -1
    if (scan.text.charCodeAt(scan.at) === code.closeBracket) return count
    if (!scanFlowValue(scan, indent) || !isSeparated(scan, code.closeBracket)) return -1
  }
}

/** Moves after the opening bracket or the comma. */
function toFlowValue(scan: Scan, indent: number): boolean {
  const char = scan.text.charCodeAt(scan.at)
  if (char !== code.closeBrace && char !== code.closeBracket) scan.at += 1
  return skipFlow(scan, indent)
}

function isSeparated({ text, at }: Scan, closing: number): boolean {
  const char = text.charCodeAt(at)
  return char === code.comma || char === closing
}

function scanFlowValue(scan: Scan, indent: number): boolean {
  const { text, at } = scan
  const char = text.charCodeAt(at)
  if (char === code.openBrace || char === code.openBracket) return scanFlow(scan, indent) && skipFlow(scan, indent)
  if (isQuote(char)) return scanQuoted(scan, indent) && skipFlow(scan, indent)
  return startsPlain(char, text.charCodeAt(at + 1)) && scanFlowPlain(scan) && skipFlow(scan, indent)
}

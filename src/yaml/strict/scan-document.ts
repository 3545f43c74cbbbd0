import { type Scan, startScan } from './scan.ts'
import { blockColon } from './scan-key.ts'
import { scanMap } from './scan-block.ts'
import { skipLines } from './skip.ts'

const byteOrderMark = 0xfeff

/** The tape of a document, valid until the next one is scanned; `used` of its numbers are filled. */
export type ScannedDocument = Pick<Scan, 'text' | 'tape' | 'used'>

/**
 * Scans a document that is written in the part of YAML that catalogues use: a block map of block maps and lists, collections in braces and
 * brackets, all kinds of scalars, comments. `undefined` where it has anything else, or an error: then the `yaml` package reads it.
 */
export function scanDocument(text: string): ScannedDocument | undefined {
  const scan = startScan(text)
  if (!skipLines(scan, Infinity)) return undefined
  if (scan.column === 0 && /^---\r?\n/.test(text.slice(scan.at, scan.at + 5))) {
    scan.at += 3
    if (!skipLines(scan, Infinity)) return undefined
  }
  if (scan.column !== 0 || text.charCodeAt(scan.at) === byteOrderMark) return undefined
  const colon = blockColon(scan)
  return colon >= 0 && scanMap(scan, 0, colon) && scan.at === text.length ? scan : undefined
}

import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { type Reading, type ReadYaml, readWithLibrary } from './read-with-library.ts'
import { escapeReferences } from './references.ts'
import { scanDocument, type ScannedDocument } from './strict/scan-document.ts'
import { tapeNodes } from './strict/tape-nodes.ts'

/** Largest document: the parser needs a hundred times the memory of the text. */
const mostBytes = 20_000_000

/** The problem of a document that is too large to parse; `size` in bytes or characters. */
export function tooLarge(file: string, size: number): Problem | undefined {
  if (size <= mostBytes) return undefined
  const message = `the document is larger than ${mostBytes / 1_000_000} MB, which takes too much memory to read`
  return makeProblem({
    rule: 'yaml-broken',
    at: { file, start: 0, end: 0 },
    message,
    fix: 'Split it into several documents, such as one for each category.',
  })
}

/**
 * Reads one YAML 1.2 document. Every scalar stays its source text; nothing is merged, constructed or run. Broken YAML, duplicate
 * keys, `null`, merge keys, tags and alias bombs are problems with their place. The tags `!remove` and `!replace` are allowed in an
 * overlay only. A document that the strict reader reads has no problem; the `yaml` package reads the others, and reports how far it is.
 */
export function readYaml(file: string, text: string, how: Reading = {}): ReadYaml {
  const refused = tooLarge(file, text.length)
  if (refused) return { root: null, problems: [refused] }
  const scanned = scanStrictly(text)
  return scanned ? { root: tapeNodes(scanned), problems: [] } : readWithLibrary(file, text, how)
}

/** The tape of a document; `undefined` where the strict reader declines it. */
export function scanStrictly(text: string): ScannedDocument | undefined {
  if (text.includes('\uE000')) return undefined
  const scanned = scanDocument(escapeReferences(text))
  // Places are the same with and without the braces of references.
  return scanned && { text, tape: scanned.tape, used: scanned.used }
}

import { type Document, parseDocument, type YAMLError } from 'yaml'
import { makeProblem } from '../make-problem.ts'
import type { Problem } from '../problem.ts'
import { convertTree } from './convert-tree.ts'
import { coverReferences } from './references.ts'
import type { SourceNode } from './source-node.ts'

/** One YAML text as values with their places; `root` is `null` for an empty document and for broken YAML. */
export interface ReadYaml {
  readonly root: SourceNode | null
  readonly problems: readonly Problem[]
}

/**
 * Reads one YAML 1.2 document. Every scalar stays its source text; nothing is merged, constructed or run. Broken YAML,
 * doubled keys, `null`, merge keys, tags and alias bombs are problems with their place. Only an overlay may say `!remove`
 * and `!replace`.
 */
export function readYaml(file: string, text: string, isOverlay = false): ReadYaml {
  const document = parse(coverReferences(text))
  if (!document) return broken(file, text, { at: 0, message: 'broken YAML: it is nested too deeply to read', fix: 'Write it flatter.' })
  const [error] = document.errors
  if (error) return broken(file, text, explain(error, text))
  if (!document.contents) return { root: null, problems: [] }
  return convertTree({ file, text, contents: document.contents, isOverlay })
}

function parse(text: string): Document.Parsed | undefined {
  try {
    return parseDocument(text, { schema: 'failsafe', merge: false, uniqueKeys: false, prettyErrors: false, logLevel: 'error' })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** One character is marked; at the end of the text, where the library likes to point, none. */
function broken(file: string, text: string, { at, message, fix }: Explained): ReadYaml {
  const start = Math.min(at, text.length)
  const end = Math.min(start + 1, text.length)
  return { root: null, problems: [makeProblem({ rule: 'yaml-broken', at: { file, start, end }, message, fix })] }
}

interface Explained {
  readonly at: number
  readonly message: string
  readonly fix: string
}

/** The first error in words of ours: the library points at the end of the file for an open quote. */
function explain(error: YAMLError, text: string): Explained {
  const [start] = error.pos
  if (text[start] === '\r' && text[start + 1] !== '\n') return { at: start, ...oldLineEnd }
  const fix = fixes[error.code] ?? 'Mend the YAML here; an editor with a YAML plug-in shows it while you type.'
  const message = `broken YAML: ${words[error.code] ?? error.message}`
  if (error.code !== 'MISSING_CHAR' || !error.message.includes('quote')) return { at: start, message, fix }
  const quote = error.message.includes('"') ? '"' : "'"
  const opened = openQuote(text, quote, start)
  return { at: opened, message: `broken YAML: the quote ${quote} that opens here is never closed`, fix: `Close it with ${quote}.` }
}

/** The library speaks of what stands behind it. */
const oldLineEnd = {
  message: 'broken YAML: a line ends here in a carriage return (CR) alone',
  fix: 'Save the file with the line ends of today, \\n or \\r\\n.',
}

/** Our words where the library speaks of itself. */
const words: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'a second document starts here',
  UNEXPECTED_TOKEN: 'this does not belong here',
  RESOURCE_EXHAUSTION: 'it is nested too deeply to read',
}

const fixes: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'Indent with spaces.',
  MULTIPLE_DOCS: 'Write one document per file, without a second ---.',
  RESOURCE_EXHAUSTION: 'Write it flatter.',
  BAD_INDENT: 'Line up the entries of a map, and close every [ and {.',
  BLOCK_AS_IMPLICIT_KEY: 'Put text that holds ": " into quotes, and line up the entries of a map.',
  MULTILINE_IMPLICIT_KEY: 'Every line of a map needs "key: value".',
  BAD_SCALAR_START: 'Put the text into quotes.',
}

/** The quote that is open at the end of a text: quotes count where a value may start, comments are left out. */
function openQuote(text: string, quote: string, end: number): number {
  const token = /(?<=^|[\s,[{:?-])(?:"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*'|#[^\n]*|["'])/g
  for (const match of text.slice(0, end).matchAll(token)) {
    if (match[0] === quote) return match.index
  }
  return end
}

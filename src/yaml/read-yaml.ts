import { type Document, parseDocument } from 'yaml'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { convertTree } from './convert-tree.ts'
import { explainBroken } from './explain-broken.ts'
import type { Explained } from './explained.ts'
import { coverReferences } from './references.ts'
import type { SourceNode } from './source-node.ts'

/** One YAML text as values with their places; `root` is `null` for an empty document and for broken YAML. */
export interface ReadYaml {
  readonly root: SourceNode | null
  readonly problems: readonly Problem[]
}

/** The parser takes a hundred times the room of a text: a larger one would end the program. */
const mostBytes = 20_000_000

/** The problem of a document of so many bytes or characters, where it is too large to be parsed. */
export function tooLarge(file: string, size: number): Problem | undefined {
  if (size <= mostBytes) return undefined
  const message = `the document is larger than ${mostBytes / 1_000_000} MB, which takes too much memory to read`
  return makeProblem({
    rule: 'yaml-broken',
    at: { file, start: 0, end: 0 },
    message,
    fix: 'Cut it into several documents, such as one for each category.',
  })
}

/**
 * Reads one YAML 1.2 document. Every scalar stays its source text; nothing is merged, constructed or run. Broken YAML,
 * doubled keys, `null`, merge keys, tags and alias bombs are problems with their place. Only an overlay may say `!remove`
 * and `!replace`.
 */
export function readYaml(file: string, text: string, isOverlay = false): ReadYaml {
  const refused = tooLarge(file, text.length)
  if (refused) return { root: null, problems: [refused] }
  const document = parse(coverReferences(text))
  if (!document) return broken(file, text, { at: 0, message: 'broken YAML: it is nested too deeply to read', fix: 'Write it flatter.' })
  const [error] = document.errors
  if (error) return broken(file, text, explainBroken(error, text))
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

/** At the end of the text, where the library likes to point, nothing is marked. */
function broken(file: string, text: string, { at, end: last = at + 1, message, fix }: Explained): ReadYaml {
  const start = Math.min(at, text.length)
  const end = Math.min(Math.max(last, start + 1), text.length)
  return { root: null, problems: [makeProblem({ rule: 'yaml-broken', at: { file, start, end }, message, fix })] }
}

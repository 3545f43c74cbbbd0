import type { Document } from 'yaml'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { convertTree } from './convert-tree.ts'
import { explainBroken, tooDeep } from './explain-broken.ts'
import type { Explanation } from './explanation.ts'
import { yamlLibrary } from './library.ts'
import { lineReporter, type OnPart, unreported, within } from './line-reporter.ts'
import { escapeReferences } from './references.ts'
import type { SourceNode } from './source-node.ts'

/** A YAML document as values with their places; `root` is `null` for an empty document and for broken YAML. */
export interface ReadYaml {
  readonly root: SourceNode | null
  readonly problems: readonly Problem[]
}

/** How a document is read. */
export interface Reading {
  /** True where the tags of overlays are allowed; default false. */
  readonly isOverlay?: boolean
  /** Default: the progress of a long document is not reported. */
  readonly onPart?: OnPart
}

/** Reads a document with the `yaml` package: any document, and what is wrong with it. See `readYaml`. */
export function readWithLibrary(file: string, text: string, { isOverlay = false, onPart = unreported }: Reading): ReadYaml {
  const document = parse(escapeReferences(text), within(onPart, 0, 0.6))
  onPart(0.8)
  if (!document) return broken(file, text, { at: 0, message: `broken YAML: ${tooDeep.message}`, fix: tooDeep.fix })
  const [error] = document.errors
  if (error) return broken(file, text, explainBroken(error, text))
  if (!document.contents) return { root: null, problems: [] }
  return convertTree({ file, text, contents: document.contents, isOverlay })
}

function parse(text: string, onPart: OnPart): Document.Parsed | undefined {
  const { LineCounter, parseDocument } = yamlLibrary()
  const lineCounter = Object.assign(new LineCounter(), { addNewLine: lineReporter(text.length, onPart) })
  try {
    return parseDocument(text, {
      lineCounter,
      schema: 'failsafe',
      merge: false,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
    })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The mark is empty at the end of the text, where the library reports many errors. */
function broken(file: string, text: string, { at, end: last = at + 1, message, fix }: Explanation): ReadYaml {
  const start = Math.min(at, text.length)
  const end = Math.min(Math.max(last, start + 1), text.length)
  return { root: null, problems: [makeProblem({ rule: 'yaml-broken', at: { file, start, end }, message, fix })] }
}

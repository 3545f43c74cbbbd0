import type { Problem } from '../../problems/problem.ts'
import { wholeSchemas } from '../published-schemas.ts'
import { lineReporter, type OnPart, unreported, within } from '../../yaml/line-reporter.ts'
import { readYaml } from '../../yaml/read-yaml.ts'
import { arrange } from './arrange.ts'
import { documentText } from '../../yaml/format/form-lines.ts'
import { openForm } from '../../yaml/format/open-form.ts'
import { isSameDocument } from '../../yaml/format/same-document.ts'

/** A document in its canonical form; or its problems, where it is broken; or the reason why it cannot be formatted. */
export type Formatted = { readonly text: string } | { readonly problems: readonly Problem[] } | { readonly leftAlone: string }

/** The kind of a document. */
export type DocumentKind = 'config' | 'catalogue'

/** Receives how much of the work on one document is done, from 0 to 100. */
export type OnPercent = (percent: number) => void

/** How a document is formatted. */
export interface Formatting {
  /** Default: `catalogue`. */
  readonly kind?: DocumentKind | undefined
  /** Default: progress is not reported. */
  readonly onPercent?: OnPercent | undefined
}

const schemaFiles = { config: 'planogram.schema.json', catalogue: 'catalogue.schema.json' } as const satisfies Record<DocumentKind, string>

let known: ReturnType<typeof wholeSchemas> | undefined

/** The rules of the problems after which a document cannot be formatted. */
const breaking: ReadonlySet<string> = new Set(['yaml-broken', 'key-shape', 'yaml-alias'])

/**
 * Formats a document: keys in the order of the schemas, quotes only where YAML needs them, short maps on one line; comments, blank lines
 * and line endings are kept. The meaning stays the same, which is checked each time; formatting again changes nothing.
 */
export function formatDocument(file: string, text: string, { kind = 'catalogue', onPercent }: Formatting = {}): Formatted {
  const onPart: OnPart = onPercent ? (part) => onPercent(Math.floor(part * 100)) : unreported
  onPart(0)
  const read = readYaml(file, text, { isOverlay: true, onPart: within(onPart, 0, 0.25) })
  onPart(0.25)
  const problems = read.problems.filter(({ rule }) => breaking.has(rule))
  if (problems.length > 0) return { problems }
  const isWindows = /^[^\n]*\r\n/.test(text)
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const form = openForm(source, within(onPart, 0.25, 0.75))
  if (!form) return { leftAlone: 'it has a %directive, or is not a map of plain keys' }
  onPart(0.75)
  known ??= wholeSchemas()
  const onArranged = lineReporter(text.length, within(onPart, 0.75, 0.8))
  arrange(form, known[schemaFiles[kind]], { isConfig: kind === 'config', onEntry: onArranged })
  onPart(0.8)
  const formatted = documentText(form, lineReporter(text.length, within(onPart, 0.8, 0.85)))
  onPart(0.85)
  if (formatted !== source && !isSameDocument({ text: source, read }, formatted, within(onPart, 0.85, 1)))
    return { leftAlone: 'reformatting could change its meaning' }
  return { text: isWindows ? formatted.replaceAll('\n', '\r\n') : formatted }
}

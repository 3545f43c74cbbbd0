import type { Problem } from '../../problems/problem.ts'
import { wholeSchemas } from '../published-schemas.ts'
import { readYaml } from '../../yaml/read-yaml.ts'
import { arrange } from './arrange.ts'
import { documentText } from '../../yaml/format/form-lines.ts'
import { openForm } from '../../yaml/format/open-form.ts'
import { isSameDocument } from '../../yaml/format/same-document.ts'

/** A document in its canonical form; or its problems, where it is broken; or the reason why it cannot be formatted. */
export type Formatted = { readonly text: string } | { readonly problems: readonly Problem[] } | { readonly leftAlone: string }

/** The kind of a document. */
export type DocumentKind = 'config' | 'catalogue'

const schemaFiles = { config: 'planogram.schema.json', catalogue: 'catalogue.schema.json' } as const satisfies Record<DocumentKind, string>

let known: ReturnType<typeof wholeSchemas> | undefined

/** The rules of the problems after which a document cannot be formatted. */
const breaking: ReadonlySet<string> = new Set(['yaml-broken', 'key-shape', 'yaml-alias'])

/**
 * Formats a document: keys in the order of the schemas, quotes only where YAML needs them, short maps on one line; comments, blank lines
 * and line endings are kept. The meaning stays the same, which is checked each time; formatting again changes nothing.
 */
export function formatDocument(file: string, text: string, kind: DocumentKind = 'catalogue'): Formatted {
  const read = readYaml(file, text, true)
  const problems = read.problems.filter(({ rule }) => breaking.has(rule))
  if (problems.length > 0) return { problems }
  const isWindows = /^[^\n]*\r\n/.test(text)
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const form = openForm(source)
  if (!form) return { leftAlone: 'it has a %directive, or is not a map of plain keys' }
  known ??= wholeSchemas()
  arrange(form, known[schemaFiles[kind]], kind === 'config')
  const formatted = documentText(form)
  if (formatted !== source && !isSameDocument({ text: source, read }, formatted))
    return { leftAlone: 'reformatting could change its meaning' }
  return { text: isWindows ? formatted.replaceAll('\n', '\r\n') : formatted }
}

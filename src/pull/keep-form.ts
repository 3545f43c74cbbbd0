import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatDocument } from '../documents/format/format-document.ts'

const schema = 'schemas/catalogue.schema.json'

/**
 * The text of a document after an edit, in canonical form where it was in canonical form before (`undefined`: a new document); any other
 * document keeps its form.
 */
export function keepForm(file: string, before: string | undefined, after: string): string {
  if (before !== undefined && formatted(file, before) !== before) return after
  return formatted(file, after) ?? after
}

function formatted(file: string, text: string): string | undefined {
  const result = formatDocument(file, text)
  return 'text' in result ? result.text : undefined
}

/** The text of a new document with the line that names its schema for editors, where `init` or `schema --out schemas` wrote the schema. */
export function withSchemaLine(root: string, path: string, text: string): string {
  if (!existsSync(join(root, schema)) || text.startsWith('# yaml-language-server:')) return text
  return `# yaml-language-server: $schema=${'../'.repeat(path.split('/').length - 1)}${schema}\n\n${text}`
}

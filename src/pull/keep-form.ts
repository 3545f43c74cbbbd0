import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatDocument, type OnPercent } from '../documents/format/format-document.ts'

const schema = 'schemas/catalogue.schema.json'

/**
 * The text of a document after an edit, in canonical form where it was in canonical form before, or is new; any other
 * document keeps its form. `onPercent` receives how much of the work is done.
 */
export function keepForm(file: string, { before, after }: Form, onPercent?: OnPercent): string {
  const half = before === undefined ? 1 : 2
  const onBefore = onPercent && ((percent: number) => onPercent(Math.floor(percent / half)))
  if (before !== undefined && formatted(file, before, onBefore) !== before) return after
  return formatted(file, after, onPercent && ((percent) => onPercent(Math.floor(100 - (100 - percent) / half)))) ?? after
}

/** The text of a document before an edit (`undefined`: a new document) and after it. */
interface Form {
  readonly before: string | undefined
  readonly after: string
}

function formatted(file: string, text: string, onPercent?: OnPercent): string | undefined {
  const result = formatDocument(file, text, { onPercent })
  return 'text' in result ? result.text : undefined
}

/** The text of a new document with the line that names its schema for editors, where `init` or `schema --out schemas` wrote the schema. */
export function withSchemaLine(root: string, path: string, text: string): string {
  if (!existsSync(join(root, schema)) || text.startsWith('# yaml-language-server:')) return text
  return `# yaml-language-server: $schema=${'../'.repeat(path.split('/').length - 1)}${schema}\n\n${text}`
}

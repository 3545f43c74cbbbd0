import { existsSync } from 'node:fs'
import { join } from 'node:path'

const schema = 'schemas/catalogue.schema.json'

/** The text of a new document with the line that tells editors its schema, where `init` or `schema --out schemas` put one into the catalogue. */
export function withSchemaLine(root: string, path: string, text: string): string {
  if (!existsSync(join(root, schema)) || text.startsWith('# yaml-language-server:')) return text
  return `# yaml-language-server: $schema=${'../'.repeat(path.split('/').length - 1)}${schema}\n\n${text}`
}

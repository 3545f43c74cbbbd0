import { childNames } from '../records/child-names.ts'
import { resourceOf } from '../resources/registry.ts'
import type { RecordTree } from '../resources/record-tree.ts'

const punctuation = 5

function escaped(text: string): number {
  const signs = text.match(/[&<>\r]/g)?.length ?? 0
  return Buffer.byteLength(text) + 4 * signs
}

/** About how many bytes a record with its children takes in a body: tags and text, without indentation. */
export function bodyBytes(record: RecordTree): number {
  const fields = Object.entries(record.fields).reduce((sum, [name, text]) => sum + 2 * name.length + punctuation + escaped(text), 0)
  const children = childNames(record.children).flatMap((name) => record.children[name] ?? [])
  return children.reduce((sum, child) => sum + bodyBytes(child), fields + 2 * resourceOf(record.resource).node.length + punctuation)
}

import { childNames } from '../records/child-names.ts'
import { resourceOf } from '../resources/registry.ts'
import type { RecordTree } from '../resources/record-tree.ts'

const punctuation = 5

/** Most texts take a byte for each character. */
const special = /[^ -%'-;=?-~]/

function escaped(text: string): number {
  if (!special.test(text)) return text.length
  const signs = text.match(/[&<>\r]/g)?.length ?? 0
  return Buffer.byteLength(text) + 4 * signs
}

/** About how many bytes a record with its children takes in a body: tags and text, without indentation. */
export function bodyBytes(record: RecordTree): number {
  let bytes = 2 * resourceOf(record.resource).node.length + punctuation
  for (const [name, text] of Object.entries(record.fields)) bytes += 2 * name.length + punctuation + escaped(text)
  for (const name of childNames(record.children)) for (const child of record.children[name] ?? []) bytes += bodyBytes(child)
  return bytes
}

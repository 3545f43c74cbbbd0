import type { RecordTree } from '../../resources/record-tree.ts'
import { jsonText } from '../json-text.ts'
import { childRows, type RecordPart } from './record-view.ts'

/**
 * Records as a JSON array of objects, one on each line: each field a text under its name, each child resource an array of such objects under
 * its name. The array is closed only where every record has come.
 */
export async function* recordsJson(parts: AsyncIterable<RecordPart>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const part of parts) {
    let text = ''
    for (const record of part) {
      text += before + jsonText(plainRecord(record))
      before = ',\n'
    }
    yield text
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** A record as an object: each field a text under its name, each child resource an array of such objects. */
export function plainRecord(record: RecordTree): object {
  const children = childRows(record)
  if (children.length === 0) return record.fields
  return { ...record.fields, ...Object.fromEntries(children.map(([name, rows]) => [name, rows.map(plainRecord)])) }
}

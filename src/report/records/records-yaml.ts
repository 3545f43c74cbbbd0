import type { RecordTree } from '../../resources/record-tree.ts'
import { jsonText } from '../json-text.ts'
import { childRows, type RecordPart } from './record-view.ts'

/** Records as a YAML list of maps. Every value is in double quotes, so that it is a text for every reader: `0123`, `no`, `1e5`. */
export async function* recordsYaml(parts: AsyncIterable<RecordPart>): AsyncGenerator<string> {
  let isEmpty = true
  for await (const part of parts) {
    if (part.length === 0) continue
    isEmpty = false
    yield part.map((record) => item(record, '')).join('')
  }
  if (isEmpty) yield '[]\n'
}

function item(record: RecordTree, indent: string): string {
  const fields = Object.entries(record.fields).map(([name, value]) => `${keyText(name)}: ${jsonText(value)}\n`)
  const children = childRows(record).map(([name, rows]) =>
    rows.length === 0 ? `${name}: []\n` : `${name}:\n${rows.map((row) => item(row, `${indent}    `)).join('')}`,
  )
  const entries = [...fields, ...children]
  return entries.length === 0 ? `${indent}- {}\n` : entries.map((entry, index) => `${indent}${index === 0 ? '- ' : '  '}${entry}`).join('')
}

/** A name of one letter can be a truth value in YAML 1.1. */
function keyText(name: string): string {
  return /^[A-Za-z_]\w+$/.test(name) ? name : jsonText(name)
}

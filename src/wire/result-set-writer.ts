import { create } from 'xmlbuilder2'
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js'
import { OperationalError } from '../errors.ts'
import type { StoreFieldNames } from '../resources/capabilities.ts'
import { illegalAt, illegalName, withoutIllegal } from '../resources/legal-text.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import { escapeForBuilder } from './escape-xml.ts'

const elementName = /^[A-Za-z_][\w.-]*$/

/** The name of a record in messages: its resource and its natural key. */
function labelOf({ resource, fields }: RecordTree): string {
  const parts = resourceOf(resource).natural.map((field) => fields[field] ?? '')
  return withoutIllegal([resource, parts.filter((part) => part !== '').join(' / ')].join(' ').trim())
}

function refuseCharacter(record: RecordTree, field: string, at: number): never {
  const kind = illegalName(record.fields[field] ?? '', at)
  throw new OperationalError(
    'catalogue-invalid',
    `${labelOf(record)} cannot be sent: its field ${field} contains ${kind}, which is not allowed in XML.`,
    {
      fix: `Remove the character at position ${at + 1} of that text.`,
    },
  )
}

function addRecord(parent: XMLBuilder, record: RecordTree, names: StoreFieldNames): void {
  const node = parent.ele(resourceOf(record.resource).node)
  for (const [field, value] of Object.entries(record.fields)) {
    const name = names[record.resource]?.[field] ?? field
    if (!elementName.test(name)) {
      throw new OperationalError(
        'config-invalid',
        `"${name}" cannot be the name of a field of ${record.resource}: it is not a valid name of an XML element.`,
        {
          fix: 'Correct it under `fields` of the store in planogram.yaml.',
        },
      )
    }
    const illegal = illegalAt(value)
    if (illegal >= 0) refuseCharacter(record, field, illegal)
    const element = node.ele(name)
    if (value !== '') element.txt(escapeForBuilder(value))
  }
  for (const children of Object.values(record.children)) {
    for (const child of children) addRecord(node, child, names)
  }
}

/**
 * The body of a POST or PUT (platform.md, "Write payload rules"): root `ResultSet`, one node per record with its fields under the names
 * of the store, its children nested in it. A value that is not allowed in XML throws `catalogue-invalid` with the record and field.
 * For bodies of about 1 MB: the whole tree is in memory.
 */
export function formatResultSet(records: readonly RecordTree[], names: StoreFieldNames): string {
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('ResultSet')
  for (const record of records) addRecord(root, record, names)
  return root.end({ prettyPrint: false })
}

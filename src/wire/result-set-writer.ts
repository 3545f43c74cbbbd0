import { OperationalError } from '../errors.ts'
import type { StoreFieldNames } from '../resources/capabilities.ts'
import { illegalAt, illegalName, withoutIllegal } from '../resources/legal-text.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { escapeText } from './escape-xml.ts'

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

/** The tags of a field: `<title>`, `</title>` and, where it is empty, `<title/>`. */
interface Tags {
  readonly open: string
  readonly close: string
  readonly empty: string
}

/** The tags of the fields of a resource under the names of the store, each name checked once. */
function tagsOf(resource: ResourceName, names: StoreFieldNames): (field: string) => Tags {
  const known = new Map<string, Tags>()
  return (field) => {
    const found = known.get(field)
    if (found) return found
    const name = names[resource]?.[field] ?? field
    if (!elementName.test(name)) {
      throw new OperationalError(
        'config-invalid',
        `"${name}" cannot be the name of a field of ${resource}: it is not a valid name of an XML element.`,
        {
          fix: 'Correct it under `fields` of the store in planogram.yaml.',
        },
      )
    }
    const tags = { open: `<${name}>`, close: `</${name}>`, empty: `<${name}/>` }
    known.set(field, tags)
    return tags
  }
}

/** Writes records of any resource. */
function recordWriter(names: StoreFieldNames): (record: RecordTree) => string {
  const byResource = new Map<ResourceName, (field: string) => Tags>()
  const tagsFor = (resource: ResourceName): ((field: string) => Tags) => {
    const known = byResource.get(resource) ?? tagsOf(resource, names)
    byResource.set(resource, known)
    return known
  }
  const write = (record: RecordTree): string => {
    const tags = tagsFor(record.resource)
    let content = ''
    for (const [field, value] of Object.entries(record.fields)) {
      const { open, close, empty } = tags(field)
      const illegal = illegalAt(value)
      if (illegal >= 0) refuseCharacter(record, field, illegal)
      content += value === '' ? empty : open + escapeText(value) + close
    }
    for (const children of Object.values(record.children)) for (const child of children) content += write(child)
    return elementText(resourceOf(record.resource).node, content)
  }
  return write
}

function elementText(name: string, content: string): string {
  return content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`
}

/**
 * The body of a POST or PUT (platform.md, "Write payload rules"): root `ResultSet`, one node per record with its fields under the names
 * of the store, its children nested in it. A value that is not allowed in XML throws `catalogue-invalid` with the record and field.
 * For bodies of about 1 MB: the whole text is in memory.
 */
export function formatResultSet(records: readonly RecordTree[], names: StoreFieldNames): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${elementText('ResultSet', records.map(recordWriter(names)).join(''))}`
}

/** The same for any number of records, as pieces of text: one record on each line. The root is closed only where every record has come. */
export async function* resultSetTexts(parts: AsyncIterable<readonly RecordTree[]>, names: StoreFieldNames): AsyncGenerator<string> {
  const write = recordWriter(names)
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<ResultSet>\n'
  for await (const part of parts) yield part.map((record) => `${write(record)}\n`).join('')
  yield '</ResultSet>\n'
}

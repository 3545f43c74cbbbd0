import type { Field, FieldKind } from '../../resources/field.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { resourceOf } from '../../resources/registry.ts'
import { canonicalValue } from '../../resources/scalar.ts'
import { addressOf } from '../../records/address.ts'
import type { Collapsing } from './collapsing.ts'
import type { Bare, DocumentValue } from '../../yaml/document-value.ts'
import { priceText } from './price-text.ts'

/** Texts that YAML reads unchanged without quotes. */
const bareWord = /^-?[\w.+]+(?:-[\w.]+)*(?: \d\d:\d\d:\d\d)?$/

/** The null date of some databases. */
const noDate = /^0000-00-00(?: 00:00:00)?$/

/** The value of a field as it is written in YAML; `undefined` where it is empty, or the default of a left out field. */
export function collapseField({ resource, fields }: RecordTree, name: string): DocumentValue | undefined {
  const declared: Field = resourceOf(resource).fields[name] ?? { kind: 'text', doc: '' }
  const text = canonicalValue(declared, fields[name] ?? '')
  const isEmpty = text === '' || (declared.kind === 'flag' && text === 'false') || (declared.kind === 'timestamp' && noDate.test(text))
  return isEmpty ? undefined : writtenAs(declared.kind, name === 'price' ? priceText([text])(text) : text)
}

function writtenAs(kind: FieldKind, text: string): DocumentValue {
  switch (kind) {
    case 'flag':
    case 'integer':
    case 'decimal':
      return bare(text)
    case 'timestamp':
      return bare(text.replace(/ 00:00:00$/, ''))
    case 'text':
    case 'choice':
    case 'file':
      return text
    default:
      return kind satisfies never
  }
}

/** The pairs of some fields by name. */
export function collapseFields(record: RecordTree, ...names: readonly string[]): [string, DocumentValue | undefined][] {
  return names.map((name) => [name, collapseField(record, name)])
}

/** The pairs of the fields that platform.md does not declare, sorted by name: `meta_*` and the extra fields of the store. */
export function collapseExtras(record: RecordTree): [string, DocumentValue | undefined][] {
  const { fields } = resourceOf(record.resource)
  const names = Object.keys(record.fields).filter((name) => !Object.hasOwn(fields, name))
  return collapseFields(record, ...names.toSorted())
}

/** The pairs of fields that name a picture, as paths of the catalogue; a missing picture is left out and reported. */
export function collapsePictures(
  context: Collapsing,
  record: RecordTree,
  { names, owner }: { readonly names: readonly string[]; readonly owner: RecordTree },
): [string, DocumentValue | undefined][] {
  return names.map((name) => {
    const declared = resourceOf(record.resource).fields[name]
    const file = (record.fields[name] ?? '').trim()
    if (declared?.kind !== 'file' || file === '') return [name, undefined]
    const path = context.pictureAt(declared.folder, file)
    if (path === undefined) context.leaveOut(missingPicture(owner, record === owner ? name : 'variants', `${declared.folder}/${file}`))
    return [name, path]
  })
}

/** The report of a picture that the catalogue does not have. */
export function missingPicture(owner: RecordTree, key: string, path: string): Parameters<Collapsing['leaveOut']>[0] {
  return { address: addressOf(owner.resource, owner.fields), key, reason: `the catalogue does not have the picture ${path}`, picture: path }
}

/** A value without quotes, where YAML reads it unchanged; any other text gets quotes where necessary. */
export function bare(text: string): Bare | string {
  return bareWord.test(text) ? { bare: text } : text
}

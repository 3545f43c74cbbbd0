import type { Field, FieldKind } from '../../resources/field.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { resourceOf } from '../../resources/registry.ts'
import { canonicalValue } from '../../resources/scalar.ts'
import { addressOf } from '../../records/address.ts'
import type { Collapsing } from './collapsing.ts'
import type { Bare, DocumentValue } from '../../yaml/document-value.ts'
import { priceText } from './price-text.ts'

/** Words that stand bare in YAML and read as themselves. */
const bareWord = /^-?[\w.+]+(?:-[\w.]+)*(?: \d\d:\d\d:\d\d)?$/

/** How databases write that there is no date. */
const noDate = /^0000-00-00(?: 00:00:00)?$/

/** The value of a field as people write it, or `undefined` where it is empty or what leaving it out says anyway. */
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

/** Pairs of some fields, under their own names. */
export function collapseFields(record: RecordTree, ...names: readonly string[]): [string, DocumentValue | undefined][] {
  return names.map((name) => [name, collapseField(record, name)])
}

/** Pairs of the fields that platform.md does not declare: `meta_*` and those of one store, by name. */
export function collapseExtras(record: RecordTree): [string, DocumentValue | undefined][] {
  const { fields } = resourceOf(record.resource)
  const names = Object.keys(record.fields).filter((name) => !Object.hasOwn(fields, name))
  return collapseFields(record, ...names.toSorted())
}

/** Pairs of fields that name a picture, as paths of the catalogue; a picture that is not there is left out. */
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

/** A picture that the catalogue does not have. */
export function missingPicture(owner: RecordTree, key: string, path: string): Parameters<Collapsing['leaveOut']>[0] {
  return { address: addressOf(owner.resource, owner.fields), key, reason: `the catalogue does not have the picture ${path}`, picture: path }
}

/** A number or word without quotes, where YAML carries it; any other text is quoted. */
export function bare(text: string): Bare | string {
  return bareWord.test(text) ? { bare: text } : text
}

import { childNames } from '../../src/records/child-names.ts'
import type { DesiredRecord } from '../../src/records/desired.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { resourceOf } from '../../src/resources/registry.ts'
import { canonicalValue } from '../../src/resources/scalar.ts'

/** Fields that a catalogue does not have although the store has them: codes that the store assigns, numbers that only order rows. */
const storesOwn: ReadonlySet<string> = new Set([
  'Options.code',
  'Options.o_sort',
  'ExtraImages.code',
  'ProductAttributes.sort',
  'Variants.sort',
  'PricingAdvanced.uid',
  'VariantOptions.code',
])

function canonical({ resource }: RecordTree, field: string, text: string): string {
  return canonicalValue(resourceOf(resource).fields[field] ?? { kind: 'text', doc: '' }, text)
}

function identityOf(row: RecordTree): string {
  const { natural, name } = resourceOf(row.resource)
  const names = name === 'PricingAdvanced' ? [...natural, 'price'] : natural
  return JSON.stringify(names.map((field) => canonical(row, field, row.fields[field] ?? '')))
}

/** Every field and row of a live record that the desired one lacks or has with another value, one line each: `expand(collapse(x)) = x`. */
export function lostValues(live: RecordTree, desired: DesiredRecord | undefined, path: string): string[] {
  if (!desired) return [`${path} is missing`]
  const fieldsOfDesired = { ...desired.fields, ...desired.onCreate?.fields }
  const fields = Object.entries(live.fields).flatMap(([field, text]) => {
    const value = canonical(live, field, text)
    if (value === '' || value === 'false' || storesOwn.has(`${live.resource}.${field}`)) return []
    const wanted = canonical(live, field, fieldsOfDesired[field] ?? '')
    return wanted === value ? [] : [`${path}.${field}: ${JSON.stringify(value)} became ${JSON.stringify(wanted)}`]
  })
  const rows = { ...desired.children, ...desired.onCreate?.children }
  const children = childNames(live.children).flatMap((name) => {
    const wanted = Map.groupBy(rows[name] ?? [], identityOf)
    const missing = (live.children[name] ?? []).flatMap((row) =>
      lostValues(row, wanted.get(identityOf(row))?.shift(), `${path}/${name}${identityOf(row)}`),
    )
    const left = [...wanted.values()].flat().map((row) => `${path}/${name}${identityOf(row)} was added`)
    return [...missing, ...left]
  })
  return [...fields, ...children]
}

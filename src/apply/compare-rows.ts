import type { Image, Target } from '../plan/operation.ts'
import { gridRowOf, groupText, quantitiesOf, quantityText } from '../pricing/grid-row.ts'
import { addressOf } from '../records/address.ts'
import { identifyingFields, rowIdentity } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { compareFields } from './compare-field.ts'
import type { Rewrite } from '../records/rewrite.ts'

/** Rows of one target by identity: the price entries of a sku by cell; other targets have one identity. */
export type RowGroups = ReadonlyMap<string, readonly Fields[]>

/** The resource of the rows of a target. */
export function resourceOfTarget(target: Target): ResourceName {
  return target.kind === 'grid' ? 'PricingAdvanced' : target.resource
}

/** Groups rows of a target by what identifies them. */
export function groupRows(target: Target, rows: readonly Fields[], capabilities: Capabilities): RowGroups {
  if (target.kind === 'rows') return rows.length === 0 ? new Map() : new Map([['', rows]])
  return Map.groupBy(rows, (fields) => rowIdentity({ resource: 'PricingAdvanced', fields }, capabilities))
}

/** How rows of one identity differ from those of an image. */
export interface RowComparison {
  /** One sentence each, naming record and field; empty: they are as the image has them. */
  readonly differences: readonly string[]
  readonly rewritten: readonly Rewrite[]
}

/** The rows of a target by identity, as they should be and as the store has them. */
interface Compared {
  readonly wanted: RowGroups
  readonly stored: RowGroups
  readonly capabilities: Capabilities
}

const same: RowComparison = { differences: [], rewritten: [] }

/** Compares the rows of one identity with those of an image: each must be there as often, with the values that are known. */
export function compareGroup(target: Target, [image, identity]: readonly [Image, string], groups: Compared): RowComparison {
  if (image === null) return same
  const { capabilities } = groups
  const wanted = groups.wanted.get(identity) ?? []
  const stored = groups.stored.get(identity) ?? []
  if (image.mode === 'contains' && wanted.length === 0) return same
  const resource = resourceOfTarget(target)
  const [first] = wanted
  if (!first)
    return stored[0]
      ? different(`${nameOf(resource, { ...fieldsOf(target), ...stored[0] })} is in the store and was not written by this plan`)
      : same
  if (stored.length < wanted.length) return different(`${nameOf(resource, first)} is missing in the store`)
  if (image.mode === 'some')
    return stored.map((row) => compareRow({ resource, fields: first }, row, capabilities)).find(isDifferent) ?? same
  if (stored.length > wanted.length)
    return different(`${nameOf(resource, first)} is in the store ${stored.length} times instead of ${timesText(wanted.length)}`)
  return compareEach(resource, [wanted, stored], capabilities)
}

function compareEach(
  resource: ResourceName,
  [wanted, stored]: readonly [readonly Fields[], readonly Fields[]],
  capabilities: Capabilities,
): RowComparison {
  // Where equal rows occur more than once, each wanted row is matched with another stored row.
  const left = [...stored]
  let result = same
  for (const row of wanted) {
    const found = left.map((other) => compareRow({ resource, fields: row }, other, capabilities))
    const best = Math.max(
      found.findIndex((comparison) => !isDifferent(comparison)),
      0,
    )
    left.splice(best, 1)
    const { differences = [], rewritten = [] } = found[best] ?? {}
    if (differences.length + rewritten.length > 0) {
      result = { differences: [...result.differences, ...differences], rewritten: [...result.rewritten, ...rewritten] }
    }
  }
  return result
}

function compareRow(
  { resource, fields }: Pick<RecordTree, 'resource' | 'fields'>,
  stored: Fields,
  capabilities: Capabilities,
): RowComparison {
  const { differences, rewritten } = compareFields(resource, fields, stored)
  if (differences.length + rewritten.length === 0) return same
  return {
    differences: differences.map((text) => `${nameOf(resource, fields)}: ${text}`),
    rewritten: rewritten.map((change) => ({ resource, key: identifyingFields(resource, fields, capabilities), ...change })),
  }
}

function isDifferent({ differences }: RowComparison): boolean {
  return differences.length > 0
}

function different(sentence: string): RowComparison {
  return { differences: [sentence], rewritten: [] }
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

function fieldsOf(target: Target): Fields {
  return target.kind === 'grid' ? { sku: target.sku } : target.fields
}

function nameOf(resource: ResourceName, fields: Fields): string {
  if (resource !== 'PricingAdvanced') return addressOf(resource, fields)
  const { group_code, currency_code, ...entry } = gridRowOf({ fields })
  const { from, to } = quantitiesOf(entry)
  const currency = currency_code === '' ? '' : ` in ${currency_code}`
  return `${addressOf(resource, fields)} for ${groupText(group_code)} ${quantityText(from, to)}${currency}`
}

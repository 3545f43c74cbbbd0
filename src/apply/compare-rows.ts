import type { Image, Target } from '../plan/operation.ts'
import { gridRowOf, groupText, quantitiesOf, quantityText } from '../pricing/grid-row.ts'
import { addressOf } from '../records/address.ts'
import { rowIdentity } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { compareFields } from './compare-field.ts'

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
  readonly rewritten: readonly string[]
}

const same: RowComparison = { differences: [], rewritten: [] }

/** Compares the rows of one identity with those of an image: each must be there as often, with the values that are known. */
export function compareGroup(
  target: Target,
  [image, identity]: readonly [Image, string],
  groups: { wanted: RowGroups; stored: RowGroups },
): RowComparison {
  if (image === null) return same
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
  if (image.mode === 'some') return stored.map((row) => compareRow(resource, first, row)).find(isDifferent) ?? same
  if (stored.length > wanted.length)
    return different(`${nameOf(resource, first)} is in the store ${stored.length} times instead of ${timesText(wanted.length)}`)
  return compareEach(resource, wanted, stored)
}

function compareEach(resource: ResourceName, wanted: readonly Fields[], stored: readonly Fields[]): RowComparison {
  // Where equal rows occur more than once, each wanted row is matched with another stored row.
  const left = [...stored]
  let result = same
  for (const row of wanted) {
    const found = left.map((other) => compareRow(resource, row, other))
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

function compareRow(resource: ResourceName, wanted: Fields, stored: Fields): RowComparison {
  const { differences, rewritten } = compareFields(resource, wanted, stored)
  if (differences.length + rewritten.length === 0) return same
  const named = (text: string): string => `${nameOf(resource, wanted)}: ${text}`
  return { differences: differences.map(named), rewritten: rewritten.map(named) }
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

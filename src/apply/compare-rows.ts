import { addressOf } from '../records/address.ts'
import { childNames } from '../records/child-names.ts'
import { linked, rowIdentity } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { gridRowOf, quantitiesOf, groupText, quantityText } from '../pricing/grid-row.ts'
import type { ResourceName } from '../resources/registry.ts'
import { compareFields } from './compare-field.ts'

/** Rows of one resource: as they were sent, and as the store returns them. */
export interface RowPair {
  readonly resource: ResourceName
  readonly sent: readonly RecordTree[]
  readonly stored: readonly RecordTree[]
  /** True where the store may have no other rows (the grid of a new record). */
  readonly exact: boolean
}

/**
 * The differences between rows that were sent and the rows of the store, one sentence each, naming record and field. Rows are
 * matched by their natural fields; each must be there as often as it was sent, with the values that were sent.
 */
export function compareRows({ resource, sent, stored, exact }: RowPair, capabilities: Capabilities): string[] {
  const storedBy = groupRows(resource, stored, capabilities)
  const sentBy = groupRows(resource, sent, capabilities)
  const problems = [...sentBy].flatMap(([identity, rows]) => compareGroup(rows, storedBy.get(identity) ?? [], capabilities))
  if (!exact) return problems
  const others = [...storedBy].filter(([identity]) => !sentBy.has(identity)).flatMap(([, rows]) => rows)
  return [...problems, ...others.map((row) => `${nameOf(row)} is in the store and was not written by this plan`)]
}

function groupRows(resource: ResourceName, rows: readonly RecordTree[], capabilities: Capabilities): Map<string, RecordTree[]> {
  const groups = new Map<string, RecordTree[]>()
  for (const row of rows) {
    if (row.resource !== resource) continue
    const identity = rowIdentity(row, capabilities)
    const group = groups.get(identity)
    if (group) group.push(row)
    else groups.set(identity, [row])
  }
  return groups
}

function compareGroup(sent: readonly RecordTree[], stored: readonly RecordTree[], capabilities: Capabilities): string[] {
  const [first] = sent
  if (!first) return []
  if (stored.length < sent.length) return [`${nameOf(first)} is missing in the store`]
  if (stored.length > sent.length)
    return [`${nameOf(first)} is in the store ${stored.length} times instead of ${sent.length === 1 ? 'once' : `${sent.length} times`}`]
  // Where equal rows occur more than once, each sent row is matched with another stored row.
  const left = [...stored]
  return sent.flatMap((row) => {
    const differences = left.map((other) => compareTree(row, other, capabilities))
    const best = differences.findIndex((problems) => problems.length === 0)
    const [taken] = differences.slice(Math.max(best, 0))
    left.splice(Math.max(best, 0), 1)
    return taken ?? []
  })
}

function compareTree(sent: RecordTree, stored: RecordTree, capabilities: Capabilities): string[] {
  const own = compareFields(sent.resource, sent.fields, stored.fields).map((problem) => `${nameOf(sent)}: ${problem}`)
  const below = childNames(sent.children).flatMap((resource) =>
    compareRows(
      {
        resource,
        sent: (sent.children[resource] ?? []).map((child) => linked(child, sent)),
        stored: (stored.children[resource] ?? []).map((child) => linked(child, stored)),
        exact: resource === 'PricingAdvanced',
      },
      capabilities,
    ),
  )
  return [...own, ...below]
}

function nameOf(row: RecordTree): string {
  if (row.resource !== 'PricingAdvanced') return addressOf(row.resource, row.fields)
  const { group_code, currency_code, ...entry } = gridRowOf(row)
  const { from, to } = quantitiesOf(entry)
  const currency = currency_code === '' ? '' : ` in ${currency_code}`
  return `${addressOf(row.resource, row.fields)} for ${groupText(group_code)} ${quantityText(from, to)}${currency}`
}

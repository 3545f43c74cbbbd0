import type { GridRow } from '../diff/change.ts'
import type { Plan } from '../plan/plan.ts'
import type { Step } from '../plan/step.ts'
import { childNames } from '../records/child-names.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { naturalText } from './compare-rows.ts'

/** The price entries of one sku after some steps. `exact`: there may be no others. */
export interface ExpectedGrid {
  readonly rows: readonly RecordTree[]
  readonly exact: boolean
}

/** What the store must show after some steps of a plan. */
export interface Expected {
  /** By resource, without price entries that were posted by themselves. */
  readonly records: ReadonlyMap<ResourceName, readonly RecordTree[]>
  readonly grids: ReadonlyMap<string, ExpectedGrid>
  readonly gone: readonly { readonly resource: ResourceName; readonly where: Fields }[]
  readonly files: readonly Extract<Step, { kind: 'put-file' }>[]
}

/** What the named steps of a plan leave behind; a later step wins over an earlier one. */
export function expectedAfter(plan: Plan, ids: readonly string[]): Expected {
  const named = new Set(ids)
  const steps = plan.steps.filter(({ id }) => named.has(id))
  const { capabilities } = plan.madeFrom
  const posted = steps.flatMap((step) => (step.kind === 'post' ? step.records : []))
  return {
    records: mergedRecords(
      posted.filter(({ resource }) => resource !== 'PricingAdvanced'),
      capabilities,
    ),
    grids: expectedGrids(plan, steps),
    gone: steps.flatMap((step) => (step.kind === 'delete-row' ? [{ resource: step.resource, where: step.where }] : [])),
    files: steps.flatMap((step) => (step.kind === 'put-file' ? [step] : [])),
  }
}

function mergedRecords(posted: readonly RecordTree[], capabilities: Capabilities): Map<ResourceName, RecordTree[]> {
  const byResource = new Map<ResourceName, RecordTree[]>()
  for (const record of mergeRows(posted, capabilities)) {
    const known = byResource.get(record.resource)
    if (known) known.push(record)
    else byResource.set(record.resource, [record])
  }
  return byResource
}

/** One row per natural key, the later values over the earlier ones. */
function mergeRows(rows: readonly RecordTree[], capabilities: Capabilities): RecordTree[] {
  const merged = new Map<string, RecordTree>()
  for (const row of rows) {
    const identity = `${row.resource} ${naturalText(row, capabilities)}`
    const before = merged.get(identity)
    merged.set(identity, before ? mergeTrees(before, row, capabilities) : row)
  }
  return [...merged.values()]
}

function mergeTrees(before: RecordTree, later: RecordTree, capabilities: Capabilities): RecordTree {
  const names = childNames({ ...before.children, ...later.children })
  const lists = names.map((name) => [name, mergeRows([...(before.children[name] ?? []), ...(later.children[name] ?? [])], capabilities)])
  return { resource: later.resource, fields: { ...before.fields, ...later.fields }, children: Object.fromEntries(lists) }
}

function expectedGrids(plan: Plan, steps: readonly Step[]): Map<string, ExpectedGrid> {
  const grids = new Map<string, ExpectedGrid>()
  for (const step of steps) {
    if (step.kind === 'delete-prices') for (const sku of step.skus) grids.set(sku, { rows: [], exact: true })
    for (const row of priceRows(step)) {
      const sku = row.fields['sku'] ?? ''
      const before = grids.get(sku)
      grids.set(sku, { rows: [...(before?.rows ?? []), row], exact: before?.exact ?? false })
    }
  }
  const named = new Set(steps.map(({ id }) => id))
  for (const [sku, rows] of finalGrids(plan, named)) {
    if (grids.has(sku)) grids.set(sku, { rows, exact: true })
  }
  return grids
}

function priceRows(step: Step): readonly RecordTree[] {
  return step.kind === 'post' ? step.records.filter(({ resource }) => resource === 'PricingAdvanced') : []
}

/** The whole grid of each sku whose last price step of the plan is among the named ones. */
function finalGrids(plan: Plan, named: ReadonlySet<string>): [string, RecordTree[]][] {
  const unfinished = new Set(
    plan.steps.filter(({ id }) => !named.has(id)).flatMap((step) => priceRows(step).map(({ fields }) => fields['sku'] ?? '')),
  )
  const written = new Set(plan.steps.flatMap((step) => priceRows(step).map(({ fields }) => fields['sku'] ?? '')))
  return plan.changes.flatMap((change): [string, RecordTree[]][] => {
    if (change.kind !== 'grid' || change.action === 'cannot') return []
    const { sku, grid } = change
    if (unfinished.has(sku) || !written.has(sku)) return []
    return [[sku, grid.after.map((row) => priceRow(sku, row))]]
  })
}

function priceRow(sku: string, { group_code, currency_code, start, end, price }: GridRow): RecordTree {
  return { resource: 'PricingAdvanced', fields: { sku, group_code, currency_code, start, end, price }, children: {} }
}

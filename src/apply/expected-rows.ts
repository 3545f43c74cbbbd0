import type { GridRow } from '../pricing/grid-row.ts'
import type { Plan } from '../plan/plan.ts'
import type { Step } from '../plan/step.ts'
import { childNames } from '../records/child-names.ts'
import { rowIdentity } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'

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

/** A plan by step and by sku, made once for a run: each read-back then looks only at the steps that it names. */
export interface PlanIndex {
  readonly capabilities: Capabilities
  readonly steps: ReadonlyMap<string, { readonly step: Step; readonly position: number }>
  /** The price entries of each sku after the whole plan. */
  readonly grids: ReadonlyMap<string, readonly GridRow[]>
  /** How many steps post price entries of each sku. */
  readonly priceSteps: ReadonlyMap<string, number>
}

/** Indexes a plan; every step and every change is visited once. */
export function indexPlan({ changes, steps, madeFrom }: Plan): PlanIndex {
  const grids = new Map<string, readonly GridRow[]>()
  for (const change of changes) if (change.kind === 'grid' && change.action !== 'cannot') grids.set(change.sku, change.grid.after)
  return {
    capabilities: madeFrom.capabilities,
    steps: new Map(steps.map((step, position) => [step.id, { step, position }])),
    grids,
    priceSteps: priceStepsBySku(steps),
  }
}

function priceStepsBySku(steps: readonly Step[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const step of steps) for (const sku of priceSkus(step)) counts.set(sku, (counts.get(sku) ?? 0) + 1)
  return counts
}

/** What the named steps of a plan leave behind; a later step wins over an earlier one. */
export function expectedAfter(index: PlanIndex, ids: readonly string[]): Expected {
  const steps = stepsOf(index, ids)
  const posted = steps.flatMap((step) => (step.kind === 'post' ? step.records : []))
  return {
    records: mergedRecords(
      posted.filter(({ resource }) => resource !== 'PricingAdvanced'),
      index.capabilities,
    ),
    grids: expectedGrids(index, steps),
    gone: steps.flatMap((step) => (step.kind === 'delete-row' ? [{ resource: step.resource, where: step.where }] : [])),
    files: steps.flatMap((step) => (step.kind === 'put-file' ? [step] : [])),
  }
}

/** The named steps in plan order. */
function stepsOf({ steps }: PlanIndex, ids: readonly string[]): Step[] {
  const found = [...new Set(ids)].flatMap((id) => steps.get(id) ?? [])
  return found.toSorted((a, b) => a.position - b.position).map(({ step }) => step)
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
    const identity = `${row.resource} ${rowIdentity(row, capabilities)}`
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

function expectedGrids(index: PlanIndex, steps: readonly Step[]): Map<string, ExpectedGrid> {
  const grids = new Map<string, { rows: RecordTree[]; exact: boolean }>()
  for (const step of steps) {
    if (step.kind === 'delete-prices') for (const sku of step.skus) grids.set(sku, { rows: [], exact: true })
    for (const row of priceRows(step)) {
      const sku = row.fields['sku'] ?? ''
      const grid = grids.get(sku)
      if (grid) grid.rows.push(row)
      else grids.set(sku, { rows: [row], exact: false })
    }
  }
  // Where these steps hold every price step of a sku, the whole grid is known.
  for (const [sku, count] of priceStepsBySku(steps)) {
    const after = index.grids.get(sku)
    if (after && index.priceSteps.get(sku) === count) grids.set(sku, { rows: after.map((row) => priceRow(sku, row)), exact: true })
  }
  return grids
}

function priceRows(step: Step): readonly RecordTree[] {
  return step.kind === 'post' ? step.records.filter(({ resource }) => resource === 'PricingAdvanced') : []
}

function priceSkus(step: Step): ReadonlySet<string> {
  return new Set(priceRows(step).map(({ fields }) => fields['sku'] ?? ''))
}

function priceRow(sku: string, { group_code, currency_code, start, end, price }: GridRow): RecordTree {
  return { resource: 'PricingAdvanced', fields: { sku, group_code, currency_code, start, end, price }, children: {} }
}

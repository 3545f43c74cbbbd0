import { parameterBytes } from '../records/target-bytes.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { batches } from './batches.ts'
import type { RootChanges } from './changes-by-root.ts'
import type { Draft } from './draft.ts'
import { entryOf, type DraftFrame, rowDrafts, skusText, verified, waitsFor } from './grid-bodies.ts'
import { gridWork, type GridWork } from './grid-work.ts'
import { changesOnSale, inPlaceDrafts, onSaleDrafts } from './on-sale-grid-drafts.ts'
import { postDraft, type StepContext } from './post-drafts.ts'
import { orderTokens } from './price-tokens.ts'
import { removedToken, priceToken, recordToken } from './references.ts'

function ownerDrafts(
  work: readonly GridWork[],
  pick: (item: GridWork) => RecordTree | undefined,
  frame: DraftFrame & { title: string },
): Draft[] {
  const entries = work.flatMap((item) => {
    const record = pick(item)
    if (!record) return []
    return [{ ...entryOf(item, record), wants: [recordToken(item.change.grid.owner, item.change.sku), ...waitsFor(item)] }]
  })
  if (entries.length === 0) return []
  return [postDraft(entries, { stage: frame.stage, title: () => frame.title, after: () => frame.after }, frame.context)]
}

function clearDrafts(work: readonly GridWork[], frame: DraftFrame): Draft[] {
  const some = work.filter(({ clears }) => clears)
  if (some.length === 0) return []
  const roots = [...new Set(some.map(({ change }) => change.root.address))]
  const tokens = orderTokens(frame.stage, roots, frame.context.orders)
  return [
    {
      stage: frame.stage,
      title: `delete all price entries ${skusText(some)}`,
      idempotency: 'delete',
      action: { kind: 'delete-prices', skus: some.map(({ change }) => change.sku) },
      changes: some.map(({ change }) => change.address),
      roots,
      provides: [
        ...some.filter(({ when }) => when === 'unchosen').map(({ change }) => removedToken('PricingAdvanced', change.sku)),
        ...tokens.provides,
      ],
      wants: [...some.flatMap((item) => waitsFor(item)), ...tokens.wants],
      after: frame.after,
    },
  ]
}

/** With the last of the drafts the prices are final: option values of new variants wait for it. */
function providingPrices(drafts: readonly Draft[], work: readonly GridWork[]): Draft[] {
  const tokens = work.map(({ change }) => priceToken(change.sku))
  return drafts.map((draft, index) => (index === drafts.length - 1 ? { ...draft, provides: [...draft.provides, ...tokens] } : draft))
}

/**
 * One run of skus whose grid is off meanwhile: simple price and off, read back, delete, insert, read back, on. A part that no
 * sku needs is left out; no step starts before the one before it.
 */
function lane(work: readonly GridWork[], frame: DraftFrame): Draft[] {
  const off = ownerDrafts(work, ({ off: record }) => record, { ...frame, title: `set simple price and turn off grid ${skusText(work)}` })
  const isOff = verified(off, work, frame.stage)
  const clear = clearDrafts(work, { ...frame, after: isOff.length > 0 ? isOff : frame.after })
  const ready = [clear, isOff].find((drafts) => drafts.length > 0) ?? frame.after
  const updates = rowDrafts(work, (item) => item.updates, { ...frame, verb: 'update', after: ready })
  const inserts = rowDrafts(work, (item) => item.inserts, { ...frame, verb: 'insert', after: [...ready, ...updates] })
  const rows = [...updates, ...inserts]
  const isFilled = verified(rows, work, frame.stage)
  const on = ownerDrafts(work, ({ on: record }) => record, { ...frame, title: `turn on grid ${skusText(work)}`, after: isFilled })
  return providingPrices([...off, ...isOff, ...clear, ...rows, ...isFilled, ...on], work)
}

function isOnAllTheTime({ change }: GridWork): boolean {
  return change.grid.way === 'in-place' && change.fields.every(({ field }) => field !== 'advanced_pricing')
}

/** What all runs of some grids have in common, and what each waits for. */
interface RunFrame extends Omit<DraftFrame, 'after'> {
  readonly after: (run: readonly GridWork[]) => readonly Draft[]
}

/** The drafts of runs of few skus, of one owner resource, that are read back together. */
function inRuns(
  work: readonly GridWork[],
  drafts: (run: readonly GridWork[], frame: DraftFrame) => Draft[],
  { stage, context, after }: RunFrame,
): Draft[] {
  const { skusPerDelete, recordsPerRequest, targetBytes } = context.limits
  const most = { records: Math.min(skusPerDelete, recordsPerRequest), bytes: targetBytes }
  const kinds = Map.groupBy(work, ({ change: { grid, root } }) => `${grid.owner} ${context.orders.has(root.address) ? 'ordered' : ''}`)
  const runs = [...kinds.values()].flatMap((owned) => [
    ...batches(owned, most, ({ change }) => ({ records: 1, bytes: parameterBytes('sku', change.sku) })),
  ])
  return runs.flatMap((run) => drafts(run, { stage, context, after: after(run) }))
}

/** The most skus of grids on sale that are read back together. */
const skusReadBack = 500

/**
 * The drafts of grids that stay on. No request of theirs names many skus, so that bodies are filled
 * across all skus of a run; what is read back is one request for a whole run (docs/decisions/044-bodies-of-grids-on-sale.md).
 */
function onSaleRuns(work: readonly GridWork[], { stage, context, after }: RunFrame): Draft[] {
  const kinds = Map.groupBy(work, ({ change }) => context.orders.has(change.root.address))
  const most = { records: skusReadBack, bytes: Number.POSITIVE_INFINITY }
  const runs = [...kinds.values()].flatMap((some) => [...batches(some, most, () => ({ records: 1, bytes: 0 }))])
  return runs.flatMap((run) => onSaleDrafts(run, { stage, context, after: after(run) }))
}

function remainsOn(item: GridWork): boolean {
  return changesOnSale(item) || isOnAllTheTime(item)
}

/** The grids that stay on, then the lanes of the others. */
function lanes(work: readonly GridWork[], frame: RunFrame): Draft[] {
  const [kept, others] = [work.filter(remainsOn), work.filter((item) => !remainsOn(item))]
  return [...onSaleRuns(kept, frame), ...inRuns(others, lane, frame)]
}

/** The steps of all grids: those that only change in place (on all the time), then the others. */
export function gridDrafts(roots: readonly RootChanges[], context: StepContext): Draft[] {
  const work = gridWork(roots).filter(({ when }) => when === 'before')
  const inPlace = Map.groupBy(work.filter(isOnAllTheTime), ({ change }) => context.orders.has(change.root.address))
  return [
    ...[...inPlace.values()].flatMap((some) => inPlaceDrafts(some, { stage: 'grids', after: [], context })),
    ...lanes(
      work.filter((item) => !isOnAllTheTime(item)),
      { stage: 'grids', after: () => [], context },
    ),
  ]
}

/**
 * The grids that wait for what else their products get (`postsOf`, by root): those of variants that are removed, before the variants
 * themselves, or lose their option values, and those of products whose variants are what shoppers pay from now on.
 */
export function laterGridDrafts(
  roots: readonly RootChanges[],
  postsOf: (roots: Iterable<string>) => readonly Draft[],
  context: StepContext,
): Draft[] {
  const after = (run: readonly GridWork[]): readonly Draft[] => postsOf(run.map(({ change }) => change.root.address))
  const work = gridWork(roots).filter(({ when }) => when !== 'before')
  const first = Map.groupBy(work, ({ change, when }) => {
    const order = context.orders.get(change.root.address)
    return order !== undefined && (order.removesFirst || (order.removesVariantsFirst && when === 'unchosen'))
  })
  return [...first].flatMap(([isFirst, some]) => lanes(some, { stage: isFirst ? 'before prices' : 'removals', after, context }))
}

import { parameterBytes } from '../records/target-bytes.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { batches } from './batches.ts'
import { bodyBytes } from './body-bytes.ts'
import type { RootChanges } from './changes-by-root.ts'
import { counted } from './counted.ts'
import { draftIndex } from './draft-index.ts'
import type { Draft } from './draft.ts'
import { gridWork, type GridWork } from './grid-work.ts'
import { postDraft, verifyDraft, type Entry, type StepContext } from './post-drafts.ts'
import { orderTokens } from './price-tokens.ts'
import { removedToken, priceToken, recordToken } from './references.ts'
import type { Stage } from './step.ts'

/** What the steps of some grids have in common. */
interface Frame {
  readonly stage: Stage
  readonly after: readonly Draft[]
  readonly context: StepContext
}

function skus(work: readonly GridWork[]): string {
  return work.length === 1 ? `of ${work[0]?.change.sku ?? ''}` : `of ${String(work.length)} skus`
}

function entryOf({ change }: GridWork, record: RecordTree): Entry {
  return { record, changes: [change.address], root: change.root.address, created: false, provisional: true }
}

/** Before the prices of a removed variant are deleted, its option values are, so that nobody can choose it. */
function waitsFor({ when, change }: GridWork): string[] {
  return when === 'with owner' ? [removedToken('VariantOptions', change.sku)] : []
}

/** Bodies of price entries; the rows of one sku are always in one body. */
function rowDrafts(work: readonly GridWork[], pick: (item: GridWork) => readonly RecordTree[], frame: Frame & { verb: string }): Draft[] {
  const { recordsPerRequest, bodyBytes: bytes } = frame.context.limits
  const some = work.filter((item) => pick(item).length > 0)
  const runs = batches(some, { records: recordsPerRequest, bytes }, (item) => ({
    records: pick(item).length,
    bytes: pick(item).reduce((sum, row) => sum + bodyBytes(row), 0),
  }))
  return Array.from(runs, (run) => {
    const entries = run.flatMap((item) => pick(item).map((row) => entryOf(item, row)))
    const title = `${frame.verb} ${counted(entries.length, 'PricingAdvanced')} ${skus(run)}`
    return postDraft(entries, { stage: frame.stage, title: () => title, after: () => frame.after }, frame.context)
  })
}

function ownerDrafts(
  work: readonly GridWork[],
  pick: (item: GridWork) => RecordTree | undefined,
  frame: Frame & { title: string },
): Draft[] {
  const entries = work.flatMap((item) => {
    const record = pick(item)
    if (!record) return []
    return [{ ...entryOf(item, record), wants: [recordToken(item.change.grid.owner, item.change.sku), ...waitsFor(item)] }]
  })
  if (entries.length === 0) return []
  return [postDraft(entries, { stage: frame.stage, title: () => frame.title, after: () => frame.after }, frame.context)]
}

/** A read-back of what was written, if anything was. */
function verified(of: readonly Draft[], work: readonly GridWork[], stage: Stage): Draft[] {
  return of.length === 0 ? [] : [verifyDraft(of, stage, `read back the prices ${skus(work)}`)]
}

function clearDrafts(work: readonly GridWork[], frame: Frame): Draft[] {
  const some = work.filter(({ clears }) => clears)
  if (some.length === 0) return []
  const roots = [...new Set(some.map(({ change }) => change.root.address))]
  const tokens = orderTokens(frame.stage, roots, frame.context.orders)
  return [
    {
      stage: frame.stage,
      title: `delete all price entries ${skus(some)}`,
      idempotency: 'delete',
      action: { kind: 'delete-prices', skus: some.map(({ change }) => change.sku) },
      changes: some.map(({ change }) => change.address),
      roots,
      provides: [
        ...some.filter(({ when }) => when === 'with owner').map(({ change }) => removedToken('PricingAdvanced', change.sku)),
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
function lane(work: readonly GridWork[], frame: Frame): Draft[] {
  const off = ownerDrafts(work, ({ off: record }) => record, { ...frame, title: `set simple price and turn off grid ${skus(work)}` })
  const isOff = verified(off, work, frame.stage)
  const clear = clearDrafts(work, { ...frame, after: isOff.length > 0 ? isOff : frame.after })
  const ready = [clear, isOff].find((drafts) => drafts.length > 0) ?? frame.after
  const updates = rowDrafts(work, (item) => item.updates, { ...frame, verb: 'update', after: ready })
  const inserts = rowDrafts(work, (item) => item.inserts, { ...frame, verb: 'insert', after: [...ready, ...updates] })
  const rows = [...updates, ...inserts]
  const isFilled = verified(rows, work, frame.stage)
  const on = ownerDrafts(work, ({ on: record }) => record, { ...frame, title: `turn on grid ${skus(work)}`, after: isFilled })
  return providingPrices([...off, ...isOff, ...clear, ...rows, ...isFilled, ...on], work)
}

/** Lanes of one owner resource and few skus; `after` gives what the lane of some skus waits for. */
function lanes(
  work: readonly GridWork[],
  { stage, context, after }: Omit<Frame, 'after'> & { after: (run: readonly GridWork[]) => readonly Draft[] },
): Draft[] {
  const { skusPerDelete, recordsPerRequest, targetBytes } = context.limits
  const most = { records: Math.min(skusPerDelete, recordsPerRequest), bytes: targetBytes }
  const kinds = Map.groupBy(work, ({ change: { grid, root } }) => `${grid.owner} ${context.orders.has(root.address) ? 'ordered' : ''}`)
  const runs = [...kinds.values()].flatMap((owned) => [
    ...batches(owned, most, ({ change }) => ({ records: 1, bytes: parameterBytes('sku', change.sku) })),
  ])
  return runs.flatMap((run) => lane(run, { stage, context, after: after(run) }))
}

/**
 * Grids that stay on. New rows are inserted first: a group that had none pays the default price until then, and must not
 * be charged a default price that has already changed.
 */
function inPlaceDrafts(work: readonly GridWork[], frame: Frame): Draft[] {
  const inserts = rowDrafts(work, (item) => item.inserts, { ...frame, verb: 'insert' })
  const updates = rowDrafts(work, (item) => item.updates, { ...frame, verb: 'update' })
  const insertsOf = draftIndex(inserts, ({ changes }) => changes)
  return [...inserts, ...updates.map((draft) => ({ ...draft, after: insertsOf(draft.changes) }))]
}

function isOnAllTheTime({ change }: GridWork): boolean {
  return change.grid.way === 'in-place' && change.fields.every(({ field }) => field !== 'advanced_pricing')
}

/** The steps of all grids: those that change in place (on all the time), then the lanes of the others. */
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
 * The grids that wait for what else their products get (`postsOf`, by root): price entries of variants that are removed, before the
 * variants themselves, and those of products whose variants are what shoppers pay from now on.
 */
export function laterGridDrafts(
  roots: readonly RootChanges[],
  postsOf: (roots: Iterable<string>) => readonly Draft[],
  context: StepContext,
): Draft[] {
  const after = (run: readonly GridWork[]): readonly Draft[] => postsOf(run.map(({ change }) => change.root.address))
  const work = gridWork(roots).filter(({ when }) => when !== 'before')
  const first = Map.groupBy(work, ({ change }) => context.orders.get(change.root.address)?.removesFirst === true)
  return [...first].flatMap(([isFirst, some]) => lanes(some, { stage: isFirst ? 'before prices' : 'removals', after, context }))
}

import type { RecordTree } from '../resources/record-tree.ts'
import { batches } from './batches.ts'
import { bodyBytes } from './body-bytes.ts'
import type { RootChanges } from './changes-by-root.ts'
import type { Draft } from './draft.ts'
import { gridWork, type GridWork } from './grid-work.ts'
import { counted } from './counted.ts'
import { postDraft, verifyDraft, type Entry, type StepContext } from './post-drafts.ts'
import { goneToken, priceToken, recordToken } from './references.ts'
import type { Stage } from './step.ts'

/** Where the steps of a lane stand. */
interface Put {
  readonly stage: Stage
  readonly after: readonly Draft[]
  readonly context: StepContext
}

function skus(work: readonly GridWork[]): string {
  return work.length === 1 ? `of ${work[0]?.sku ?? ''}` : `of ${String(work.length)} skus`
}

function entryOf({ change, root }: GridWork, record: RecordTree): Entry {
  return { record, changes: [change.address], root, created: false, provisional: true }
}

/** A variant that leaves can no longer be chosen when its prices go. */
function waitsFor({ leaves, sku }: GridWork): string[] {
  return leaves ? [goneToken('VariantOptions', sku)] : []
}

/** Bodies of price entries; the rows of one sku are never torn apart. */
function rowDrafts(work: readonly GridWork[], pick: (item: GridWork) => readonly RecordTree[], put: Put & { verb: string }): Draft[] {
  const { recordsPerRequest, bodyBytes: bytes } = put.context.limits
  const some = work.filter((item) => pick(item).length > 0)
  const runs = batches(some, { records: recordsPerRequest, bytes }, (item) => ({
    records: pick(item).length,
    bytes: pick(item).reduce((sum, row) => sum + bodyBytes(row), 0),
  }))
  return runs.map((run) => {
    const entries = run.flatMap((item) => pick(item).map((row) => entryOf(item, row)))
    const title = `${put.verb} ${counted(entries.length, 'PricingAdvanced')} ${skus(run)}`
    return postDraft(entries, { stage: put.stage, title: () => title, after: () => put.after }, put.context)
  })
}

function ownerDrafts(work: readonly GridWork[], pick: (item: GridWork) => RecordTree | undefined, put: Put & { title: string }): Draft[] {
  const entries = work.flatMap((item) => {
    const record = pick(item)
    if (!record) return []
    return [{ ...entryOf(item, record), wants: [recordToken(item.grid.owner, item.sku), ...waitsFor(item)] }]
  })
  if (entries.length === 0) return []
  return [postDraft(entries, { stage: put.stage, title: () => put.title, after: () => put.after }, put.context)]
}

/** A read-back of what was just written, if anything was. */
function verified(of: readonly Draft[], work: readonly GridWork[], stage: Stage): Draft[] {
  return of.length === 0 ? [] : [verifyDraft(of, stage, `read back the prices ${skus(work)}`)]
}

function clearDrafts(work: readonly GridWork[], put: Put): Draft[] {
  const some = work.filter(({ clears }) => clears)
  if (some.length === 0) return []
  const cleared = new Set(some.map(({ root }) => root))
  return [
    {
      stage: put.stage,
      title: `delete all price entries ${skus(some)}`,
      idempotency: 'delete',
      action: { kind: 'delete-prices', skus: some.map(({ sku }) => sku) },
      changes: some.map(({ change }) => change.address),
      roots: [...cleared],
      provides: some.filter(({ leaves }) => leaves).map(({ sku }) => goneToken('PricingAdvanced', sku)),
      wants: some.flatMap((item) => waitsFor(item)),
      after: put.after,
    },
  ]
}

/** The last of the drafts settles the prices: option values of new variants wait for it. */
function settling(drafts: readonly Draft[], work: readonly GridWork[]): Draft[] {
  const tokens = work.map(({ sku }) => priceToken(sku))
  return drafts.map((draft, index) => (index === drafts.length - 1 ? { ...draft, provides: [...draft.provides, ...tokens] } : draft))
}

/**
 * One run of skus through a grid that is off: simple price and off, read back, delete, insert, read back, on. Each part
 * is left out where no sku needs it, and no step is begun before the one before it.
 */
function lane(work: readonly GridWork[], put: Put): Draft[] {
  const off = ownerDrafts(work, ({ off: record }) => record, { ...put, title: `simple price, grid off ${skus(work)}` })
  const stands = verified(off, work, put.stage)
  const clear = clearDrafts(work, { ...put, after: stands.length > 0 ? stands : put.after })
  const ready = clear.length > 0 ? clear : stands
  const updates = rowDrafts(work, (item) => item.updates, { ...put, verb: 'update', after: ready })
  const inserts = rowDrafts(work, (item) => item.inserts, { ...put, verb: 'insert', after: [...ready, ...updates] })
  const rows = [...updates, ...inserts]
  const arrived = verified(rows, work, put.stage)
  const on = ownerDrafts(work, ({ on: record }) => record, { ...put, title: `grid on ${skus(work)}`, after: arrived })
  return settling([...off, ...stands, ...clear, ...rows, ...arrived, ...on], work)
}

function lanes(work: readonly GridWork[], put: Put): Draft[] {
  const { skusPerDelete, recordsPerRequest } = put.context.limits
  const runs = [...Map.groupBy(work, ({ grid }) => grid.owner).values()].flatMap((owned) =>
    batches(owned, { records: Math.min(skusPerDelete, recordsPerRequest), bytes: 0 }, () => ({ records: 1, bytes: 0 })),
  )
  return runs.flatMap((run) => lane(run, put))
}

/**
 * Grids that stay on. New rows come first: a group that had none pays the default price until then, and must not meet a
 * default price that has already changed.
 */
function standingDrafts(work: readonly GridWork[], put: Put): Draft[] {
  const inserts = rowDrafts(work, (item) => item.inserts, { ...put, verb: 'insert' })
  const updates = rowDrafts(work, (item) => item.updates, { ...put, verb: 'update' })
  const waiting = updates.map((draft) => ({
    ...draft,
    after: inserts.filter((insert) => insert.changes.some((address) => draft.changes.includes(address))),
  }))
  return [...inserts, ...waiting]
}

function standsStill({ grid, off, on }: GridWork): boolean {
  return grid.way === 'in-place' && !off && !on
}

/** The steps of all grids: those that change in place (on all the time), then the others in runs of one owner resource and few skus. */
export function gridDrafts(roots: readonly RootChanges[], context: StepContext): Draft[] {
  const put: Put = { stage: 'grids', after: [], context }
  const work = gridWork(roots).filter(({ leaves }) => !leaves)
  const standing = work.filter(standsStill)
  return [
    ...standingDrafts(standing, put),
    ...lanes(
      work.filter((item) => !standsStill(item)),
      put,
    ),
  ]
}

/** The price entries of variants that are removed, after what else their products get; the variants themselves go after them. */
export function leavingGridDrafts(
  roots: readonly RootChanges[],
  before: ReadonlyMap<string, readonly Draft[]>,
  context: StepContext,
): Draft[] {
  const work = gridWork(roots).filter(({ leaves }) => leaves)
  const after = [...new Set(work.map(({ root }) => root))].flatMap((root) => before.get(root) ?? [])
  return lanes(work, { stage: 'removals', after: [...new Set(after)], context })
}

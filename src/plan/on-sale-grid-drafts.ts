import { draftIndex } from './draft-index.ts'
import type { Draft } from './draft.ts'
import { type DraftFrame, rowDrafts, verified, waitsFor } from './grid-bodies.ts'
import type { GridWork } from './grid-work.ts'
import { orderTokens } from './price-tokens.ts'

/** True for a grid that stays on while rows leave it or get other cells. */
export function changesOnSale({ change: { grid } }: GridWork): boolean {
  return grid.way === 're-cut' || grid.way === 'single-rows'
}

/**
 * Grids that stay on. New rows are inserted first: a group that had none pays the default price until then, and must not
 * be charged a default price that has already changed.
 */
export function inPlaceDrafts(work: readonly GridWork[], frame: DraftFrame): Draft[] {
  const inserts = rowDrafts(work, (item) => item.inserts, { ...frame, verb: 'insert' })
  const updates = rowDrafts(work, (item) => item.updates, { ...frame, verb: 'update' })
  const insertsOf = draftIndex(inserts, ({ changes }) => changes)
  return [...inserts, ...updates.map((draft) => ({ ...draft, after: [...frame.after, ...insertsOf(draft.changes)] }))]
}

function isCut({ change }: GridWork): boolean {
  return change.grid.way === 're-cut'
}

/** The deletion of one price entry. */
function deleteDraft(item: GridWork, uid: string, { stage, context, after }: DraftFrame): Draft {
  const { sku, address, root } = item.change
  const { provides, wants } = orderTokens(stage, [root.address], context.orders)
  return {
    stage,
    title: `delete price entry ${uid} of ${sku}`,
    idempotency: 'delete',
    action: { kind: 'delete-entry', sku, uid },
    changes: [address],
    roots: [root.address],
    provides,
    wants: [...wants, ...waitsFor(item)],
    after,
  }
}

/**
 * One run of skus whose rows leave or get other cells while the grid is on: one body that re-cuts, read back, or inserts and updates in
 * place; then the rows that are not wanted are deleted one by one: the first of each sku, read back, the others, read back.
 */
export function onSaleDrafts(work: readonly GridWork[], frame: DraftFrame): Draft[] {
  const cut = work.filter(isCut)
  const bodies = rowDrafts(cut, ({ updates, inserts }) => [...updates, ...inserts], { ...frame, verb: 're-cut' })
  const written = [
    ...inPlaceDrafts(
      work.filter((item) => !isCut(item)),
      frame,
    ),
    ...bodies,
    ...verified(bodies, cut, frame.stage),
  ]
  const writtenOf = draftIndex(written, ({ changes }) => changes)
  const first = work.flatMap((item) =>
    item.deletes
      .slice(0, 1)
      .map((uid) => deleteDraft(item, uid, { ...frame, after: [...frame.after, ...writtenOf([item.change.address])] })),
  )
  const isFirstGone = verified(
    first,
    work.filter(({ deletes }) => deletes.length > 0),
    frame.stage,
  )
  const others = work.flatMap((item) => item.deletes.slice(1).map((uid) => deleteDraft(item, uid, { ...frame, after: isFirstGone })))
  return [
    ...written,
    ...first,
    ...isFirstGone,
    ...others,
    ...verified(
      others,
      work.filter(({ deletes }) => deletes.length > 1),
      frame.stage,
    ),
  ]
}

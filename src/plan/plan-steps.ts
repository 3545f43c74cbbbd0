import type { Change } from '../diff/change.ts'
import type { RootName } from '../records/desired.ts'
import { kept } from '../source/kept.ts'
import { withBarriers } from './barriers.ts'
import { changesByRoot, isNewRoot, type RootChanges } from './changes-by-root.ts'
import { createdHiddenDrafts, createdPlainDrafts } from './created-root-drafts.ts'
import { numberSteps } from './draft.ts'
import { fileDrafts, fileRemovalDrafts } from './file-drafts.ts'
import { gridDrafts } from './grid-drafts.ts'
import type { Hazard } from './hazard.ts'
import { hazardsOf } from './hazards.ts'
import type { PlanContext } from './post-drafts.ts'
import { endsLater, takesPlace } from './last-fields.ts'
import { isMovedAway, movedDrafts } from './moved-drafts.ts'
import { besidesHiding, movedRowDrafts } from './moved-row-drafts.ts'
import { recreatedRowDrafts } from './recreated-rows.ts'
import { hideDrafts } from './hide-drafts.ts'
import { removalDrafts } from './removal-drafts.ts'
import { rootOrders } from './root-order.ts'
import { rowDrafts } from './row-drafts.ts'
import { shownDrafts } from './shown-drafts.ts'
import type { Step } from './step.ts'
import { webhookDrafts } from './webhook-drafts.ts'

function rootsOf(roots: readonly RootChanges[], name: RootName): readonly RootChanges[] {
  return roots.filter(({ root }) => root.resource === name)
}

/** True for the update of an existing record as it is: nothing else of it changes, and nothing of it is written last. */
function isPlainUpdate({ own, rows }: RootChanges): boolean {
  if (own?.action !== 'update' || rows.length > 0) return false
  return own.movedFrom === undefined && own.movedTo === undefined && !endsLater(own)
}

function isInPlace(changes: RootChanges): boolean {
  return !isMovedAway(changes)
}

/**
 * What must be sent to the store for these changes, in order, and its hazards: from the changes alone. `cannot` changes have
 * no step; without a barrier no step needs one of a later stage.
 */
export function planSteps(
  changes: readonly Change[],
  given: PlanContext,
): { readonly steps: readonly Step[]; readonly hazards: readonly Hazard[] } {
  const all = changesByRoot(changes)
  // Of a packed root there is nothing but its creation.
  const unpacked = kept(all, ({ packed }) => !packed)
  const created = all.filter(isNewRoot)
  // Most roots of a large plan are updates of one record, which only have their place among the rows.
  const roots = unpacked.filter((each) => !isPlainUpdate(each))
  const [categories, products] = [rootsOf(roots, 'Cat'), rootsOf(roots, 'Product')]
  // A part of a body can be a category without its place, which a later plan only recognises while the category is hidden.
  const isWhole = given.capabilities.batches === 'atomic' && given.barrier !== true && !categories.some(takesPlace)
  const createCategories = isWhole ? createdPlainDrafts : createdHiddenDrafts
  // A product that is removed is hidden first: nobody sees in which order the rest is.
  const staying = products.filter(({ own }) => own?.action !== 'remove')
  const context = { ...given, orders: rootOrders(staying, given.capabilities) }
  const written = [
    ...hideDrafts(roots, context),
    ...createdPlainDrafts(rootsOf(created, 'UserGroups'), 'groups', context),
    ...createCategories(rootsOf(created, 'Cat'), 'categories', context),
    ...fileDrafts(changes),
    ...createdHiddenDrafts(rootsOf(created, 'Product'), 'products', context),
    ...rowDrafts(kept(unpacked, isInPlace), context),
    ...recreatedRowDrafts(kept(roots, isInPlace), context),
    ...gridDrafts(kept(products, isInPlace), context),
    ...webhookDrafts(rootsOf(roots, 'Webhooks'), context),
  ]
  const shown = [categories, products].flatMap((some) => [
    ...shownDrafts(kept(some, isInPlace), written, context),
    ...movedDrafts(some, written, context),
  ])
  const moved = movedRowDrafts(roots, shown, context)
  const removed = removalDrafts(
    roots.filter(({ root }) => root.resource !== 'Webhooks').map(besidesHiding),
    [...written, ...shown, ...moved],
    context,
  )
  const ordered = [...context.orders.values()].flatMap(({ hazards }) => hazards)
  const records = [...written, ...shown, ...moved, ...removed]
  const drafts = [...records, ...fileRemovalDrafts(changes, records)]
  const parts = context.barrier === true ? withBarriers(drafts, all) : [{ drafts, after: [] }]
  return { steps: numberSteps(parts, context.onNumbered), hazards: [...hazardsOf(changes), ...ordered] }
}

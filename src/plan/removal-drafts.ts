import { type RecordChange, skuOfChange } from '../diff/change.ts'
import { writeOrder } from '../resources/registry.ts'
import { isLeavingVariant, type RootChanges } from './changes-by-root.ts'
import { counted } from './counted.ts'
import { deleteRowDraft } from './delete-row-draft.ts'
import { draftIndex } from './draft-index.ts'
import type { Draft } from './draft.ts'
import { laterGridDrafts } from './grid-drafts.ts'
import { isRemovedLeftOver } from './left-over-drafts.ts'
import { movesReferred, moveSides } from './move-sides.ts'
import { type Entry, postDrafts, type StepContext } from './post-drafts.ts'
import { orderTokens } from './price-tokens.ts'
import { recordOf } from './record-of-change.ts'
import { removedToken } from './references.ts'
import { isOfVariants, type RootOrders } from './root-order.ts'
import type { Stage } from './step.ts'

/** The order of removals: the reverse of the order in which rows are created. */
const order = writeOrder.toReversed()

/** A variant waits for its option values and prices, which refer to its code and would remain in the store. */
function waits(change: RecordChange): Pick<Draft, 'provides' | 'wants'> {
  const { resource } = change
  const code = skuOfChange(change)
  if (resource === 'VariantOptions') return { provides: [removedToken('VariantOptions', code)], wants: [] }
  if (resource !== 'Variants') return { provides: [], wants: [] }
  return { provides: [], wants: [removedToken('VariantOptions', code), removedToken('PricingAdvanced', code)] }
}

/** The last groups leave when the prices are final; others leave before they change. */
function stageOf({ resource, root }: RecordChange, orders: RootOrders): Stage {
  const order = orders.get(root.address)
  if (order?.removesFirst || (order?.removesVariantsFirst && isOfVariants(resource))) return 'before prices'
  if (resource !== 'ProdAccessGroup') return 'removals'
  return order?.before.has('leave') ? 'before prices' : order?.after.has('leave') ? 'after prices' : 'removals'
}

function removalDraft(change: RecordChange, after: readonly Draft[], { orders }: StepContext): Draft {
  const stage = stageOf(change, orders)
  const own = waits(change)
  const tokens = orderTokens(stage, [change.root.address], orders)
  return {
    ...deleteRowDraft(change, { stage, title: `remove ${change.address}`, after }),
    provides: [...own.provides, ...tokens.provides],
    wants: [...own.wants, ...tokens.wants],
  }
}

function updateTitle(entries: readonly Entry[]): string {
  return `update ${counted(entries.length, 'Variants')}`
}

/** The updates of variants that lose their option values, after these: nobody who can choose such a variant sees its price move. */
function leavingVariantDrafts(roots: readonly RootChanges[], context: StepContext): Draft[] {
  const changes = roots.flatMap((root) => root.rows.filter((row) => row.kind === 'record').filter((row) => isLeavingVariant(row, root)))
  const entries = changes.map((change): Entry => ({
    record: recordOf(change),
    changes: [change.address],
    root: change.root.address,
    created: false,
    wants: [removedToken('VariantOptions', skuOfChange(change))],
  }))
  const kinds = Map.groupBy(entries, ({ root }) => context.orders.has(root))
  return [...kinds.values()].flatMap((some) => postDrafts(some, { stage: 'removals', title: updateTitle }, context))
}

/**
 * Removes the rows that the catalogue no longer has, last of all and in reverse order; each after what its root record still gets, and a
 * root record after all its rows.
 */
export function removalDrafts(roots: readonly RootChanges[], before: readonly Draft[], context: StepContext): Draft[] {
  const postsOf = draftIndex(
    before.filter(({ action }) => action.kind === 'post'),
    (draft) => draft.roots,
  )
  const records = roots.flatMap(({ rows }) => rows.filter((row) => row.kind === 'record'))
  const moves = moveSides(roots.flatMap(({ own }) => own ?? []))
  const movesOf = ({ resource, key, root }: RecordChange): readonly string[] =>
    movesReferred({ resource, fields: key, root: root.address }, moves)
  const removed = Map.groupBy(
    records.filter((change) => change.action === 'remove' && !isRemovedLeftOver(change)),
    ({ resource }) => resource,
  )
  const rows = order.flatMap((resource) => {
    const drafts = (removed.get(resource) ?? []).map((change) =>
      removalDraft(change, postsOf([change.root.address, ...movesOf(change)]), context),
    )
    if (resource !== 'Variants') return drafts
    return [...laterGridDrafts(roots, postsOf, context), ...leavingVariantDrafts(roots, context), ...drafts]
  })
  const beforeRoot = draftIndex([...before, ...rows], (draft) => draft.roots)
  const own = roots.flatMap(({ own: change }) => (change?.action === 'remove' ? [change] : []))
  const inOrder = own.toSorted((a, b) => order.indexOf(a.resource) - order.indexOf(b.resource))
  return [...rows, ...inOrder.map((change) => removalDraft(change, beforeRoot([change.root.address]), context))]
}

import type { GridChange, RecordChange } from '../diff/change.ts'
import { parameterBytes } from '../records/target-bytes.ts'
import { batches } from './batches.ts'
import { isNewRoot, type RootChanges } from './changes-by-root.ts'
import { deleteRowDraft } from './delete-row-draft.ts'
import { draftIndex } from './draft-index.ts'
import type { Draft } from './draft.ts'
import type { StepContext } from './post-drafts.ts'
import type { Stage } from './step.ts'

/** True for a row of a removed record that is deleted before the record with its key is created. */
export function isRemovedLeftOver({ action, leftOver }: RecordChange): boolean {
  return action === 'remove' && leftOver === true
}

/** Deletes the price entries of removed records whose skus are created, before new ones are inserted. */
function priceDrafts(grids: readonly GridChange[], stage: Stage, { limits }: StepContext): Draft[] {
  const most = { records: limits.skusPerDelete, bytes: limits.targetBytes }
  const runs = batches(grids, most, ({ sku }) => ({ records: 1, bytes: parameterBytes('sku', sku) }))
  return Array.from(runs, (run) => {
    const skus = run.map(({ sku }) => sku)
    return {
      stage,
      title: `delete left-over price entries ${skus.length === 1 ? `of ${skus[0] ?? ''}` : `of ${String(skus.length)} skus`}`,
      idempotency: 'delete',
      action: { kind: 'delete-prices', skus },
      changes: run.map(({ address }) => address),
      roots: [...new Set(run.map(({ root }) => root.address))],
      provides: [],
      wants: [],
      after: [],
    }
  })
}

function rowDraft(change: RecordChange, stage: Stage, after: readonly Draft[]): Draft {
  return deleteRowDraft(change, { stage, title: `delete left-over ${change.address}`, after })
}

/**
 * The drafts that delete what removed records have left under the keys of some roots. A variant is deleted after its prices and option values:
 * without it, nothing would lead to them.
 */
function deleteDrafts(roots: readonly RootChanges[], stage: Stage, context: StepContext): Draft[] {
  const rows = roots.flatMap((root) => root.rows)
  const grids = rows.filter((row) => row.kind === 'grid').filter(({ grid }) => grid.leftOver)
  const records = rows.filter((row) => row.kind === 'record').filter(isRemovedLeftOver)
  const [variants, others] = [true, false].map((isVariant) => records.filter(({ resource }) => (resource === 'Variants') === isVariant))
  const first = [...priceDrafts(grids, stage, context), ...(others ?? []).map((change) => rowDraft(change, stage, []))]
  const firstOf = draftIndex(first, (draft) => draft.roots)
  return [...first, ...(variants ?? []).map((change) => rowDraft(change, stage, firstOf([change.root.address])))]
}

/** Deletes what removed records have left under the keys of root records that are created: their creation waits for it. */
export function leftOverRootDrafts(roots: readonly RootChanges[], stage: Stage, context: StepContext): Draft[] {
  return deleteDrafts(roots.filter(isNewRoot), stage, context)
}

/** Deletes what removed variants have left under the codes of variants that join an existing product, before they do. */
export function leftOverVariantDrafts(roots: readonly RootChanges[], context: StepContext): Draft[] {
  return deleteDrafts(
    roots.filter((changes) => !isNewRoot(changes)),
    'variants',
    context,
  )
}

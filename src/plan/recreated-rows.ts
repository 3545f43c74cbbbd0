import type { InsertedAgain, RecordChange } from '../diff/change.ts'
import { resourceOf } from '../resources/registry.ts'
import { isNewRoot, type RootChanges } from './changes-by-root.ts'
import { counted } from './counted.ts'
import { deleteRowDraft } from './delete-row-draft.ts'
import { draftIndex } from './draft-index.ts'
import type { Draft } from './draft.ts'
import { bodyIdempotency } from './idempotency.ts'
import { postDrafts, type Entry, type StepContext } from './post-drafts.ts'
import { bareRecord } from './record-of-change.ts'
import type { Stage } from './step.ts'

/** A row that the store has more than once. */
type DoubledRow = RecordChange & { readonly again: InsertedAgain }

/** True for the change of a row that is deleted, with its equals, and inserted again. */
export function isDoubled(change: RecordChange): change is DoubledRow {
  return change.again !== undefined
}

interface Placed extends Entry {
  readonly stage: Stage
}

function placed(change: DoubledRow): Placed[] {
  const { resource, root, address, again } = change
  const { stage } = resourceOf(resource)
  return stage === undefined
    ? []
    : [{ record: bareRecord(resource, again.row), changes: [address], root: root.address, created: true, stage }]
}

function insertTitle(run: readonly Entry[]): string {
  return `insert ${counted(run.length, run[0]?.record.resource ?? 'ProdCat')} again`
}

/** Rows that the store has more than once: all copies of each are deleted, then one is inserted; both in the stage of its resource. */
export function recreatedRowDrafts(roots: readonly RootChanges[], context: StepContext): Draft[] {
  const records = roots.filter((changes) => !isNewRoot(changes)).flatMap(({ rows }) => rows.filter((row) => row.kind === 'record'))
  const doubled = records.filter(isDoubled)
  const kinds = Map.groupBy(doubled.flatMap(placed), ({ stage, record }) => `${stage} ${bodyIdempotency([record], context.capabilities)}`)
  const changes = new Map(doubled.map((change) => [change.address, change]))
  return [...kinds.values()].flatMap((entries) => {
    const stage = entries[0]?.stage ?? 'products'
    const deletes = entries.flatMap(({ changes: [address = ''] }) => {
      const change = changes.get(address)
      return change ? [deleteRowDraft(change, { stage, title: `delete all copies of ${change.address}`, after: [] })] : []
    })
    const deletesOf = draftIndex(deletes, (draft) => draft.changes)
    const after = (run: readonly Entry[]): readonly Draft[] => deletesOf(run.flatMap((entry) => entry.changes))
    return [...deletes, ...postDrafts(entries, { stage, title: insertTitle, after }, context)]
  })
}

import type { RecordTree } from '../resources/record-tree.ts'
import { batches } from './batches.ts'
import { bodyBytes } from './body-bytes.ts'
import { counted } from './counted.ts'
import type { Draft } from './draft.ts'
import type { GridWork } from './grid-work.ts'
import { postDraft, verifyDraft, type Entry, type StepContext } from './post-drafts.ts'
import { removedToken } from './references.ts'
import type { Stage } from './step.ts'

/** What the steps of some grids have in common. */
export interface DraftFrame {
  readonly stage: Stage
  readonly after: readonly Draft[]
  readonly context: StepContext
}

/** "of TEE", "of 12 skus". */
export function skusText(work: readonly GridWork[]): string {
  return work.length === 1 ? `of ${work[0]?.change.sku ?? ''}` : `of ${String(work.length)} skus`
}

/** The prices of a variant that loses its option values change after these are removed: nobody can choose it then. */
export function waitsFor({ when, change }: GridWork): string[] {
  return when === 'unchosen' ? [removedToken('VariantOptions', change.sku)] : []
}

/** A record that a step of a grid writes. */
export function entryOf(item: GridWork, record: RecordTree): Entry {
  const { address, root } = item.change
  return { record, changes: [address], root: root.address, created: false, provisional: true, wants: waitsFor(item) }
}

/** Bodies of price entries; the rows of one sku are always in one body. */
export function rowDrafts(
  work: readonly GridWork[],
  pick: (item: GridWork) => readonly RecordTree[],
  frame: DraftFrame & { verb: string },
): Draft[] {
  const { recordsPerRequest, bodyBytes: bytes } = frame.context.limits
  const some = work.filter((item) => pick(item).length > 0)
  const runs = batches(some, { records: recordsPerRequest, bytes }, (item) => ({
    records: pick(item).length,
    bytes: pick(item).reduce((sum, row) => sum + bodyBytes(row), 0),
  }))
  return Array.from(runs, (run) => {
    const entries = run.flatMap((item) => pick(item).map((row) => entryOf(item, row)))
    const title = `${frame.verb} ${counted(entries.length, 'PricingAdvanced')} ${skusText(run)}`
    return postDraft(entries, { stage: frame.stage, title: () => title, after: () => frame.after }, frame.context)
  })
}

/** A read-back of what was written, if anything was. */
export function verified(of: readonly Draft[], work: readonly GridWork[], stage: Stage): Draft[] {
  return of.length === 0 ? [] : [verifyDraft(of, stage, `read back the prices ${skusText(work)}`)]
}

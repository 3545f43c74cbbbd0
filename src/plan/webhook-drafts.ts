import type { RootChanges } from './changes-by-root.ts'
import { counted } from './counted.ts'
import { createdPlainDrafts } from './created-root-drafts.ts'
import { deleteRowDraft } from './delete-row-draft.ts'
import type { Draft } from './draft.ts'
import { verifyDraft, type StepContext } from './post-drafts.ts'

/** New webhooks, read back; then the removal of others, so that an order in between is reported to at least one address. */
export function webhookDrafts(roots: readonly RootChanges[], context: StepContext): Draft[] {
  const created = createdPlainDrafts(roots, 'webhooks', context)
  const verified = created.map((draft) => verifyDraft([draft], 'verify', `read back ${counted(draft.roots.length, 'Webhooks')}`))
  const removed = roots.flatMap(({ own, root }) =>
    own?.action === 'remove'
      ? [deleteRowDraft(own, { stage: 'removals', title: `remove ${root.key} to ${root.title}`, after: verified })]
      : [],
  )
  return [...created, ...verified, ...removed]
}

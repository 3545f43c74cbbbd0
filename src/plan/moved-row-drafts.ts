import type { RootChanges } from './changes-by-root.ts'
import { draftIndex } from './draft-index.ts'
import { type Draft, type DraftAction, inStageOrder } from './draft.ts'
import { gridDrafts } from './grid-drafts.ts'
import { isMovedAway } from './moved-drafts.ts'
import type { StepContext } from './post-drafts.ts'
import { recreatedRowDrafts } from './recreated-rows.ts'
import { rowDrafts } from './row-drafts.ts'

/** The rest of what changes at a record that is hidden because it has another key now: its own fields are in the request that hides it. */
export function besidesHiding(changes: RootChanges): RootChanges {
  const { root, own, rows, bySku, leaving } = changes
  return own && isMovedAway(changes) ? { root, own: { ...own, fields: [] }, rows, bySku, leaving } : changes
}

/**
 * What is written below records that are hidden because they have another key now, when they are hidden: an undo restores what such a
 * record had before. `hidden`: the drafts that hide them.
 */
export function movedRowDrafts(roots: readonly RootChanges[], hidden: readonly Draft[], given: StepContext): Draft[] {
  const away = roots.filter((changes) => isMovedAway(changes) && changes.rows.length > 0).map(besidesHiding)
  if (away.length === 0) return []
  // Nobody sees in which order the rows of a hidden record change.
  const context: StepContext = { ...given, orders: new Map() }
  const drafts = [...rowDrafts(away, context), ...recreatedRowDrafts(away, context), ...gridDrafts(away, context)]
  const hiddenBy = draftIndex(hidden, (draft) => draft.roots)
  const later = new Map<Draft, Draft>()
  const placed = (draft: Draft): Draft => later.get(draft) ?? draft
  for (const draft of inStageOrder(drafts)) {
    const after = [...draft.after.map(placed), ...hiddenBy(draft.roots)]
    later.set(draft, { ...draft, stage: 'removals', action: placedAction(draft.action, placed), after })
  }
  return [...later.values()]
}

function placedAction(action: DraftAction, placed: (draft: Draft) => Draft): DraftAction {
  return action.kind === 'verify' ? { kind: 'verify', of: action.of.map(placed) } : action
}

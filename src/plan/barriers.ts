import { isNewRoot, type RootChanges } from './changes-by-root.ts'
import type { Draft, DraftPart } from './draft.ts'
import type { Stage } from './step.ts'

/** What comes last: what is shown, and the stages that follow that in any plan. */
const lastStages: ReadonlySet<Stage> = new Set<Stage>(['go live', 'removals', 'after prices', 'file removals'])

/**
 * The drafts in three parts with a barrier after the first and the second: what nobody sees yet (pictures, new groups, new records that
 * are hidden); the changes of what shoppers see, each bridge of a grid as a whole, so that none is off longer than without barriers; and
 * last what is shown, removed or made cheaper (docs/decisions/026-pace-and-barrier.md).
 */
export function withBarriers(drafts: readonly Draft[], roots: readonly RootChanges[]): readonly DraftPart[] {
  const created = new Set(roots.filter(isNewRoot).map(({ root }) => root.address))
  const parts = Map.groupBy(drafts, (draft) => partOf(draft, created))
  const hidden = parts.get('hidden') ?? []
  const changed = parts.get('changed') ?? []
  const shown = parts.get('shown') ?? []
  const first = changed.length + shown.length > 0 ? barrierAfter(hidden, 'barrier: go on if all that was prepared is there') : []
  const second = shown.length > 0 ? barrierAfter(changed, 'barrier: go on if all changes are done', first) : []
  return [
    { drafts: [...hidden, ...first], after: [] },
    { drafts: [...changed, ...second], after: first },
    { drafts: shown, after: second.length > 0 ? second : first },
  ]
}

function partOf(draft: Draft, created: ReadonlySet<string>): 'hidden' | 'changed' | 'shown' {
  if (draft.stage === 'files') return 'hidden'
  if (lastStages.has(draft.stage)) return 'shown'
  return draft.roots.every((root) => created.has(root)) ? 'hidden' : 'changed'
}

function barrierAfter(drafts: readonly Draft[], title: string, also: readonly Draft[] = []): readonly Draft[] {
  if (drafts.length === 0) return []
  const frame = { changes: [], roots: [], provides: [], wants: [] }
  return [{ ...frame, stage: 'verify', title, idempotency: 'read', action: { kind: 'barrier' }, after: [...also, ...drafts] }]
}

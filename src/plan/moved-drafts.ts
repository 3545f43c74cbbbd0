import { resourceOf } from '../resources/registry.ts'
import { batches } from './batches.ts'
import { bodyBytes } from './body-bytes.ts'
import { isNewRoot, type RootChanges } from './changes-by-root.ts'
import { counted } from './counted.ts'
import { draftIndex } from './draft-index.ts'
import type { Draft } from './draft.ts'
import { placeFields, takesPlace } from './last-fields.ts'
import { type Entry, postDrafts, type StepContext, verifyDraft } from './post-drafts.ts'
import { bareRecord, recordOf } from './record-of-change.ts'
import { recordToken } from './references.ts'
import { isReadable, lastEntry, lastTitle } from './shown-drafts.ts'

/** True for a record that is hidden because it has another key now. */
export function isMovedAway({ own }: RootChanges): boolean {
  return own?.movedTo !== undefined
}

/**
 * The moves of one resource, after everything else: when the new records and what refers to them are written and read back, the old ones are
 * hidden and give up their slugs; the next request shows the new ones with these slugs. Nothing in `before` writes to the old ones.
 */
export function movedDrafts(roots: readonly RootChanges[], before: readonly Draft[], context: StepContext): Draft[] {
  if (!roots.some((changes) => isMovedAway(changes) || takesPlace(changes))) return []
  const resource = roots[0]?.root.resource ?? 'Product'
  const olds = Map.groupBy(roots.filter(isMovedAway), ({ own }) => own?.movedTo?.address ?? '')
  const news = roots
    .filter(takesPlace)
    .map((changes) => ({ changes, entry: newEntry(changes), olds: olds.get(changes.root.address) ?? [] }))
  const known = new Set(news.map(({ entry }) => entry.root))
  const alone = [...olds].flatMap(([target, own]) => (known.has(target) ? [] : own))
  const earlier = before.filter(({ stage }) => stage !== 'after prices')
  const draftsOf = draftIndex(earlier, (draft) => draft.roots)
  const referring = draftIndex(earlier, (draft) => (draft.action.kind === 'post' ? draft.wants : []))
  const verified = new Set(before.flatMap(({ action }) => (action.kind === 'verify' ? action.of : [])))
  const hide = (some: readonly RootChanges[], after: readonly Draft[]): Draft[] =>
    postDrafts(some.map(oldEntry), { stage: 'go live', title: hideTitle, after: () => after }, context)
  const { recordsPerRequest: records, bodyBytes: bytes } = context.limits
  const runs = batches(news, { records, bytes }, ({ entry }) => ({ records: 1, bytes: bodyBytes(entry.record) }))
  const moved = Array.from(runs, (run): Draft[] => {
    const own = draftsOf(run.map(({ entry }) => entry.root))
    const written = own.filter((draft) => isReadable(draft) && !verified.has(draft))
    const verify = written.length === 0 ? [] : [verifyDraft(written, 'verify', `read back ${counted(run.length, resource)}`)]
    const others = referring(run.map(({ changes: { root } }) => recordToken(root.resource, root.key)))
    const hidden = hide(
      run.flatMap((each) => each.olds),
      [...own, ...others, ...verify],
    )
    const entries = run.map(({ entry }) => entry).filter(({ record }) => Object.keys(record.fields).length > 1)
    const after = (): readonly Draft[] => [...own, ...others, ...verify, ...hidden]
    return [...verify, ...hidden, ...postDrafts(entries, { stage: 'go live', title: lastTitle, after }, context)]
  })
  return [...hide(alone, []), ...moved.flat()]
}

function oldEntry({ root, own }: RootChanges): Entry {
  const record = own ? recordOf(own) : bareRecord(root.resource, {})
  return { record, changes: [root.address], root: root.address, created: false }
}

function newEntry(changes: RootChanges): Entry {
  const { root, own } = changes
  if (own === undefined || !isNewRoot(changes)) return lastEntry(changes)
  const { key } = resourceOf(root.resource)
  const record = bareRecord(root.resource, { [key ?? '']: root.key, ...placeFields(own) })
  return { record, changes: [root.address], root: root.address, created: false }
}

function hideTitle(entries: readonly Entry[]): string {
  return `hide ${counted(entries.length, entries[0]?.record.resource ?? 'Product')} that ${entries.length === 1 ? 'has' : 'have'} moved`
}

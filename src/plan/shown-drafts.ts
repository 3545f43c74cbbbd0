import { resourceOf } from '../resources/registry.ts'
import type { RootChanges } from './changes-by-root.ts'
import { counted } from './counted.ts'
import { showTitle } from './created-root-drafts.ts'
import { draftIndex } from './draft-index.ts'
import type { Draft } from './draft.ts'
import { pricingAtSwitch } from './grid-work.ts'
import { endsLater, lastFields, takesPlace } from './last-fields.ts'
import { postDrafts, verifyDraft, type Entry, type StepContext } from './post-drafts.ts'
import { bareRecord } from './record-of-change.ts'

/** True where the store must still show at the end what was written; the steps of a grid read back what is provisional. */
export function isReadable({ action, provisional }: Draft): boolean {
  return action.kind === 'post' && provisional !== true
}

/** The title of a step that shows records or switches their kind. */
export function lastTitle(entries: readonly Entry[]): string {
  const shown = entries.filter(({ record }) => (resourceOf(record.resource).hiddenBy ?? '') in record.fields)
  const switched = entries.length - shown.length
  const words = [
    ...(shown.length === 0 ? [] : [showTitle(shown)]),
    ...(switched === 0 ? [] : [`switch the options of ${counted(switched, 'Product')}`]),
  ]
  return words.join(', ')
}

/** The last write to an existing record. */
export function lastEntry(changes: RootChanges): Entry {
  const { root, own } = changes
  const pricing = pricingAtSwitch(changes)
  const record = bareRecord(root.resource, { ...own?.key, ...lastFields(own), ...pricing?.fields })
  return { record, changes: [root.address, ...(pricing ? [pricing.address] : [])], root: root.address, created: false }
}

/** The last write to existing records of one resource: after everything else of them is written and read back, they are shown and their kind is switched. */
export function shownDrafts(roots: readonly RootChanges[], before: readonly Draft[], context: StepContext): Draft[] {
  const entries = roots.filter((changes) => endsLater(changes.own) && !takesPlace(changes)).map(lastEntry)
  const draftsOf = draftIndex(
    before.filter(({ stage }) => stage !== 'after prices'),
    (draft) => draft.roots,
  )
  const shows = postDrafts(entries, { stage: 'go live', title: lastTitle }, context)
  return shows.flatMap((show) => {
    const earlier = draftsOf(show.roots)
    const written = earlier.filter(isReadable)
    const verify =
      written.length === 0
        ? []
        : [verifyDraft(written, 'verify', `read back ${counted(show.roots.length, roots[0]?.root.resource ?? 'Product')}`)]
    return [...verify, { ...show, after: [...earlier, ...verify] }]
  })
}

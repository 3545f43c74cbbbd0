import type { RootChanges } from './changes-by-root.ts'
import { showTitle } from './created-root-drafts.ts'
import type { Draft } from './draft.ts'
import { endsLater, lastFields } from './last-fields.ts'
import { counted } from './counted.ts'
import { postDrafts, verifyDraft, type Entry, type StepContext } from './post-drafts.ts'
import { bareRecord } from './record-of-change.ts'

function touching(drafts: readonly Draft[], roots: ReadonlySet<string>): Draft[] {
  return drafts.filter((draft) => draft.roots.some((root) => roots.has(root)))
}

/** What stands at the end as it was written; the provisional rest is read back by the steps of its grid. */
function isReadable({ action, provisional }: Draft): boolean {
  return action.kind === 'post' && provisional !== true
}

function lastTitle(entries: readonly Entry[]): string {
  const shown = entries.filter(({ record }) => 'inactive' in record.fields)
  const switched = entries.length - shown.length
  const words = [
    ...(shown.length === 0 ? [] : [showTitle(shown)]),
    ...(switched === 0 ? [] : [`switch the options of ${counted(switched, 'Product')}`]),
  ]
  return words.join(', ')
}

/** What a product that is there gets last: after everything else of it is done and read back, it is shown and its kind switched. */
export function shownDrafts(roots: readonly RootChanges[], before: readonly Draft[], context: StepContext): Draft[] {
  const entries = roots
    .filter(({ own }) => endsLater(own))
    .map(({ address, own }) => {
      const record = bareRecord('Product', { ...own?.key, ...lastFields(own) })
      return { record, changes: [address], root: address, created: false }
    })
  const shows = postDrafts(entries, { stage: 'go live', title: lastTitle }, context)
  return shows.flatMap((show) => {
    const mine = touching(before, new Set(show.roots))
    const written = mine.filter(isReadable)
    const verify = written.length === 0 ? [] : [verifyDraft(written, 'verify', `read back ${counted(show.roots.length, 'Product')}`)]
    return [...verify, { ...show, after: [...mine, ...verify] }]
  })
}

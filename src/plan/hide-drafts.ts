import { resourceOf } from '../resources/registry.ts'
import type { RootChanges } from './changes-by-root.ts'
import { counted } from './counted.ts'
import type { Draft } from './draft.ts'
import { postDrafts, type Entry, type StepContext } from './post-drafts.ts'
import { bareRecord } from './record-of-change.ts'

/** Hides products and categories that customers see before anything of them is removed. */
export function hideDrafts(roots: readonly RootChanges[], context: StepContext): Draft[] {
  const entries = roots.flatMap(({ root, own }): Entry[] => {
    const { hiddenBy } = resourceOf(root.resource)
    if (own?.action !== 'remove' || hiddenBy === undefined || root.isHidden) return []
    return [
      {
        record: bareRecord(root.resource, { ...own.key, [hiddenBy]: 'true' }),
        changes: [root.address],
        root: root.address,
        created: false,
      },
    ]
  })
  const kinds = Map.groupBy(entries, ({ record }) => record.resource)
  return [...kinds].flatMap(([resource, some]) =>
    postDrafts(some, { stage: 'before prices', title: (run) => `hide ${counted(run.length, resource)} before the removal` }, context),
  )
}

import type { Change } from '../diff/change.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { RootChanges } from './changes-by-root.ts'
import type { Draft } from './draft.ts'
import { leavingGridDrafts } from './grid-drafts.ts'
import type { StepContext } from './post-drafts.ts'
import { resourceOfChange } from './record-of-change.ts'
import { goneToken } from './references.ts'

/** What goes first: the reverse of the order in which things are made. */
const order: readonly ResourceName[] = [
  'ProdCat',
  'ExtraImages',
  'ProdAccessGroup',
  'ProductAttributes',
  'VariantOptions',
  'Variants',
  'Options',
  'CatParent',
]

/** A variant waits for its option values and prices, which hang on its code and would outlive it. */
function waits({ resource, key }: Change): Pick<Draft, 'provides' | 'wants'> {
  if (resource === 'VariantOptions') return { provides: [goneToken('VariantOptions', key['variant_code'] ?? '')], wants: [] }
  if (resource !== 'Variants') return { provides: [], wants: [] }
  const code = key['code'] ?? ''
  return { provides: [], wants: [goneToken('VariantOptions', code), goneToken('PricingAdvanced', code)] }
}

function removalDraft(change: Change, before: readonly Draft[]): Draft {
  const resource = resourceOfChange(change)
  return {
    stage: 'removals',
    title: `remove ${change.address}`,
    idempotency: 'delete',
    action: { kind: 'delete-row', resource, where: change.key },
    changes: [change.address],
    roots: change.root === null ? [] : [change.root],
    ...waits(change),
    after: before,
  }
}

/** Rows that the catalogue no longer has, last of all and in reverse order; each after what its root record still gets. */
export function removalDrafts(roots: readonly RootChanges[], before: readonly Draft[], context: StepContext): Draft[] {
  const byRoot = new Map<string, Draft[]>()
  for (const draft of before) {
    for (const root of draft.action.kind === 'post' ? draft.roots : []) {
      const known = byRoot.get(root)
      if (known) known.push(draft)
      else byRoot.set(root, [draft])
    }
  }
  const removed = roots.flatMap(({ rows }) => rows.filter(({ action, grid }) => action === 'remove' && !grid))
  return order.flatMap((resource) => {
    const mine = removed.filter((change) => change.resource === resource)
    const drafts = mine.map((change) => removalDraft(change, byRoot.get(change.root ?? '') ?? []))
    return resource === 'Variants' ? [...leavingGridDrafts(roots, byRoot, context), ...drafts] : drafts
  })
}

import { isHidden, keyOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { product } from '../resources/product.ts'
import type { ResourceName } from '../resources/registry.ts'
import { isNewRoot, type RootChanges } from './changes-by-root.ts'
import { counted } from './counted.ts'
import { createdTree } from './created-tree.ts'
import { draftIndex } from './draft-index.ts'
import type { Draft } from './draft.ts'
import { leftOverRootDrafts } from './left-over-drafts.ts'
import { postDrafts, verifyDraft, type Entry, type StepContext } from './post-drafts.ts'
import { bareRecord } from './record-of-change.ts'
import type { Stage } from './step.ts'

function entryOf({ root, rows }: RootChanges, record: RecordTree): Entry {
  return { record, changes: [root.address, ...rows.map(({ address }) => address)], root: root.address, created: true }
}

function countNested(entries: readonly Entry[], resource: ResourceName): number {
  return entries.reduce((sum, { record }) => sum + (record.children[resource]?.length ?? 0), 0)
}

function createTitle(resource: ResourceName, entries: readonly Entry[]): string {
  const variants = countNested(entries, 'Variants')
  const hidden = resource === 'Product' ? ', hidden until they are verified' : ''
  return `create ${counted(entries.length, resource)}${variants > 0 ? ` with ${counted(variants, 'Variants')}` : ''}${hidden}`
}

function plainTitle(entries: readonly Entry[]): string {
  return createTitle(entries[0]?.record.resource ?? 'Cat', entries)
}

/** New groups or categories, parents first, each with its parents in the same body. */
export function createdPlainDrafts(roots: readonly RootChanges[], stage: Stage, context: StepContext): Draft[] {
  const entries = roots.filter(isNewRoot).map((changes) => entryOf(changes, createdTree(changes)))
  const leftOvers = leftOverRootDrafts(roots, stage, context)
  return [...leftOvers, ...postDrafts(entries, { stage, title: plainTitle, after: afterRoots(leftOvers) }, context)]
}

/** The drafts that touch the roots of some entries. */
function afterRoots(drafts: readonly Draft[]): (run: readonly Entry[]) => readonly Draft[] {
  const draftsOf = draftIndex(drafts, (draft) => draft.roots)
  return (run) => draftsOf(run.map(({ root }) => root))
}

/** The title of a step that makes products visible. */
export function showTitle(entries: readonly Entry[]): string {
  return `show ${counted(entries.length, 'Product')}`
}

function isShownLater({ record }: Entry): boolean {
  return !isHidden(record)
}

function shownEntry({ record, root }: Entry): Entry {
  const shown = bareRecord('Product', { [product.key]: keyOf(record), [product.hiddenBy]: 'false' })
  return { record: shown, changes: [root], root, created: false }
}

function hidden(entry: Entry): Entry {
  return { ...entry, record: { ...entry.record, fields: { ...entry.record.fields, [product.hiddenBy]: 'true' } } }
}

/**
 * New products: written whole but inactive, read back, and only then shown. Each body has its own verify and go-live
 * step, so that one that fails does not delay the others.
 */
export function createdProductDrafts(roots: readonly RootChanges[], context: StepContext): Draft[] {
  const entries = roots.filter(isNewRoot).map((changes) => entryOf(changes, createdTree(changes)))
  const byRoot = new Map(entries.map((entry) => [entry.root, entry]))
  const leftOvers = leftOverRootDrafts(roots, 'products', context)
  const creates = postDrafts(
    entries.map(hidden),
    { stage: 'products', title: (run) => createTitle('Product', run), after: afterRoots(leftOvers) },
    context,
  )
  const created = creates.flatMap((create) => {
    const whole = create.roots.flatMap((root) => byRoot.get(root) ?? [])
    const verify = verifyDraft([create], 'verify', `read back ${counted(whole.length, 'Product')}`)
    const shown = whole.filter(isShownLater).map(shownEntry)
    return [create, verify, ...postDrafts(shown, { stage: 'go live', title: showTitle, after: () => [verify] }, context)]
  })
  return [...leftOvers, ...created]
}

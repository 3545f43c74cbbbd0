import { invariant } from '../errors.ts'
import { isHidden, keyOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { isNewRoot, type RootChanges } from './changes-by-root.ts'
import { counted } from './counted.ts'
import { createdTree } from './created-tree.ts'
import { draftIndex } from './draft-index.ts'
import type { Draft } from './draft.ts'
import { leftOverRootDrafts } from './left-over-drafts.ts'
import { bodies, postDraft, postDrafts, verifyDraft, type Entry, type StepContext } from './post-drafts.ts'
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

/** New groups or categories, parents first, each with its parents in the same body. With a barrier categories are shown after it. */
export function createdPlainDrafts(roots: readonly RootChanges[], stage: Stage, context: StepContext): Draft[] {
  const leftOvers = leftOverRootDrafts(roots, stage, context)
  const entries = [...createdEntries(roots)]
  const isLater = (entry: Entry): boolean => context.barrier === true && isShownLater(entry)
  const written = entries.map((entry) => (isLater(entry) ? hidden(entry) : entry))
  const shown = entries.filter(isLater).map(shownEntry)
  const title = shown.length === 0 ? plainTitle : (run: readonly Entry[]): string => `${plainTitle(run)}, hidden until all is checked`
  const created = postDrafts(written, { stage, title, after: afterRoots(leftOvers) }, context)
  const verify = shown.length === 0 ? [] : [verifyDraft(created, 'verify', `read back ${counted(entries.length, 'Cat')}`)]
  return [...leftOvers, ...created, ...verify, ...postDrafts(shown, { stage: 'go live', title: showTitle, after: () => verify }, context)]
}

/** The drafts that touch the roots of some entries. */
function afterRoots(drafts: readonly Draft[]): (run: readonly Entry[]) => readonly Draft[] {
  const draftsOf = draftIndex(drafts, (draft) => draft.roots)
  return (run) => draftsOf(run.map(({ root }) => root))
}

/** The title of a step that makes products visible. */
export function showTitle(entries: readonly Entry[]): string {
  return `show ${counted(entries.length, entries[0]?.record.resource ?? 'Product')}`
}

function isShownLater({ record }: Entry): boolean {
  return resourceOf(record.resource).hiddenBy !== undefined && !isHidden(record)
}

function shownEntry({ record, root }: Entry): Entry {
  const { key, hiddenBy } = resourceOf(record.resource)
  invariant(key !== null && hiddenBy !== undefined, 'what is shown has a key and a flag')
  return { record: bareRecord(record.resource, { [key]: keyOf(record), [hiddenBy]: 'false' }), changes: [root], root, created: false }
}

/** A new product or category as it will be, whose own record is hidden. */
interface HiddenEntry extends Entry {
  readonly whole: Entry
}

function hidden(entry: Entry): HiddenEntry {
  const { hiddenBy } = resourceOf(entry.record.resource)
  invariant(hiddenBy !== undefined, 'what is hidden has a flag')
  return { ...entry, whole: entry, record: { ...entry.record, fields: { ...entry.record.fields, [hiddenBy]: 'true' } } }
}

/** The new ones among these roots, each as one record; made one by one, so that the steps made of them can be counted. */
function* createdEntries(roots: readonly RootChanges[]): Generator<Entry, void> {
  for (const changes of roots) if (isNewRoot(changes)) yield entryOf(changes, createdTree(changes))
}

/**
 * New products: written whole but inactive, read back, and only then shown. Each body has its own verify and go-live
 * step, so that one that fails does not delay the others.
 */
export function createdProductDrafts(roots: readonly RootChanges[], context: StepContext): Draft[] {
  const leftOvers = leftOverRootDrafts(roots, 'products', context)
  const after = afterRoots(leftOvers)
  const created = bodies(createdEntries(roots).map(hidden), context).flatMap((run) => {
    const create = postDraft(run, { stage: 'products', title: () => createTitle('Product', run), after }, context)
    const verify = verifyDraft([create], 'verify', `read back ${counted(run.length, 'Product')}`)
    const shown = run.map(({ whole }) => whole).filter(isShownLater)
    return [create, verify, ...postDrafts(shown.map(shownEntry), { stage: 'go live', title: showTitle, after: () => [verify] }, context)]
  })
  return [...leftOvers, ...created]
}

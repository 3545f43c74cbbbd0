import { addressesOf } from '../diff/packed-root.ts'
import { isHidden, keyOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { isNewRoot, type RootChanges } from './changes-by-root.ts'
import { counted } from './counted.ts'
import { createdTree } from './created-tree.ts'
import { draftIndex } from './draft-index.ts'
import type { Draft } from './draft.ts'
import { takesPlace } from './last-fields.ts'
import { leftOverRootDrafts } from './left-over-drafts.ts'
import { bodies, postDraft, postDrafts, verifyDraft, type Entry, type StepContext } from './post-drafts.ts'
import { bareRecord } from './record-of-change.ts'
import type { Stage } from './step.ts'

function entryOf(created: RootChanges): Entry {
  const { root, packed } = created
  const changes = packed ? addressesOf(packed) : [root.address, ...created.rows.map(({ address }) => address)]
  const derive = (): RecordTree => createdTree(created)
  return { record: derive(), derive, changes, ...(packed && { packed }), root: root.address, created: true }
}

function countNested(entries: readonly Entry[], resource: ResourceName): number {
  return entries.reduce((sum, { record }) => sum + (record.children[resource]?.length ?? 0), 0)
}

function resourceOfEntries(entries: readonly Pick<Entry, 'record'>[]): ResourceName {
  return entries[0]?.record.resource ?? 'Product'
}

function createTitle(entries: readonly Entry[]): string {
  const variants = countNested(entries, 'Variants')
  return `create ${counted(entries.length, resourceOfEntries(entries))}${variants > 0 ? ` with ${counted(variants, 'Variants')}` : ''}`
}

/** New groups, or categories in a store that writes a body whole: parents first, each with its parents in the same body. */
export function createdPlainDrafts(roots: readonly RootChanges[], stage: Stage, context: StepContext): Draft[] {
  const leftOvers = leftOverRootDrafts(
    roots.filter(({ packed }) => !packed),
    stage,
    context,
  )
  return [...leftOvers, ...postDrafts(createdEntries(roots), { stage, title: createTitle, after: afterRoots(leftOvers) }, context)]
}

/** The drafts that touch the roots of some entries. */
function afterRoots(drafts: readonly Draft[]): (run: readonly Entry[]) => readonly Draft[] {
  const draftsOf = draftIndex(drafts, (draft) => draft.roots)
  return (run) => draftsOf(run.map(({ root }) => root))
}

/** The title of a step that makes products or categories visible. */
export function showTitle(entries: readonly Pick<Entry, 'record'>[]): string {
  return `show ${counted(entries.length, resourceOfEntries(entries))}`
}

function isShownLater({ record }: Entry): boolean {
  return resourceOf(record.resource).hiddenBy !== undefined && !isHidden(record)
}

function shownEntry({ record, root }: Entry): Entry {
  const { resource } = record
  const { key, hiddenBy = '' } = resourceOf(resource)
  return { record: bareRecord(resource, { [key ?? '']: keyOf(record), [hiddenBy]: 'false' }), changes: [root], root, created: false }
}

/** A new record as it will be, and hidden. */
interface HiddenEntry extends Entry {
  readonly whole: Entry
}

function hiddenEntry(whole: Entry, form: (record: RecordTree) => RecordTree): HiddenEntry {
  const { derive } = whole
  return { ...whole, whole, record: form(whole.record), ...(derive && { derive: () => form(derive()) }) }
}

function hidden(record: RecordTree): RecordTree {
  const { hiddenBy = '' } = resourceOf(record.resource)
  return { ...record, fields: { ...record.fields, [hiddenBy]: 'true' } }
}

/** What the body of a created root can be that nothing else takes part in: its record hidden until it was read back, or as it will be. */
export function createdForms(created: RootChanges): readonly (() => RecordTree)[] {
  const whole = (): RecordTree => createdTree(created)
  return [() => hidden(whole()), whole]
}

/** The hidden record without its slug, which the record that it replaces still has. */
function hiddenWithoutSlug(whole: RecordTree): RecordTree {
  const record = hidden(whole)
  const { slugField } = resourceOf(record.resource)
  const fields = Object.entries(record.fields).filter(([name]) => name !== slugField)
  return { ...record, fields: Object.fromEntries(fields) }
}

/** The new ones among these roots, each as one record; made one by one, so that the steps made of them can be counted. */
function* createdEntries(roots: readonly RootChanges[]): Generator<Entry, void> {
  for (const changes of roots) if (isNewRoot(changes)) yield entryOf(changes)
}

/**
 * New products and categories: written whole but hidden, read back, and only then shown. Each body has its own verify and go-live
 * step, so that one that fails does not delay the others. Those that take the place of another record are shown with `movedDrafts`.
 */
export function createdHiddenDrafts(roots: readonly RootChanges[], stage: Stage, context: StepContext): Draft[] {
  const others = roots.filter(({ packed }) => !packed)
  const leftOvers = leftOverRootDrafts(others, stage, context)
  const after = afterRoots(leftOvers)
  const waiting = new Set(others.filter(takesPlace).map(({ root }) => root.address))
  const entries = createdEntries(roots).map((entry) => hiddenEntry(entry, waiting.has(entry.root) ? hiddenWithoutSlug : hidden))
  const created = bodies(entries, context).flatMap((run) => {
    const create = postDraft(run, { stage, title: () => `${createTitle(run)}, hidden until they are verified`, after }, context)
    const verify = verifyDraft([create], 'verify', `read back ${counted(run.length, resourceOfEntries(run))}`)
    const shown = run.map(({ whole }) => whole).filter((entry) => isShownLater(entry) && !waiting.has(entry.root))
    return [create, verify, ...postDrafts(shown.map(shownEntry), { stage: 'go live', title: showTitle, after: () => [verify] }, context)]
  })
  return [...leftOvers, ...created]
}

import { gridKey } from './collapse/collapse-grid.ts'
import type { Collapsing, LeftOut } from './collapse/collapsing.ts'
import { priceListsOf } from './collapse/price-lists.ts'
import type { Layout } from './collapse/layout.ts'
import type { TriedCatalogue } from './scratch-catalogue.ts'
import type { Problem } from '../problems/problem.ts'
import { addressOf } from '../records/address.ts'
import { counted, countedSource, type OnRecords } from '../records/counted-records.ts'
import { encodeKey } from '../records/key-text.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { type RecordSource, recordSource } from '../records/record-source.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import { addNewRecords } from './add-new-records.ts'
import { shopOrderOf } from './collapse-live.ts'
import { bothSides, type BothSides, differencesOf, refuseProblems } from './differences.ts'
import { type ChangedRecord, type ChangedSides, editPart, inDocumentOrder } from './edit-existing.ts'
import { editPriceList, changedLists, type UsedList, usedLists } from './edit-price-lists.ts'
import { desiredOf, type LiveSources, recordSections, type RecordSection, recordsWith, sectionNames } from './live-records.ts'
import { withChangedPictures } from './changed-pictures.ts'
import { newWebhooks } from './new-webhooks.ts'
import { openRefusals, type Refusals } from './refusals.ts'
import type { Unit } from './unit.ts'
import { openWritten, type Texts } from './written-catalogue.ts'

/** The records of a store, the catalogue to merge them into, and a way to try texts. */
export interface MergeInput {
  readonly root: string
  readonly live: LiveSources
  readonly catalogue: TriedCatalogue
  readonly texts: Texts
  readonly layout: Layout
  readonly capabilities: Capabilities
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pictureAt: Collapsing['pictureAt']
  /** `pictureContent` of the store's pictures that the catalogue has, by path in the store. */
  readonly contentAt: ReadonlyMap<string, string>
  /** True to write single values to the overlay of the store where it has an entry of the record; default: only values that it has already. */
  readonly prefersOverlay?: boolean
  /** Loads the catalogue with these texts; the one that was loaded before can then no longer be used. */
  readonly load: (texts: Texts) => Promise<TriedCatalogue>
  /** Called at the start of each part and after each 100 records of it. */
  readonly onMerged?: ((part: MergePart, records: number) => void) | undefined
}

/** The parts of a merge that take longer the more records there are. */
export type MergePart = 'price-lists' | 'order' | 'entries' | 'differences'

/** The result of a merge. */
export interface MergeResult {
  readonly texts: Texts
  /** What the files of texts that are edited as a whole had when the catalogue was loaded, by path. */
  readonly replaced: Texts
  /** Number of new records by section. */
  readonly added: Readonly<Record<RecordSection, number>>
  readonly leftOut: readonly LeftOut[]
  /** Addresses of records of the catalogue that the store does not have. */
  readonly vanished: readonly string[]
  /** Errors of the new texts that are not in a part that can be left to the store, such as a price test that fails; usually empty. */
  readonly problems: readonly Problem[]
  /** Addresses of records that a plan would still change. */
  readonly open: readonly string[]
  /** The catalogue with the new texts. */
  readonly loaded: TriedCatalogue
}

/** Most attempts; each one leaves more parts to the store, all that are known at once. */
const mostAttempts = 20
/** Most passes of edits in an attempt: an edited anchor changes its aliases, which are then replaced by values of their own. */
const mostPasses = 12

/**
 * Merges a store into the documents of a catalogue, so that the catalogue is valid and a plan is empty: new records are added, changed values
 * are edited in place. A part that the rules reject, or that no document can express, is left to the store and reported; nothing is dropped
 * silently, and nothing is repaired.
 */
export async function mergeStore(input: MergeInput): Promise<MergeResult> {
  const refusals = openRefusals()
  for (let attempt = 1; ; attempt += 1) {
    const { done, result } = await attemptOnce(input, refusals)
    if (done) return { ...result, open: openAddresses(input, { loaded: result.loaded, suspects: refusals.all().map(({ unit }) => unit) }) }
    if (attempt === mostAttempts) return { ...result, open: openAddresses(input, { loaded: result.loaded, suspects: null }) }
  }
}

/**
 * Addresses of records with a part that was left to the store and is still managed, by `defaults` or by the existing entry. `suspects`: the
 * only records to check; `null`: all.
 */
function openAddresses(
  { live, capabilities, onMerged }: MergeInput,
  { loaded, suspects }: { readonly loaded: TriedCatalogue; readonly suspects: readonly Unit[] | null },
): readonly string[] {
  const all = bothSides(loaded, live)
  const some = (section: RecordSection): BothSides[RecordSection] => {
    const { desired } = all[section]
    const keys = suspects?.flatMap((unit) => (unit.section === section ? [unit.key] : []))
    return keys ? { ...all[section], desired: recordsWith(desired, new Set(keys)) } : all[section]
  }
  const sides = { groups: some('groups'), categories: some('categories'), products: some('products') }
  const { locate } = loaded.sources
  const differing = differencesOf(sides, {
    refusals: openRefusals(),
    capabilities,
    locate,
    isNew: () => true,
    onRecords: onRecordsOf(onMerged),
  })
  return differing.map(({ section, key }) => addressOfUnit({ section, key, part: null }))
}

interface Attempt {
  readonly done: boolean
  readonly result: Omit<MergeResult, 'open'>
}

async function attemptOnce(input: MergeInput, refusals: Refusals): Promise<Attempt> {
  const session = startSession(input, refusals)
  let texts: Texts = session.texts
  for (let pass = 1; ; pass += 1) {
    // Unchanged texts are loaded already.
    const loaded = isSame(texts, input.texts) ? input.catalogue : await input.load(texts)
    const errors = loaded.problems.filter(({ severity }) => severity === 'error')
    const result = { ...session, texts, loaded, leftOut: leftOutOf(session.leftOut, refusals), problems: errors }
    // An error outside of all parts, such as a price test that fails now, has to be fixed by hand.
    if (refuseProblems(errors, texts, refusals)) return { done: false, result }
    const { live, capabilities, contentAt, onMerged } = input
    const sides = bothSides(loaded, live)
    const { locate } = loaded.sources
    const changedRecords = differencesOf(sides, { refusals, capabilities, locate, isNew: session.isNew, onRecords: onRecordsOf(onMerged) })
    const { files } = loaded.desired
    const differing = withChangedPictures(changedRecords, { sides, files, texts, contentAt, refusals })
    if (differing.length === 0) return { done: true, result }
    const refusedBefore = refusals.all().length
    const next = pass > mostPasses ? null : editedTexts(input, { session, texts, sides, changed: differing, refusals })
    if (refusals.all().length > refusedBefore) return { done: false, result }
    if (next === null) return { done: !refuseAll(differing, refusals), result }
    texts = next
  }
}

function onRecordsOf(onMerged: MergeInput['onMerged'], part: MergePart = 'differences'): OnRecords | undefined {
  return onMerged && ((records) => onMerged(part, records))
}

function isSame(texts: Texts, others: Texts): boolean {
  return texts.size === others.size && [...texts].every(([path, text]) => others.get(path) === text)
}

interface Session {
  readonly texts: Texts
  readonly added: MergeResult['added']
  readonly vanished: readonly string[]
  readonly context: Collapsing
  /** The price list of a grid, by `gridKey`; follows the edits. */
  readonly listNames: Map<string, string>
  readonly leftOut: LeftOut[]
  /** The record of the catalogue before the first edit. */
  readonly loadedOf: (section: RecordSection, key: string) => DesiredRecord | undefined
  readonly replaced: Map<string, string>
  /** Price lists that were edited: once each. */
  readonly listsEdited: Set<string>
  readonly isNew: (section: RecordSection, key: string) => boolean
}

/** Adds the new records to the catalogue; existing entries are not edited yet. */
function startSession({ live, catalogue, texts, layout, pictureAt, env, onMerged }: MergeInput, refusals: Refusals): Session {
  const order = shopOrderOf(live)
  const written = openWritten(texts)
  const sources = new Map(sectionNames.map((section) => [section, desiredOf(catalogue.desired, section)]))
  const keys = new Map(sectionNames.map((section) => [section, new Set(sources.get(section)?.keys())]))
  const isNew = (section: RecordSection, key: string): boolean => keys.get(section)?.has(key) !== true
  // The catalogue has them under another key.
  const moved = new Set((catalogue.desired.moved ?? []).map(({ resource, from }) => `${resource} ${from}`))
  const sourceOf = (section: RecordSection): RecordSource<RecordTree> => recordSource(live[section])
  const newOf = (section: RecordSection): ReadonlySet<string> =>
    new Set(Iterator.from(sourceOf(section).keys()).filter((key) => isNew(section, key) && !moved.has(`${recordSections[section]} ${key}`)))
  const newKeys = { groups: newOf('groups'), categories: newOf('categories'), products: newOf('products') }
  const newRecords = (section: RecordSection): RecordSource<RecordTree> => recordsWith(sourceOf(section), newKeys[section])
  const records = { groups: newRecords('groups'), categories: newRecords('categories'), products: newRecords('products') }
  // Without new products no price list is needed, and no document has to be read for it.
  const hasNew = newKeys.products.size > 0
  const onLists = onRecordsOf(onMerged, 'price-lists')
  const known = hasNew
    ? usedLists(written, countedSource(desiredOf(catalogue.desired, 'products'), onLists), recordSource(live.products))
    : []
  const lists = priceListsOf(countedSource(records.products, onLists), listNamesOf(known), {
    taken: hasNew ? written.keysOf('price_lists') : new Set(),
    firstPlaceOf: order.firstPlaceOf,
  })
  const isListed = (name: string): boolean => !isRefusedList(refusals, name)
  const listNames = new Map(lists.names)
  const leftOut: LeftOut[] = []
  const context: Collapsing = {
    pictureAt,
    priceListOf: (grid) => [listNames.get(grid)].find((name) => name !== undefined && isListed(name)),
    placeOf: order.placeOf,
    leaveOut: (left) => void leftOut.push(left),
  }
  const webhooks = newWebhooks(live.webhooks, { texts, env })
  for (const withheld of webhooks.withheld) leftOut.push(withheld)
  const priceLists = new Map([...lists.added].filter(([name]) => isListed(name)))
  const added = addNewRecords(texts, { records, priceLists, webhooks: webhooks.added }, { context, refusals, layout, order, onMerged })
  const vanished = sectionNames.flatMap((section) => {
    const there = new Set(sourceOf(section).keys())
    return [...(keys.get(section) ?? [])].filter((key) => !there.has(key)).map((key) => addressOfUnit({ section, key, part: null }))
  })
  return {
    texts: added,
    added: { groups: newKeys.groups.size, categories: newKeys.categories.size, products: newKeys.products.size },
    vanished,
    context,
    listNames,
    leftOut,
    isNew,
    loadedOf: (section, key) => sources.get(section)?.get(key),
    listsEdited: new Set(),
    replaced: new Map(),
  }
}

function listNamesOf(lists: readonly UsedList[]): Map<string, string> {
  return new Map(lists.toReversed().map(({ name, desired }) => [gridKey(desired), name]))
}

interface Step {
  readonly session: Session
  readonly texts: Texts
  readonly sides: BothSides
  readonly changed: readonly ChangedRecord[]
  readonly refusals: Refusals
}

/** The texts with the changed parts edited; `null` where no edit changed a text. Parts that cannot be edited are refused. */
function editedTexts(
  { root, catalogue, prefersOverlay = false, onMerged }: MergeInput,
  { session, texts, sides, changed, refusals }: Step,
): Texts | null {
  const written = openWritten(texts)
  const lists = usedLists(written, countedSource(sides.products.desired, onRecordsOf(onMerged, 'price-lists')), sides.products.live)
  for (const [grid, name] of listNamesOf(lists)) session.listNames.set(grid, name)
  const isOpen = ({ name }: UsedList): boolean => !session.listsEdited.has(name) && !isRefusedList(refusals, name)
  const editedLists = changedLists(written, lists.filter(isOpen)).map((list) => {
    session.listsEdited.add(list.name)
    return editPriceList(written, list)
  })
  // The products that use an edited list change with it, so that the differences are calculated again first.
  if (editedLists.includes('changed')) return written.texts()
  const { overlay } = catalogue.config.store
  let isEdited = false
  for (const each of counted(changed, onRecordsOf(onMerged, 'entries'))) {
    const editing = { context: session.context, root, overlay, prefersOverlay, isNew: session.isNew(each.section, each.key) }
    const record = bothOf(each, sides, session)
    if (!record) continue
    for (const { part, differs } of inDocumentOrder(written, each)) {
      const outcome = editPart(written, record, { ...editing, part })
      isEdited ||= outcome === 'changed'
      if (outcome === 'cannot') refusals.refuse({ ...each, part }, notEditable)
      if (outcome === 'same') refusals.refuse({ ...each, part }, differs)
    }
  }
  for (const [path, before] of written.replaced()) session.replaced.set(path, before)
  return isEdited ? written.texts() : null
}

function bothOf(each: ChangedRecord, sides: BothSides, { loadedOf }: Session): ChangedSides | undefined {
  const { section, key } = each
  const [desired, live] = [sides[section].desired.get(key), sides[section].live.get(key)]
  return desired && live && { ...each, desired, live, loaded: loadedOf(section, key) ?? desired }
}

function isRefusedList(refusals: Refusals, name: string): boolean {
  return refusals.isRefused({ section: 'price_lists', key: name, part: null })
}

const notEditable = 'it cannot be written here without changing something else, such as an anchor that an alias repeats'

/** Refuses parts of records; false where all of them were refused before. */
function refuseAll(changed: readonly ChangedRecord[], refusals: Refusals): boolean {
  const refused = changed.flatMap((each) => each.parts.map(({ part, differs }) => refusals.refuse({ ...each, part }, differs)))
  return refused.includes(true)
}

function leftOutOf(known: readonly LeftOut[], refusals: Refusals): readonly LeftOut[] {
  const refused = refusals.all().map(({ unit, reason }) => ({ address: addressOfUnit(unit), key: unit.part, reason }))
  return [...new Map([...known, ...refused].map((left) => [JSON.stringify([left.address, left.key]), left])).values()]
}

function addressOfUnit({ section, key }: Unit): string {
  if (section === 'price_lists') return `price_list.${encodeKey(key)}`
  const resource = resourceOf(recordSections[section])
  return addressOf(resource.name, { [resource.key ?? '']: key })
}

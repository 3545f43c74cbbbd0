import { gridKey } from './collapse/collapse-grid.ts'
import type { Collapsing, LeftOut } from './collapse/collapsing.ts'
import { priceListsOf } from './collapse/price-lists.ts'
import type { Layout } from './collapse/layout.ts'
import type { LoadedCatalogue } from '../catalogue/load-catalogue.ts'
import type { Problem } from '../problems/problem.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { addNewRecords } from './add-new-records.ts'
import { shopOrderOf } from './collapse-live.ts'
import { byKey, differencesOf, refuseProblems } from './differences.ts'
import { editPart, inDocumentOrder, type Moved } from './edit-existing.ts'
import { editPriceList, movedLists, type UsedList, usedLists } from './edit-price-lists.ts'
import { desiredOf, keyOfRoot, type LiveRecords, type RecordSection, sectionNames } from './live-records.ts'
import { withMovedPictures } from './moved-pictures.ts'
import { newWebhooks } from './new-webhooks.ts'
import { openRefusals, type Refusals } from './refusals.ts'
import type { Unit } from './unit.ts'
import { openWritten, type Texts } from './written-catalogue.ts'

/** What taking a store over needs: its records, the catalogue so far, and a way to try texts. */
export interface TakeOver {
  readonly root: string
  readonly live: LiveRecords
  readonly catalogue: LoadedCatalogue
  readonly texts: Texts
  readonly layout: Layout
  readonly capabilities: Capabilities
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pictureAt: Collapsing['pictureAt']
  /** `pictureContent` of the store's pictures that the catalogue has, by path in the store. */
  readonly contentAt: ReadonlyMap<string, string>
  /** Loads the catalogue with these texts. */
  readonly load: (texts: Texts) => Promise<LoadedCatalogue>
}

/** The outcome: texts by path, and what people should know. */
export interface TakenOver {
  readonly texts: Texts
  /** New records by section. */
  readonly added: Readonly<Record<RecordSection, number>>
  readonly leftOut: readonly LeftOut[]
  /** Addresses of records of the catalogue that the store does not have. */
  readonly vanished: readonly string[]
  /** Errors that the new texts have and that no part could be blamed for; empty but for surprises. */
  readonly problems: readonly Problem[]
  /** Addresses of records that a plan would still change. */
  readonly open: readonly string[]
  /** The catalogue as it is now written. */
  readonly loaded: LoadedCatalogue
}

/** How often something more may be left to the store; each time everything that is known is left out at once. */
const mostAttempts = 20
/** How often texts are edited after one another: an anchor that moved takes its aliases along, which then get words of their own. */
const mostPasses = 12

/**
 * Writes a store into the documents of a catalogue, so that the catalogue is valid and planning it finds nothing: new
 * records are added, values that moved are edited in place. What the rules refuse, or no document can say, is left to the
 * store and named; nothing is dropped silently and nothing repaired.
 */
export async function takeOver(input: TakeOver): Promise<TakenOver> {
  const refusals = openRefusals()
  for (let attempt = 1; ; attempt += 1) {
    const { done, result } = await attemptOnce(input, refusals)
    if (done) return { ...result, open: openAddresses(input, { loaded: result.loaded, suspects: refusals.all().map(({ unit }) => unit) }) }
    if (attempt === mostAttempts) return { ...result, open: openAddresses(input, { loaded: result.loaded, suspects: null }) }
  }
}

/**
 * What was left to the store and is managed all the same, by `defaults` or by what the catalogue said before. `suspects`:
 * the only records that can be; `null`: all.
 */
function openAddresses(
  { live, capabilities }: TakeOver,
  { loaded, suspects }: { readonly loaded: LoadedCatalogue; readonly suspects: readonly Unit[] | null },
): readonly string[] {
  const named = suspects && new Set(suspects.map(({ section, key }) => JSON.stringify([section, key])))
  const some = (section: RecordSection): readonly RecordTree[] =>
    named ? live[section].filter((record) => named.has(JSON.stringify([section, keyOfRoot(record)]))) : live[section]
  const suspected = { groups: some('groups'), categories: some('categories'), products: some('products'), webhooks: [] }
  const differing = differencesOf(loaded, suspected, { refusals: openRefusals(), capabilities, isNew: () => true })
  return differing.map(({ section, key }) => addressOf({ section, key, part: null }))
}

interface Attempt {
  readonly done: boolean
  readonly result: Omit<TakenOver, 'open'>
}

async function attemptOnce(input: TakeOver, refusals: Refusals): Promise<Attempt> {
  const session = startSession(input, refusals)
  let texts: Texts = session.texts
  for (let pass = 1; ; pass += 1) {
    // What was not touched was loaded before the pull began.
    const loaded = isSame(texts, input.texts) ? input.catalogue : await input.load(texts)
    const errors = loaded.problems.filter(({ severity }) => severity === 'error')
    const result = { ...session, texts, loaded, leftOut: leftOutOf(session.leftOut, refusals), problems: errors }
    // What no part can be blamed for, such as a price test that fails by now, is for people to mend.
    if (refuseProblems(errors, texts, refusals)) return { done: false, result }
    const { live, capabilities, contentAt } = input
    const recordsMoved = differencesOf(loaded, live, { refusals, capabilities, isNew: session.isNew })
    const differing = withMovedPictures(recordsMoved, { loaded, live, texts, contentAt, refusals })
    if (differing.length === 0) return { done: true, result }
    const refusedBefore = refusals.all().length
    const next = pass > mostPasses ? null : editedTexts(input, { session, texts, loaded, moved: differing, refusals })
    if (refusals.all().length > refusedBefore) return { done: false, result }
    if (next === null) return { done: !refuseAll(differing, refusals), result }
    texts = next
  }
}

function isSame(texts: Texts, others: Texts): boolean {
  return texts.size === others.size && [...texts].every(([path, text]) => others.get(path) === text)
}

interface Session {
  readonly texts: Texts
  readonly added: TakenOver['added']
  readonly vanished: readonly string[]
  readonly context: Collapsing
  /** The price list of a grid, by `gridKey`; follows the edits. */
  readonly listNames: Map<string, string>
  readonly leftOut: LeftOut[]
  /** Price lists that were edited: once each. */
  readonly listsEdited: Set<string>
  readonly isNew: (section: RecordSection, key: string) => boolean
}

/** The catalogue with the new records in it, before anything that is there is edited. */
function startSession({ live, catalogue, texts, layout, pictureAt, env }: TakeOver, refusals: Refusals): Session {
  const order = shopOrderOf(live)
  const written = openWritten(texts)
  const keys = new Map(sectionNames.map((section) => [section, new Set(desiredOf(catalogue.desired, section).map(keyOfRoot))]))
  const isNew = (section: RecordSection, key: string): boolean => keys.get(section)?.has(key) !== true
  const newOf = (section: RecordSection): RecordTree[] => live[section].filter((record) => isNew(section, keyOfRoot(record)))
  const records = { groups: newOf('groups'), categories: newOf('categories'), products: newOf('products') }
  // Without new products nothing is asked for, and no document has to be read for it.
  const known = records.products.length === 0 ? [] : usedLists(written, catalogue.desired, byKey(live.products))
  const lists = priceListsOf(records.products, listNamesOf(known), {
    taken: records.products.length === 0 ? new Set() : written.keysOf('price_lists'),
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
  const added = addNewRecords(texts, { records, priceLists, webhooks: webhooks.added }, { context, refusals, layout, order })
  const vanished = sectionNames.flatMap((section) => {
    const there = byKey(live[section])
    return [...(keys.get(section) ?? [])].filter((key) => !there.has(key)).map((key) => addressOf({ section, key, part: null }))
  })
  return {
    texts: added,
    added: { groups: records.groups.length, categories: records.categories.length, products: records.products.length },
    vanished,
    context,
    listNames,
    leftOut,
    isNew,
    listsEdited: new Set(),
  }
}

function listNamesOf(lists: readonly UsedList[]): Map<string, string> {
  return new Map(lists.toReversed().map(({ name, desired }) => [gridKey(desired), name]))
}

interface Step {
  readonly session: Session
  readonly texts: Texts
  readonly loaded: LoadedCatalogue
  readonly moved: readonly Moved[]
  readonly refusals: Refusals
}

/** The texts with what moved as the store has it; `null` where nothing more can be written. What cannot be is refused. */
function editedTexts({ live, root, catalogue }: TakeOver, { session, texts, loaded, moved, refusals }: Step): Texts | null {
  const written = openWritten(texts)
  const lists = usedLists(written, loaded.desired, byKey(live.products))
  for (const [grid, name] of listNamesOf(lists)) session.listNames.set(grid, name)
  const isOpen = ({ name }: UsedList): boolean => !session.listsEdited.has(name) && !isRefusedList(refusals, name)
  const listsMoved = movedLists(written, lists.filter(isOpen)).map((list) => {
    session.listsEdited.add(list.name)
    return editPriceList(written, list)
  })
  // The products that use an edited list follow it, so that they are looked at again first.
  if (listsMoved.includes('changed')) return written.texts()
  const { overlay } = catalogue.config.store
  let changed = false
  for (const each of moved) {
    const editing = { context: session.context, root, overlay, isNew: session.isNew(each.section, each.key) }
    for (const { part, differs } of inDocumentOrder(written, each)) {
      const outcome = editPart(written, each, { ...editing, part })
      changed ||= outcome === 'changed'
      if (outcome === 'cannot') refusals.refuse({ ...each, part }, noWords)
      if (outcome === 'same') refusals.refuse({ ...each, part }, differs)
    }
  }
  return changed ? written.texts() : null
}

function isRefusedList(refusals: Refusals, name: string): boolean {
  return refusals.isRefused({ section: 'price_lists', key: name, part: null })
}

const noWords = 'it cannot be written here without changing something else, such as an anchor that others use'

/** Leaves parts of records to the store; false where all of them were refused before. */
function refuseAll(moved: readonly Moved[], refusals: Refusals): boolean {
  const refused = moved.flatMap((each) => each.parts.map(({ part, differs }) => refusals.refuse({ ...each, part }, differs)))
  return refused.includes(true)
}

function leftOutOf(known: readonly LeftOut[], refusals: Refusals): readonly LeftOut[] {
  const refused = refusals.all().map(({ unit, reason }) => ({ address: addressOf(unit), key: unit.part, reason }))
  return [...new Map([...known, ...refused].map((left) => [JSON.stringify([left.address, left.key]), left])).values()]
}

const words = { groups: 'group', categories: 'category', products: 'product', price_lists: 'price_list' } as const

function addressOf({ section, key }: Unit): string {
  return `${words[section]}.${key}`
}

import type { Collapsing } from './collapse/collapsing.ts'
import type { DocumentMap, DocumentValue } from '../yaml/document-value.ts'
import { fileFor, type Layout, priceListFile } from './collapse/layout.ts'
import { type NewEntries, addEntries } from '../yaml/edit/add-entries.ts'
import { fittingEntries } from '../yaml/edit/fitting-entries.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { collapseLive, type ShopOrder } from './collapse-live.ts'
import { keyOfRoot, type LiveRecords, recordSections, type RecordSection, sectionNames } from './live-records.ts'
import type { Refusals } from './refusals.ts'
import { partOf } from './unit.ts'
import type { Texts } from './written-catalogue.ts'

/** What is added to a catalogue. */
export interface Additions {
  readonly records: Readonly<Record<RecordSection, readonly RecordTree[]>>
  readonly priceLists: DocumentMap
  readonly webhooks: LiveRecords['webhooks']
}

interface Adding {
  readonly context: Collapsing
  readonly refusals: Refusals
  readonly layout: Layout
  readonly order: ShopOrder
}

/** Keys that YAML of a catalogue does not take. */
const noKey = /^$|^__proto__$|^[^]{1000,}$/

/** The texts with new records, price lists and webhooks written into the files of the layout; what was refused before is left out. */
export function addNewRecords(texts: Texts, additions: Additions, adding: Adding): Map<string, string> {
  const result = new Map(texts)
  const spelled = oneSpelling(texts.keys())
  write(result, webhookFile, { section: 'webhooks', items: additions.webhooks.map(({ name, url }) => webhook(name, url)) })
  for (const section of sectionNames) {
    const files = new Map<string, Map<string, DocumentMap>>()
    for (const record of adding.order.inOrder(section, additions.records[section])) {
      const key = keyOfRoot(record)
      const entry = entryOf(adding, section, record)
      if (!entry) continue
      const file = spelled(fileFor(adding.layout, recordSections[section], { key, place: adding.order.firstPlaceOf(record) }))
      const entries = files.get(file) ?? new Map<string, DocumentMap>()
      files.set(file, entries.set(key, entry))
    }
    for (const [file, entries] of files) write(result, file, { section, entries })
  }
  write(result, priceListFile, { section: 'price_lists', entries: additions.priceLists })
  return result
}

/** A file takes new records up to here, a quarter of what may be read: it grows, and reading one takes a hundred times its room. */
const mostBytes = 5_000_000

/** Gives each file name the spelling that it has first: names that differ only by case are one file on many machines. */
function oneSpelling(known: Iterable<string>): (file: string) => string {
  const spellings = new Map([...known].map((file) => [file.toLowerCase(), file]))
  return (file) => {
    const spelling = spellings.get(file.toLowerCase()) ?? file
    spellings.set(file.toLowerCase(), spelling)
    return spelling
  }
}

const webhookFile = fileFor('flat', 'Webhooks', { key: '' })

function webhook(name: string, url: string): DocumentValue {
  return new Map([
    ['name', name],
    ['url', url],
  ])
}

function entryOf({ context, refusals }: Adding, section: RecordSection, record: RecordTree): DocumentMap | undefined {
  const key = keyOfRoot(record)
  if (noKey.test(key)) refusals.refuse({ section, key, part: null }, 'its code cannot be a key in YAML')
  if (refusals.isRefused({ section, key, part: null })) return undefined
  const entry = collapseLive(context, { section, record })
  return new Map([...entry].filter(([name]) => !refusals.isRefused({ section, key, part: partOf(name) })))
}

/** A file that does not take more, since it is full, broken or no map, has a neighbour: `products.yaml`, `products-2.yaml`. */
function write(texts: Map<string, string>, file: string, added: NewEntries): void {
  let left = added
  for (let number = 1; isLeft(left); number += 1) {
    const path = number === 1 ? file : file.replace(/\.yaml$/, `-${number}.yaml`)
    const before = texts.get(path) ?? ''
    const { now, later } = cut(left, before)
    const text = isLeft(now) ? addEntries(before, now) : null
    if (text === null) continue
    texts.set(path, text)
    left = later
  }
}

function isLeft(added: NewEntries): boolean {
  return ('entries' in added ? added.entries.size : added.items.length) > 0
}

/** What a file takes now, and what goes to the next one. Webhooks are few. */
function cut(added: NewEntries, before: string): { readonly now: NewEntries; readonly later: NewEntries } {
  if (!('entries' in added)) return { now: added, later: { ...added, items: [] } }
  const size = Buffer.byteLength(before)
  const { fitting, rest } = fittingEntries(added.entries, { room: mostBytes - size, isEmpty: size === 0 })
  return { now: { ...added, entries: fitting }, later: { ...added, entries: rest } }
}

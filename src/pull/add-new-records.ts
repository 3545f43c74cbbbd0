import type { Collapsing } from './collapse/collapsing.ts'
import type { DocumentMap, DocumentValue } from '../yaml/document-value.ts'
import { fileFor, type Layout, priceListFile } from './collapse/layout.ts'
import { type NewEntries, addEntries } from '../yaml/edit/add-entries.ts'
import { pairLines } from '../yaml/edit/value-lines.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { collapseLive, type ShopOrder } from './collapse-live.ts'
import { counted, countedSource } from '../records/counted-records.ts'
import type { RecordSource } from '../records/record-source.ts'
import { type LiveRecords, recordSections, type RecordSection, sectionNames } from './live-records.ts'
import type { Refusals } from './refusals.ts'
import { partOf } from './unit.ts'
import type { Texts } from './written-catalogue.ts'

/** The records, price lists and webhooks to add to a catalogue. */
export interface Additions {
  readonly records: Readonly<Record<RecordSection, RecordSource<RecordTree>>>
  readonly priceLists: DocumentMap
  readonly webhooks: LiveRecords['webhooks']
}

interface Adding {
  readonly context: Collapsing
  readonly refusals: Refusals
  readonly layout: Layout
  readonly order: ShopOrder
  readonly onMerged?: ((part: 'order' | 'entries', records: number) => void) | undefined
}

/** Codes that cannot be keys in the YAML of a catalogue. */
const invalidKey = /^$|^__proto__$|^[^]{1000,}$/

/** The texts with new records, price lists and webhooks, in the files of the layout; refused parts are left out. */
export function addNewRecords(texts: Texts, additions: Additions, adding: Adding): Map<string, string> {
  const result = new Map(texts)
  const spelled = uniqueSpelling(texts.keys())
  write(result, webhookFile, { section: 'webhooks', items: additions.webhooks.map(({ name, url }) => webhook(name, url)) })
  for (const section of sectionNames) {
    const files = new Map<string, Map<string, DocumentMap>>()
    const records = additions.records[section]
    const { onMerged } = adding
    const keys = adding.order.keysInOrder(section, countedSource(records, onMerged && ((count) => onMerged('order', count))))
    for (const key of counted(keys, onMerged && ((count) => onMerged('entries', count)))) {
      const record = records.get(key)
      const entry = record && entryOf(adding, { section, key }, record)
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

/** Largest file that gets new records, a quarter of the largest readable document, because parsing takes a hundred times its size. */
const mostBytes = 5_000_000

/** Returns a function that spells each file name as it was first spelled: names that differ only in case are one file on many machines. */
function uniqueSpelling(known: Iterable<string>): (file: string) => string {
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

function entryOf(
  { context, refusals }: Adding,
  { section, key }: { readonly section: RecordSection; readonly key: string },
  record: RecordTree,
): DocumentMap | undefined {
  if (invalidKey.test(key)) refusals.refuse({ section, key, part: null }, 'its code cannot be a key in YAML')
  if (refusals.isRefused({ section, key, part: null })) return undefined
  const entry = collapseLive(context, { section, record })
  return new Map([...entry].filter(([name]) => !refusals.isRefused({ section, key, part: partOf(name) })))
}

/** Adds entries to a file; where it is full, broken or not a map, to the next one: `products.yaml`, `products-2.yaml`. */
function write(texts: Map<string, string>, file: string, added: NewEntries): void {
  let rest = added
  for (let number = 1; hasEntries(rest); number += 1) {
    const path = number === 1 ? file : file.replace(/\.yaml$/, `-${number}.yaml`)
    const before = texts.get(path) ?? ''
    const { now, later } = split(rest, before)
    const text = hasEntries(now) ? addEntries(before, now) : null
    if (text === null) continue
    texts.set(path, text)
    rest = later
  }
}

function hasEntries(added: NewEntries): boolean {
  return ('entries' in added ? added.entries.size : added.items.length) > 0
}

/** The entries that fit into a file, at least one in an empty file, and those for the next file. Lists (webhooks) are never split. */
function split(added: NewEntries, before: string): { readonly now: NewEntries; readonly later: NewEntries } {
  if (!('entries' in added)) return { now: added, later: { ...added, items: [] } }
  const { entries } = added
  let room = mostBytes - Buffer.byteLength(before)
  let count = 0
  for (const pair of entries) {
    room -= Buffer.byteLength(pairLines(pair, 2, true).join('\n')) + 2
    if (room < 0 && (before !== '' || count > 0)) break
    count += 1
  }
  const all = [...entries]
  return { now: { ...added, entries: new Map(all.slice(0, count)) }, later: { ...added, entries: new Map(all.slice(count)) } }
}

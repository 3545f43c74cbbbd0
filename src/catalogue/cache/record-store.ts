import { invariant } from '../../errors.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import type { RecordSource } from '../../records/record-source.ts'
import { openKeyTable } from '../../records/key-table.ts'
import { keyOf } from '../../records/named-fields.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { numbersIn, openNumberBytes } from './number-bytes.ts'
import { type NameTable, openNames } from './name-table.ts'
import { openPackedParts } from './packed-parts.ts'
import { packDesired, packLive, type Packing, type Token, unpackDesired, unpackLive, unpackTree } from './packed-record.ts'
import { emptyForm, type RecordForm } from './record-form.ts'
import { openSpill, type Spill } from './spill.ts'

/** Packed root records of one resource, in memory or in a file. They can be read until the store is disposed of. */
export interface RecordStore<R extends RecordTree> extends RecordSource<R>, Disposable {
  add(record: R): void
}

interface DesiredStoreOptions {
  /** How many bytes of records stay in memory before a file is used; default 0. */
  readonly inMemory?: number
  /** The names of packed records; default: an empty table. */
  readonly names?: NameTable
  /** What `content` returns for a record, by its tokens and its key; `null`: it is not known. Called for each that is added; default `null`. */
  readonly contentOf?: (tokens: readonly Token[], key: string) => string | null
}

/** Opens an empty store for records of the catalogue. `folder`: where the file is, which has no name; `null`: they stay in memory. */
export function openDesiredStore(folder: string | null, options: DesiredStoreOptions = {}): RecordStore<DesiredRecord> {
  const { inMemory = 0, names: table = openNames(), contentOf = () => null } = options
  const store = openStore({ spill: openSpill(folder, inMemory), pack: packDesired, names: table, contentOf })
  const { names } = store
  const partsOf = openPackedParts(names)
  const get = (key: string): DesiredRecord | undefined => {
    const place = store.placeOf(key)
    if (place < 0) return undefined
    const places = { tokens: numbersIn(store.numbers(place)), at: 0 }
    return unpackDesired({ tokens: withSharedTexts(tokensIn(store.text(place))), names, key, at: 0, file: '', places })
  }
  return sourceOf(store, get, {
    placed: {
      get count() {
        return store.keys.length
      },
      placeOf: store.placeOf,
      treeAt: (place) => unpackTree({ tokens: tokensIn(store.text(place)), names, key: store.keys[place] ?? '', at: 0 }),
      partsAt: (place) => partsOf(store.text(place), store.keys[place] ?? ''),
    },
    content: (key) => store.content(store.placeOf(key)),
    forms: () => recordsOf(store.forms(), get),
  })
}

/** Opens an empty store for records of a store. */
export function openLiveStore(folder: string | null): RecordStore<RecordTree> {
  const store = openStore({ spill: openSpill(folder), pack: packLive, names: openNames(), contentOf: () => null })
  return sourceOf(store, (key) => {
    const place = store.placeOf(key)
    return place < 0 ? undefined : unpackLive({ tokens: tokensIn(store.text(place)), names: store.names, key, at: 0 })
  })
}

/** Packed records by their places, numbers from 0 in the order in which their keys were added first. */
interface Store<R> extends Disposable {
  readonly names: NameTable['lists']
  add(record: R): void
  readonly keys: readonly string[]
  /** The keys of the first record of each form; all keys where there are many forms. */
  forms(): Iterable<string>
  /** -1 where there is no record with the key. */
  readonly placeOf: (key: string) => number
  /** The tokens of a record, as JSON. */
  text(place: number): string
  /** The bytes of the numbers that are the places of a record in its document. */
  numbers(place: number): Buffer
  content(place: number): string | undefined
}

/** Of more forms the first ones say too little about the others to be worth their memory. */
const mostForms = 1_000

interface StoreParts<R> extends Required<Pick<DesiredStoreOptions, 'names' | 'contentOf'>> {
  readonly spill: Spill
  readonly pack: (packing: Packing, record: R) => void
}

function openStore<R extends RecordTree>({ spill, pack, names, contentOf }: StoreParts<R>): Store<R> {
  const { keys, find, add } = openKeyTable()
  // By place. An object for each record would be one more to collect.
  const stored: number[] = []
  const splits: number[] = []
  const ends: number[] = []
  const contents: (string | null)[] = []
  const forms = new Map<RecordForm, string>()
  const numbers = openNumberBytes()
  let empty = emptyForm()
  return {
    names: names.lists,
    add: (record) => {
      const key = ownText(keyOf(record))
      const packing: Packing = { out: [], places: numbers, names, key, file: '', form: empty, emptyForm: empty }
      pack(packing, record)
      const { bytes, split } = numbers.after(JSON.stringify(packing.out))
      const place = add(key)
      stored[place] = spill.append(bytes)
      splits[place] = split
      ends[place] = bytes.length
      contents[place] = contentOf(packing.out, key)
      // Of too many forms none is remembered.
      if (forms.size > mostForms) empty = emptyForm()
      else if (packing.form && !forms.has(packing.form)) forms.set(packing.form, key)
    },
    keys,
    forms: () => (forms.size > mostForms ? keys : forms.values()),
    placeOf: find,
    text: (place) => spill.text(stored[place] ?? 0, 0, splits[place] ?? 0),
    numbers: (place) => spill.part(stored[place] ?? 0, splits[place] ?? 0, ends[place] ?? 0),
    content: (place) => contents[place] ?? undefined,
    [Symbol.dispose]: () => spill.close(),
  }
}

function sourceOf<R extends RecordTree>(
  store: Store<R>,
  get: (key: string) => R | undefined,
  more: Pick<RecordSource<R>, 'placed' | 'forms' | 'content'> = {},
): RecordStore<R> {
  return {
    ...more,
    add: (record) => store.add(record),
    keys: () => store.keys.values(),
    get,
    [Symbol.iterator]: () => recordsOf(store.keys, get),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

function* recordsOf<R>(keys: Iterable<string>, get: (key: string) => R | undefined): Generator<R> {
  for (const key of keys) {
    const record = get(key)
    if (record) yield record
  }
}

function tokensIn(text: string): readonly unknown[] {
  const tokens: unknown = JSON.parse(text)
  invariant(Array.isArray(tokens), 'a packed record is a list')
  return tokens
}

/** The same tokens with one text for those that are equal: rows repeat the codes of their record, and a plan keeps them. */
function withSharedTexts(tokens: readonly unknown[]): readonly unknown[] {
  const texts = new Map<unknown, unknown>()
  return tokens.map((token) => {
    if (typeof token !== 'string') return token
    const first = texts.get(token)
    if (first === undefined) texts.set(token, token)
    return first ?? token
  })
}

/** V8 copies a shorter part of a text. */
const shortestPart = 13

/** A copy of a text: V8 keeps the whole text in memory that a long part was cut from, such as an answer of a store. */
function ownText(text: string): string {
  return text.length < shortestPart ? text : Buffer.from(text, 'utf16le').toString('utf16le')
}

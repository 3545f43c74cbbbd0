import { invariant } from '../../errors.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import type { RecordSource } from '../../records/record-source.ts'
import { keyOf } from '../../records/named-fields.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { numbersIn, openNumberBytes } from './number-bytes.ts'
import { type NameTable, openNames } from './name-table.ts'
import { packDesired, packLive, type Packing, unpackDesired, unpackLive, unpackTree } from './packed-record.ts'
import { emptyForm, type RecordForm } from './record-form.ts'
import { openSpill, type Spill } from './spill.ts'
import type { StoredBytes } from './stored-bytes.ts'

/** Packed root records of one resource, in memory or in a file. They can be read until the store is disposed of. */
export interface RecordStore<R extends RecordTree> extends RecordSource<R>, Disposable {
  /** `content`: what `content` returns for it; default: it is not known. */
  add(record: R, content?: string | null): void
}

/**
 * Opens an empty store for records of the catalogue. `folder`: where the file is, which has no name; `null`: they stay in memory. `inMemory`: how
 * many bytes of them stay there before a file is used, default 0.
 */
export function openDesiredStore(folder: string | null, inMemory = 0): RecordStore<DesiredRecord> {
  const store = openStore(openSpill(folder, inMemory), packDesired)
  const get = (key: string): DesiredRecord | undefined => {
    const stored = store.find(key)
    if (!stored) return undefined
    const { bytes, split } = stored
    const places = { tokens: numbersIn(bytes.slice(split, bytes.length)), at: 0 }
    return unpackDesired({ tokens: withSharedTexts(tokensIn(bytes, 0, split)), names: store.names, key, at: 0, file: '', places })
  }
  return sourceOf(store, get, {
    tree: (key) => {
      const stored = store.find(key)
      return stored && unpackTree({ tokens: tokensIn(stored.bytes, 0, stored.split), names: store.names, key, at: 0 })
    },
    content: (key) => store.find(key)?.content ?? undefined,
    forms: () => recordsOf(store.forms(), get),
  })
}

/** Opens an empty store for records of a store. */
export function openLiveStore(folder: string | null): RecordStore<RecordTree> {
  const store = openStore(openSpill(folder), packLive)
  return sourceOf(store, (key) => {
    const stored = store.find(key)
    return stored && unpackLive({ tokens: tokensIn(stored.bytes, 0, stored.split), names: store.names, key, at: 0 })
  })
}

/** The tokens of a record as JSON, then its places as numbers in bytes, which begin at `split`. */
interface Stored {
  readonly bytes: StoredBytes
  readonly split: number
  readonly content: string | null
}

interface Store<R> extends Disposable {
  readonly names: NameTable['lists']
  add(record: R, content: string | null): void
  keys(): Iterable<string>
  /** The keys of the first record of each form; all keys where there are many forms. */
  forms(): Iterable<string>
  find(key: string): Stored | undefined
}

/** Of more forms the first ones say too little about the others to be worth their memory. */
const mostForms = 1_000

function openStore<R extends RecordTree>(spill: Spill, pack: (packing: Packing, record: R) => void): Store<R> {
  const names = openNames()
  const stored = new Map<string, Stored>()
  const forms = new Map<RecordForm, string>()
  const places = openNumberBytes()
  let empty = emptyForm()
  return {
    names: names.lists,
    add: (record, content) => {
      const key = ownText(keyOf(record))
      const packing: Packing = { out: [], places, names, key, file: '', form: empty, emptyForm: empty }
      pack(packing, record)
      const { bytes, split } = places.after(JSON.stringify(packing.out))
      stored.set(key, { bytes: spill.append(bytes), split, content })
      // Of too many forms none is remembered.
      if (forms.size > mostForms) empty = emptyForm()
      else if (packing.form && !forms.has(packing.form)) forms.set(packing.form, key)
    },
    keys: () => stored.keys(),
    forms: () => (forms.size > mostForms ? stored.keys() : forms.values()),
    find: (key) => stored.get(key),
    [Symbol.dispose]: () => spill.close(),
  }
}

function sourceOf<R extends RecordTree>(
  store: Store<R>,
  get: (key: string) => R | undefined,
  more: Pick<RecordSource<R>, 'tree' | 'forms' | 'content'> = {},
): RecordStore<R> {
  return {
    ...more,
    add: (record, content = null) => store.add(record, content),
    keys: () => store.keys(),
    get,
    [Symbol.iterator]: () => recordsOf(store.keys(), get),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

function* recordsOf<R>(keys: Iterable<string>, get: (key: string) => R | undefined): Generator<R> {
  for (const key of keys) {
    const record = get(key)
    if (record) yield record
  }
}

function tokensIn(bytes: StoredBytes, start: number, end: number): readonly unknown[] {
  const tokens: unknown = JSON.parse(bytes.slice(start, end).toString())
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

/** A copy of a text: V8 keeps the whole text in memory that a part was cut from, such as an answer of a store. */
function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

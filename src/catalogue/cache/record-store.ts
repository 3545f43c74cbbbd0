import { invariant } from '../../errors.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import type { RecordSource } from '../../records/record-source.ts'
import { keyOf } from '../../records/named-fields.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { openNames, packDesired, packLive, type Packing, unpackDesired, type Unpacking, unpackLive } from './packed-record.ts'
import { openSpill } from './spill.ts'
import type { StoredBytes } from './stored-bytes.ts'

/** Packed root records of one resource, in memory or in a file. They can be read until the store is disposed of. */
export interface RecordStore<R extends RecordTree> extends RecordSource<R>, Disposable {
  add(record: R): void
}

/** Opens an empty store for records of the catalogue. `folder`: where the file is, which has no name; `null`: they stay in memory. */
export function openDesiredStore(folder: string | null): RecordStore<DesiredRecord> {
  return openStore(folder, { pack: packDesired, unpack: unpackDesired })
}

/** Opens an empty store for records of a store. */
export function openLiveStore(folder: string | null): RecordStore<RecordTree> {
  return openStore(folder, { pack: packLive, unpack: unpackLive })
}

interface Form<R> {
  readonly pack: (packing: Packing, record: R) => void
  readonly unpack: (unpacking: Unpacking) => R
}

function openStore<R extends RecordTree>(folder: string | null, { pack, unpack }: Form<R>): RecordStore<R> {
  const spill = openSpill(folder)
  const names = openNames()
  const stored = new Map<string, StoredBytes>()
  const get = (key: string): R | undefined => {
    const bytes = stored.get(key)
    if (!bytes) return undefined
    const tokens: unknown = JSON.parse(bytes.slice(0, bytes.length).toString())
    invariant(Array.isArray(tokens), 'a packed record is a list')
    return unpack({ tokens, names: names.lists, key, file: '', at: 0 })
  }
  return {
    add: (record) => {
      const key = ownText(keyOf(record))
      const packing: Packing = { out: [], names, key, file: '' }
      pack(packing, record)
      stored.set(key, spill.append(Buffer.from(JSON.stringify(packing.out))))
    },
    keys: () => stored.keys(),
    get,
    *[Symbol.iterator]() {
      for (const key of stored.keys()) {
        const record = get(key)
        if (record) yield record
      }
    },
    [Symbol.dispose]: () => spill.close(),
  }
}

/** A copy of a text: V8 keeps the whole text in memory that a part was cut from, such as an answer of a store. */
function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

import type { DatabaseSync } from 'node:sqlite'
import { baseDigest, digestOfJson } from '../records/base-digest.ts'
import type { BaseRecord, BaseRow } from '../records/base-record.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { childNames } from '../records/child-names.ts'
import { findResource, type ResourceName } from '../resources/registry.ts'
import { openBaseContents } from './base-contents.ts'
import type { AppliedRoot, RootKey } from './base-write.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Leases } from './leases.ts'
import { baseText, dictionaryOf, packBase, unpackBase } from './packed-base.ts'
import { bytesAt, DamagedRow, integerAt, readRow, type Row, textAt, textOrNullAt } from './row.ts'
import type { OwnFile } from '../records/known-file.ts'
import type { State } from './state.ts'

/** What was last applied to each store. */
export type BaseMemory = Pick<
  State,
  'saveBase' | 'baseContents' | 'baseDigestOf' | 'baseCatalogue' | 'baseOf' | 'rewrittenBase' | 'ownFiles'
>

/** The base of each store in an open database. The first record of a resource is the dictionary that all of them are compressed with. */
export function openBaseMemory(database: DatabaseSync, { write, read }: GroupCommit, { mustHold }: Pick<Leases, 'mustHold'>): BaseMemory {
  const stores = openStores(database)
  const dictionaries = openDictionaries(database)
  const files = openOwnFiles(database)
  const save = database.prepare(
    'INSERT OR REPLACE INTO base (store, resource, key, digest, bytes, content, rewritten) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const forget = database.prepare('DELETE FROM base WHERE store = ? AND resource = ? AND key = ?')
  const ofStore = 'FROM base_store JOIN base ON base.store = base_store.number WHERE base_store.store = ? AND resource = ? AND key = ?'
  const one = database.prepare(`SELECT base.store, key, digest, bytes ${ofStore}`)
  const digest = database.prepare(`SELECT digest ${ofStore}`)
  const rewritten = database.prepare(
    `SELECT resource, key FROM base_store JOIN base INDEXED BY base_rewritten ON base.store = base_store.number
     WHERE base_store.store = ? AND rewritten = 1`,
  )
  const contents = openBaseContents(database)
  return {
    saveBase: (store, fence, { at, applied, forgotten, files: own = [], forgottenFiles = [], catalogue, completeWith }) => {
      const roots = applied.map(writtenRoot)
      return write(() => {
        mustHold(store, fence, at)
        const number = stores.number(store)
        const known = new Map<ResourceName, Uint8Array>()
        contents.written(number, roots)
        contents.written(number, forgotten)
        for (const { resource, key, text, ...root } of roots) {
          const dictionary = known.get(resource) ?? dictionaries.of(number, resource) ?? dictionaries.start(number, resource, text)
          known.set(resource, dictionary)
          save.run(number, resource, key, root.digest, packBase(text, dictionary), root.content, root.isRewritten ? 1 : 0)
        }
        for (const { resource, key } of forgotten) forget.run(number, resource, key)
        for (const path of forgottenFiles) files.forget(number, path)
        for (const file of own) files.add(number, file)
        if (catalogue !== undefined) stores.endOther(number, catalogue)
        if (completeWith !== undefined) stores.complete(number, completeWith)
      })
    },
    baseContents: (store) => read(() => contents.of(stores.find(store)?.number ?? 0)),
    baseDigestOf: (store, { resource, key }) =>
      read(() => {
        const row = digest.get(store, resource, key)
        return row ? digestAt(row) : null
      }),
    baseCatalogue: (store) => read(() => stores.find(store)?.catalogue ?? null),
    baseOf: (store, { resource, key }) =>
      read(() => {
        const row = one.get(store, resource, key)
        return row ? readBase(row, dictionaries.committed(integerAt(row, 'store'), resource)) : null
      }),
    rewrittenBase: (store) => read(() => keysOf(rewritten.all(store))),
    ownFiles: (store) => read(() => files.of(stores.find(store)?.number ?? 0)),
  }
}

/** A root that waits for its commit. */
interface WrittenRoot extends RootKey {
  readonly text: Uint8Array
  readonly digest: Uint8Array
  readonly content: string | null
  readonly isRewritten: boolean
}

function writtenRoot({ resource, key, base, content }: AppliedRoot): WrittenRoot {
  const json = canonicalJson(base.record)
  const digest = Buffer.from(digestOfJson(json), 'hex')
  return { resource, key, text: baseText(json, base.source), digest, content: content ?? null, isRewritten: hasStored(base.record) }
}

/** True where the store rewrote a value of a record, or of a row of it. */
function hasStored({ stored, children }: BaseRow): boolean {
  if (stored !== undefined) return true
  for (const name of childNames(children)) if (children[name]?.some(hasStored) === true) return true
  return false
}

/** The keys in rows of `base`, by resource. */
function keysOf(rows: readonly Row[]): ReadonlyMap<ResourceName, ReadonlySet<string>> {
  const keys = new Map<ResourceName, Set<string>>()
  for (const row of rows) {
    const resource = findResource(textAt(row, 'resource'))?.name
    if (resource === undefined) continue
    const known = keys.get(resource) ?? new Set<string>()
    keys.set(resource, known.add(textAt(row, 'key')))
  }
  return keys
}

interface OwnFiles {
  readonly of: (store: number) => ReadonlyMap<string, OwnFile>
  readonly add: (store: number, file: OwnFile) => void
  readonly forget: (store: number, path: string) => void
}

function openOwnFiles(database: DatabaseSync): OwnFiles {
  const all = database.prepare('SELECT path, sha256, size FROM own_file WHERE store = ? ORDER BY path')
  const add = database.prepare('INSERT OR REPLACE INTO own_file (store, path, sha256, size) VALUES (?, ?, ?, ?)')
  const forget = database.prepare('DELETE FROM own_file WHERE store = ? AND path = ?')
  return {
    of: (store) => new Map(all.all(store).map((row) => [textAt(row, 'path'), readOwnFile(row)])),
    add: (store, { path, sha256, size }) => void add.run(store, path, sha256, size),
    forget: (store, path) => void forget.run(store, path),
  }
}

/** The file in a row of `own_file`. Throws `DamagedRow`. */
export function readOwnFile(row: Row): OwnFile {
  return { path: textAt(row, 'path'), sha256: textAt(row, 'sha256'), size: integerAt(row, 'size') }
}

interface Stores {
  readonly find: (store: string) => { readonly number: number; readonly catalogue: string | null } | undefined
  /** The number of a store, which gets one now if it has none. */
  readonly number: (store: string) => number
  readonly complete: (number: number, catalogue: string | null) => void
  /** A base that is complete with another catalogue is complete with none. */
  readonly endOther: (number: number, catalogue: string) => void
}

/** The stores that have a base, by a number that is shorter than their name. */
function openStores(database: DatabaseSync): Stores {
  const add = database.prepare('INSERT INTO base_store (store) VALUES (?)')
  const one = database.prepare('SELECT number, catalogue FROM base_store WHERE store = ?')
  const complete = database.prepare('UPDATE base_store SET catalogue = ? WHERE number = ?')
  const endOther = database.prepare('UPDATE base_store SET catalogue = NULL WHERE number = ? AND catalogue <> ?')
  const find: Stores['find'] = (store) => {
    const row = one.get(store)
    return row && { number: integerAt(row, 'number'), catalogue: textOrNullAt(row, 'catalogue') }
  }
  return {
    find,
    number: (store) => find(store)?.number ?? Number(add.run(store).lastInsertRowid),
    complete: (number, catalogue) => void complete.run(catalogue, number),
    endOther: (number, catalogue) => void endOther.run(number, catalogue),
  }
}

interface Dictionaries {
  readonly of: (store: number, resource: ResourceName) => Uint8Array | undefined
  /** The same outside of a transaction: it never changes, and is read once. */
  readonly committed: (store: number, resource: ResourceName) => Uint8Array | undefined
  /** The dictionary of the first record of a resource. */
  readonly start: (store: number, resource: ResourceName, first: Uint8Array) => Uint8Array
}

function openDictionaries(database: DatabaseSync): Dictionaries {
  const save = database.prepare('INSERT INTO base_dictionary (store, resource, bytes) VALUES (?, ?, ?)')
  const one = database.prepare('SELECT bytes FROM base_dictionary WHERE store = ? AND resource = ?')
  const known = new Map<string, Uint8Array>()
  const of: Dictionaries['of'] = (store, resource) => {
    const row = one.get(store, resource)
    return row && bytesAt(row, 'bytes')
  }
  return {
    of,
    committed: (store, resource) => {
      const id = `${store} ${resource}`
      const dictionary = known.get(id) ?? of(store, resource)
      if (dictionary) known.set(id, dictionary)
      return dictionary
    },
    start: (store, resource, first) => {
      const bytes = dictionaryOf(first)
      save.run(store, resource, bytes)
      return bytes
    },
  }
}

/** The record in a row of `base`, which has the digest of the row. Throws `DamagedRow`. */
export function readBase(row: Row, dictionary: Uint8Array | undefined): BaseRecord {
  return readRow(row, { table: 'last applied', key: 'key' }, () => {
    if (!dictionary) throw new DamagedRow('what it is compressed with is missing')
    const base = unpackBase(bytesAt(row, 'bytes'), dictionary)
    if (baseDigest(base.record) !== digestAt(row)) throw new DamagedRow('its digest is another one')
    return base
  })
}

function digestAt(row: Row): string {
  return Buffer.from(bytesAt(row, 'digest')).toString('hex')
}

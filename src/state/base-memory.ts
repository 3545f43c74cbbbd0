import type { DatabaseSync } from 'node:sqlite'
import { invariant } from '../errors.ts'
import { baseDigest } from '../records/base-record.ts'
import { findResource, type ResourceName } from '../resources/registry.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Leases } from './leases.ts'
import { dictionaryOf, packBase, unpackBase } from './packed-base.ts'
import { bytesAt, integerAt, type Row, textAt, textOrNullAt } from './row.ts'
import type { AppliedRoot, State } from './state.ts'

/** What was last applied to each store. */
export type BaseMemory = Pick<State, 'saveBase' | 'baseDigests' | 'baseCatalogue' | 'baseOf'>

/** The base of each store in an open database. The first record of a resource is the dictionary that all of them are compressed with. */
export function openBaseMemory(database: DatabaseSync, { write, read }: GroupCommit, { mustHold }: Pick<Leases, 'mustHold'>): BaseMemory {
  const numberStore = database.prepare('INSERT OR IGNORE INTO base_store (store) VALUES (?)')
  const complete = database.prepare('UPDATE base_store SET catalogue = ? WHERE number = ?')
  const catalogueOf = database.prepare('SELECT catalogue FROM base_store WHERE store = ?')
  const numberOf = database.prepare('SELECT number FROM base_store WHERE store = ?')
  const save = database.prepare('INSERT OR REPLACE INTO base (store, resource, key, digest, bytes) VALUES (?, ?, ?, ?, ?)')
  const forget = database.prepare('DELETE FROM base WHERE store = ? AND resource = ? AND key = ?')
  const one = database.prepare('SELECT bytes FROM base WHERE store = ? AND resource = ? AND key = ?')
  const all = database.prepare('SELECT resource, key, digest FROM base WHERE store = ? ORDER BY resource, key')
  const saveDictionary = database.prepare('INSERT INTO base_dictionary (store, resource, bytes) VALUES (?, ?, ?)')
  const findDictionary = database.prepare('SELECT bytes FROM base_dictionary WHERE store = ? AND resource = ?')

  /** `undefined` for a store that nothing was applied to. */
  function storeNumber(store: string): number | undefined {
    const row = numberOf.get(store)
    return row && integerAt(row, 'number')
  }

  function dictionaryFor(number: number, { resource, base }: AppliedRoot): Uint8Array {
    const known = findDictionary.get(number, resource)
    if (known) return bytesAt(known, 'bytes')
    const bytes = dictionaryOf(base)
    saveDictionary.run(number, resource, bytes)
    return bytes
  }

  return {
    saveBase: (store, fence, { at, applied, forgotten, completeWith }) =>
      write(() => {
        mustHold(store, fence, at)
        numberStore.run(store)
        const number = storeNumber(store)
        invariant(number !== undefined, `store ${store} has no number in the state`)
        const dictionaries = new Map<ResourceName, Uint8Array>()
        for (const root of applied) {
          const dictionary = dictionaries.get(root.resource) ?? dictionaryFor(number, root)
          dictionaries.set(root.resource, dictionary)
          save.run(number, root.resource, root.key, Buffer.from(baseDigest(root.base.record), 'hex'), packBase(root.base, dictionary))
        }
        for (const { resource, key } of forgotten) forget.run(number, resource, key)
        if (completeWith !== undefined) complete.run(completeWith, number)
      }),
    baseDigests: (store) =>
      read(() => {
        const number = storeNumber(store)
        const digests = new Map<ResourceName, Map<string, string>>()
        for (const row of number === undefined ? [] : all.all(number)) addDigest(row, digests)
        return digests
      }),
    baseCatalogue: (store) =>
      read(() => {
        const row = catalogueOf.get(store)
        return row ? textOrNullAt(row, 'catalogue') : null
      }),
    baseOf: (store, { resource, key }) =>
      read(() => {
        const number = storeNumber(store)
        const row = number === undefined ? undefined : one.get(number, resource, key)
        const dictionary = row && findDictionary.get(number ?? 0, resource)
        return row && dictionary ? unpackBase(bytesAt(row, 'bytes'), bytesAt(dictionary, 'bytes')) : null
      }),
  }
}

function addDigest(row: Row, digests: Map<ResourceName, Map<string, string>>): void {
  const name = textAt(row, 'resource')
  const resource = findResource(name)?.name
  invariant(resource !== undefined, `the state has a base of ${name}, which is no resource`)
  const known = digests.get(resource) ?? new Map<string, string>()
  digests.set(resource, known)
  known.set(textAt(row, 'key'), Buffer.from(bytesAt(row, 'digest')).toString('hex'))
}

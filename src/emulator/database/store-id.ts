import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** Which store a database holds. A copy of the folder has the same; a store that is created again has another one. */
export interface StoreId {
  /** 16 random hex digits. */
  readonly id: string
  /** True where the store is older than its id, so that some know it without. */
  readonly isLate: boolean
}

/** The id of the store, in one row. */
export const storeIdTable = 'CREATE TABLE IF NOT EXISTS _store (id TEXT NOT NULL, late INTEGER NOT NULL)'

/** Gives a store an id, unless it has one. */
export function giveStoreId(database: DatabaseSync, { isLate }: Pick<StoreId, 'isLate'>): void {
  const id = randomBytes(8).toString('hex')
  database.prepare('INSERT INTO _store (id, late) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM _store)').run(id, isLate ? 1 : 0)
}

/** The id of the store in an open database. */
export function storeIdOf(database: DatabaseSync): StoreId {
  const row = database.prepare('SELECT id, late FROM _store').get()
  return { id: String(row?.['id']), isLate: row?.['late'] === 1 }
}

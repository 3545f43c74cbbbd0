import type { RecordTree } from '../resources/record-tree.ts'
import { keyOf } from './named-fields.ts'
import type { RecordParts } from './record-parts.ts'

/**
 * Root records of one resource that are kept packed: a record is unpacked each time it is asked for, so that not all of them are in
 * memory. A service, not a value: it does not print as JSON.
 */
export interface RecordSource<R extends RecordTree> extends Iterable<R> {
  /** The primary keys, in the order of the records. */
  keys(): Iterable<string>
  get(key: string): R | undefined
  /** The same records by place; default: `placedRecords` finds them by key. */
  readonly placed?: PlacedRecords
  /** A digest of what a record declares, the same for records that are the same to the store; `undefined` where it is not known. Default: of none. */
  content?(key: string): string | undefined
  /**
   * At least one record of each form: with the same names of fields and children on every level, and the same rows to be written on create.
   * Default: all of them.
   */
  forms?(): Iterable<R>
}

/** Root records by their places, which are numbers from 0 in the order of their keys: what is found of a record can be in a list. */
export interface PlacedRecords {
  /** The number of keys. */
  readonly count: number
  /** The place of a key, or -1. */
  placeOf(key: string): number
  /** The record without its places in a document and what is written on create, which takes half the time. */
  treeAt(place: number): RecordTree | undefined
  /** The same record in parts, valid until the next call; absent where records are not packed. */
  readonly partsAt?: (place: number) => RecordParts
}

/** Root records of one resource: a list, or a source of them. */
export type Records<R extends RecordTree> = readonly R[] | RecordSource<R>

/** Records as a source; of records with the same key the last one is found. */
export function recordSource<R extends RecordTree>(records: Records<R>): RecordSource<R> {
  if ('get' in records) return records
  const byKey = new Map(records.map((record) => [keyOf(record), record]))
  return { keys: () => byKey.keys(), get: (key) => byKey.get(key), [Symbol.iterator]: () => records.values() }
}

/** The records of a source by place. */
export function placedRecords<R extends RecordTree>(source: RecordSource<R>): PlacedRecords {
  if (source.placed) return source.placed
  const keys = [...source.keys()]
  const places = new Map(keys.map((key, place) => [key, place]))
  return { count: keys.length, placeOf: (key) => places.get(key) ?? -1, treeAt: (place) => source.get(keys[place] ?? '') }
}

/** The root records of a catalogue as sources, by resource. */
export function recordSources<R extends RecordTree>(roots: Readonly<Record<string, Records<R>>>): ReadonlyMap<string, RecordSource<R>> {
  return new Map(Object.entries(roots).map(([name, records]) => [name, recordSource(records)]))
}

import type { Field } from '../../resources/field.ts'
import { fieldOf, type ResourceName } from '../../resources/registry.ts'
import { byCode } from '../../source/by-code.ts'
import type { NameTable } from './name-table.ts'
import { type NamedCursor, resourceNamed, type Token, unpackNames, unpackNumber } from './packed-record.ts'

/*
 * The shape of a record as text:
 *
 *     shape    = resource fields children ( '+' fields children )?      the last: what is written on create
 *     fields   = '{' ( name ',' )* '}'                                  by name
 *     children = '[' ( resource '=' ( count '*' shape )* ';' )* ']'     by name, and by shape: so many rows have it
 */

/** Where the values of a packed record are. */
export interface PackedLayout {
  /** What the record is without its values: the same for any order of fields and rows. */
  readonly shape: string
  /** The values in the order of the shape; those of rows with the same shape in the order of the record. */
  readonly values: readonly PlacedValue[]
  /** Rows with the same shape; those of a row come before the group of the row. */
  readonly groups: readonly RowGroup[]
  /** The tokens that are no values, as places. */
  readonly numbers: readonly number[]
}

/** A value, and the place of its token. */
interface PlacedValue {
  readonly place: number
  readonly field: Field
}

/** Rows of a collection whose values follow each other: `count` times `size` values from `start` on. */
export interface RowGroup {
  readonly start: number
  readonly size: number
  readonly count: number
}

/** Reads the layout of a record that `packDesired` packed, its places in a list of their own. */
export function readLayout(tokens: readonly Token[], names: NameTable['lists']): PackedLayout {
  const reader: Reader = { tokens, at: 0, names, numbers: [] }
  return { ...readRecord(reader), numbers: reader.numbers }
}

interface Reader extends NamedCursor {
  /** Where the numbers are that were read. */
  readonly numbers: number[]
}

/** A record or a part of one. */
interface Part {
  shape: string
  readonly values: PlacedValue[]
  readonly groups: RowGroup[]
}

function readRecord(reader: Reader): Part {
  const [name = ''] = readNames(reader)
  const resource = resourceNamed(name)
  const record: Part = { shape: resource, values: [], groups: [] }
  addParts(record, resource, reader)
  if (readNumber(reader) === 0) return record
  record.shape += '+'
  addParts(record, resource, reader)
  return record
}

function addParts(record: Part, resource: ResourceName, reader: Reader): void {
  record.shape += '{'
  const fields = readNames(reader).map((name) => ({ name, place: reader.at++, field: fieldOf(resource, name) }))
  for (const { name, place, field } of fields.toSorted((a, b) => byCode(a.name, b.name))) {
    record.shape += `${name},`
    record.values.push({ place, field })
  }
  record.shape += '}['
  const collections = readNames(reader).map((name) => ({ name, rows: readRows(reader) }))
  for (const { name, rows } of collections.toSorted((a, b) => byCode(a.name, b.name))) {
    record.shape += `${name}=`
    addRows(record, rows)
    record.shape += ';'
  }
  record.shape += ']'
}

function readRows(reader: Reader): readonly Part[] {
  const count = readNumber(reader)
  if (count >= 0) return Array.from({ length: count }, () => readRecord(reader))
  const row = readRecord(reader)
  return Array.from({ length: -count }, () => row)
}

function addRows(record: Part, rows: readonly Part[]): void {
  const shapes = [...Map.groupBy(rows, ({ shape }) => shape)]
  for (const [shape, same] of shapes.toSorted(([a], [b]) => byCode(a, b))) {
    record.shape += `${same.length}*${shape}`
    const start = record.values.length
    for (const row of same) {
      const offset = record.values.length
      for (const { start: inner, ...group } of row.groups) record.groups.push({ start: offset + inner, ...group })
      for (const value of row.values) record.values.push(value)
    }
    record.groups.push({ start, size: (record.values.length - start) / same.length, count: same.length })
  }
}

function readNames(reader: Reader): readonly string[] {
  reader.numbers.push(reader.at)
  return unpackNames(reader)
}

function readNumber(reader: Reader): number {
  reader.numbers.push(reader.at)
  return unpackNumber(reader)
}

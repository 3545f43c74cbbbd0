import { hash } from 'node:crypto'
import type { DesiredRecord } from '../records/desired.ts'
import { keyOf } from '../records/named-fields.ts'
import type { Field } from '../resources/field.ts'
import { canonicalValue } from '../resources/scalar.ts'
import { byCode } from '../source/by-code.ts'
import { type NameTable, openNames } from './cache/name-table.ts'
import { readLayout, type RowGroup } from './cache/packed-layout.ts'
import { type Numbers, packDesired, type Packing, type Token } from './cache/packed-record.ts'

/** The text of a packed record whose places are in a list of their own, by its tokens and its key. */
export type ContentTextOf = (tokens: readonly Token[], key: string) => string

/** What is known of all records that have the same tokens, apart from their values. */
interface Structure {
  readonly length: number
  /** The places of the tokens that are not values, and these tokens. */
  readonly numberPlaces: readonly number[]
  readonly numbers: readonly (Token | undefined)[]
  /** sha256 of the shape (`PackedLayout`). */
  readonly shape: string
  readonly fields: readonly Field[]
  /** Where the values are. Rows are in the order of the record before, which is mostly that of the next one too. */
  readonly places: number[]
  readonly groups: readonly RowGroup[]
}

/** The structures of so many tokens are remembered. */
const mostTokens = 1 << 19

/**
 * Opens the texts of records that are packed with these names. Two records have the same text exactly where they are the same to the store: it is
 * the digest of their shape and their canonical values, as JSON. Values are in the order of their names, and rows of the same shape in the order
 * of their values.
 */
export function openContentTexts(names: NameTable['lists']): ContentTextOf {
  const structures = new Map<number, Structure[]>()
  let remembered = 0
  const structureOf = (tokens: readonly Token[]): Structure => {
    const hashed = structureHash(tokens)
    const found = structures.get(hashed)?.find((known) => hasStructure(tokens, known))
    if (found) return found
    remembered += tokens.length
    if (remembered > mostTokens) {
      structures.clear()
      remembered = tokens.length
    }
    const structure = newStructure(tokens, names)
    structures.set(hashed, [...(structures.get(hashed) ?? []), structure])
    return structure
  }
  return (tokens, key) => {
    const { shape, fields, places, groups } = structureOf(tokens)
    const values = fields.map((field, index) => {
      const token = tokens[places[index] ?? 0]
      return canonicalValue(field, typeof token === 'string' ? token : key)
    })
    for (const group of groups) sortRows(group, values, places)
    return shape + JSON.stringify(values)
  }
}

/** Opens the texts of records that are not packed: equal exactly where two records are the same to the store. */
export function openRecordTexts(): (record: DesiredRecord) => string {
  const names = openNames()
  const textOf = openContentTexts(names.lists)
  return (record) => {
    const { out, key } = packContent(record, names)
    return textOf(out, key)
  }
}

/** A record packed with these names, without its places. */
export function packContent(record: DesiredRecord, names: NameTable): Packing {
  const packing: Packing = { out: [], places: noPlaces, names, key: keyOf(record), file: '', form: null, emptyForm: null }
  packDesired(packing, record)
  return packing
}

const noPlaces: Numbers = { push: () => undefined }

/** A hash of the tokens that are not values. It leaves out each 0, which is also the token of a value that is the key of its record. */
function structureHash(tokens: readonly Token[]): number {
  let result = tokens.length
  for (const token of tokens) if (typeof token === 'number' && token !== 0) result = (Math.imul(result, 31) + token) | 0
  return result
}

function hasStructure(tokens: readonly Token[], { length, numberPlaces, numbers }: Structure): boolean {
  return tokens.length === length && numberPlaces.every((place, index) => tokens[place] === numbers[index])
}

function newStructure(tokens: readonly Token[], names: NameTable['lists']): Structure {
  const { shape, values, groups, numbers } = readLayout(tokens, names)
  return {
    length: tokens.length,
    numberPlaces: numbers,
    numbers: numbers.map((place) => tokens[place]),
    shape: hash('sha256', shape, 'base64'),
    fields: values.map(({ field }) => field),
    places: values.map(({ place }) => place),
    groups: groups.filter(({ count, size }) => count > 1 && size > 0),
  }
}

/** Sorts the values of rows and their places. */
function sortRows({ start, size, count }: RowGroup, values: string[], places: number[]): void {
  const byValues = (one: number, other: number): number => {
    for (let index = 0; index < size; index += 1) {
      const value = values[one + index] ?? ''
      const against = values[other + index] ?? ''
      if (value !== against) return byCode(value, against)
    }
    return 0
  }
  const end = start + size * count
  let row = start + size
  while (row < end && byValues(row - size, row) <= 0) row += size
  if (row >= end) return
  const order = Array.from({ length: count }, (_, index) => start + index * size).toSorted(byValues)
  putParts(values, start, inOrder(values, order, size))
  putParts(places, start, inOrder(places, order, size))
}

/** The parts of a list that begin at these places, one after the other. */
function inOrder<T>(all: readonly T[], order: readonly number[], size: number): readonly T[] {
  return order.flatMap((start) => all.slice(start, start + size))
}

function putParts<T>(all: T[], start: number, parts: readonly T[]): void {
  for (const [index, part] of parts.entries()) all[start + index] = part
}

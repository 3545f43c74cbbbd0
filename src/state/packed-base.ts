import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { BaseRecord, BaseRow } from '../records/base-record.ts'
import { childNames } from '../records/child-names.ts'
import type { Children } from '../resources/record-tree.ts'
import { findResource } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { isObject } from '../source/is-object.ts'
import type { SourcePlace } from '../source/source.ts'
import { DamagedRow } from './row.ts'

/** Longer dictionaries compress a little better, and cost more time for each record. */
const dictionaryBytes = 4096

/** A record that is in canonical JSON, with its place: many wait for a commit, and take half as much memory as records. */
export function baseText(record: string, source: BaseRecord['source']): Uint8Array {
  return Buffer.from(`{"record":${record},"source":${JSON.stringify(source)}}`)
}

/** The bytes that others of the same resource are compressed with: the text of one record. */
export function dictionaryOf(text: Uint8Array): Uint8Array {
  return text.subarray(0, dictionaryBytes)
}

/**
 * Most records are one chunk; the default, 16 kB, takes three times as long to allocate as such a record to read. A window of 8 kB, twice the
 * dictionary, takes a third less time to read than the default of 32 kB. What is written with a window is not read with a smaller one.
 */
const buffers = { chunkSize: 1024, windowBits: 13 }

/** Of 680 bytes that are like the dictionary 94 are left; a higher level leaves 90, and takes half as long again. */
const compression = { ...buffers, level: 3, memLevel: 5 }

/** The text of a record, compressed. */
export function packBase(text: Uint8Array, dictionary: Uint8Array): Uint8Array {
  return deflateRawSync(text, { ...compression, dictionary })
}

/** The record in bytes of `packBase`. Throws for other bytes. */
export function unpackBase(bytes: Uint8Array, dictionary: Uint8Array): BaseRecord {
  const value: unknown = JSON.parse(inflateRawSync(bytes, { ...buffers, dictionary }).toString())
  if (!isBaseRecord(value)) throw new DamagedRow('it is not a record')
  return { record: inOrder(value.record), source: value.source }
}

/** A row with its members in the order of all other rows, so that both print the same; canonical JSON sorts them by name. */
function inOrder({ resource, fields, children, stored }: BaseRow): BaseRow {
  const below = Object.fromEntries(childNames(children).map((name) => [name, (children[name] ?? []).map(inOrder)]))
  return { resource, fields, children: below, ...(stored && { stored }) }
}

// Not a schema: these checks are made for each changed record of a plan, and zod takes ten times as long.

function isBaseRecord(value: unknown): value is BaseRecord {
  if (!hasOnly(value, recordNames)) return false
  const { record, source } = value
  return isRow(record) && (source === null || isPlace(source))
}

const recordNames: ReadonlySet<string> = new Set(['record', 'source'])
const rowNames: ReadonlySet<string> = new Set(['resource', 'fields', 'children', 'stored'])
const placeNames: ReadonlySet<string> = new Set(['file', 'line', 'column'])

function hasOnly(value: unknown, names: ReadonlySet<string>): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false
  for (const name in value) if (!names.has(name)) return false
  return true
}

function isRow(value: unknown): value is BaseRow {
  if (!hasOnly(value, rowNames)) return false
  const { resource, fields, children, stored } = value
  return isResource(resource) && isFields(fields) && isChildren(children) && (!('stored' in value) || isFields(stored))
}

function isResource(name: unknown): boolean {
  return typeof name === 'string' && findResource(name)?.name === name
}

function isFields(value: unknown): value is Fields {
  if (!isObject(value)) return false
  for (const name in value) if (typeof value[name] !== 'string') return false
  return true
}

function isChildren(value: unknown): value is Children<BaseRow> {
  if (!isObject(value)) return false
  for (const name in value) {
    const rows = value[name]
    if (!isResource(name) || !Array.isArray(rows) || !rows.every(isRow)) return false
  }
  return true
}

function isPlace(value: unknown): value is SourcePlace {
  if (!hasOnly(value, placeNames)) return false
  const { file, line, column } = value
  return typeof file === 'string' && isNumber(line) && isNumber(column)
}

/** The number of a line or a column. */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

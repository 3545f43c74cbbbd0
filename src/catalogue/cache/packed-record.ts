import { invariant } from '../../errors.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import type { Children, RecordTree } from '../../resources/record-tree.ts'
import { resources, type ResourceName } from '../../resources/registry.ts'
import type { Fields } from '../../resources/resource.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { NameTable } from './name-table.ts'
import { type KeptForm, withNames, withRows, withSign } from './record-form.ts'

/*
 * A record as a list of texts and numbers:
 *
 *     live     = resource fields children
 *     desired  = live source places ( 0 | 1 fields children )      the last: what is written on create
 *     fields   = names value*                                      a value is a text, or 0 for the key of the root record
 *     children = names rows*
 *     rows     = count record* | -count record                     the second: the same row, count times
 *     places   = names source*
 *     source   = start length ( file | -1 )                       the second: the document of the record
 *
 * `resource`, `names` and `file` are numbers of a name table. `source` and `places` can be in a list of their own.
 */

export type Token = string | number

/** Where records are packed to. */
export interface Packing {
  readonly out: Token[]
  /** Where their places are packed to: the same list, or one of their own. */
  readonly places: Numbers
  readonly names: NameTable
  /** The key of the root record. */
  readonly key: string
  /** The document of the record; empty: it is not known when the record is unpacked. */
  readonly file: string
  /** The form of what was packed; where it begins, the empty form. */
  form: KeptForm
  readonly emptyForm: KeptForm
}

/** A list that numbers are added to. */
export interface Numbers {
  push(number: number): unknown
}

const signs = { rows: -1, end: -2, onCreate: -3 } as const

/** Packs a record of the catalogue. */
export function packDesired(packing: Packing, record: DesiredRecord): void {
  const { resource, source, spans, onCreate } = record
  packStart(packing, record)
  packChildren(packing, record, packDesired)
  packSpan(packing, source)
  packing.places.push(packing.names.numberOfKeys(spans, 'spans', resource))
  for (const name in spans) packSpan(packing, spans[name] ?? source)
  packing.out.push(onCreate ? 1 : 0)
  if (!onCreate) return
  packing.form = withSign(packing.form, signs.onCreate)
  packFields(packing, resource, onCreate.fields)
  packChildren(packing, { resource, children: onCreate.children }, packDesired)
}

/** Packs a record of a store. */
export function packLive(packing: Packing, record: RecordTree): void {
  packStart(packing, record)
  packChildren(packing, record, packLive)
}

/** Adds the place of a value. */
export function packSpan({ places, names, file: own }: Packing, { file, start, end }: SourceSpan): void {
  places.push(start)
  places.push(end - start)
  places.push(file === own && file !== '' ? -1 : names.numberOfName(file))
}

function packStart(packing: Packing, { resource, fields }: RecordTree): void {
  packing.out.push(packing.names.numberOfName(resource))
  packFields(packing, resource, fields)
}

function packFields(packing: Packing, resource: ResourceName, fields: Fields): void {
  const { out, key } = packing
  packNames(packing, packing.names.numberOfKeys(fields, 'fields', resource))
  for (const name in fields) {
    const value = fields[name] ?? ''
    out.push(value === key ? 0 : value)
  }
}

/** Adds the number of a list of names. */
function packNames(packing: Packing, number: number): void {
  packing.out.push(number)
  packing.form = withNames(packing.form, number)
}

interface Parent<R> {
  readonly resource: ResourceName
  readonly children: Children<R>
}

function packChildren<R extends RecordTree>(
  packing: Packing,
  { resource, children }: Parent<R>,
  pack: (packing: Packing, row: R) => void,
): void {
  packNames(packing, packing.names.numberOfKeys(children, 'children', resource))
  for (const name in children) {
    const rows = children[resourceNamed(name)] ?? []
    const isRepeated = isOneRow(rows)
    packing.out.push(isRepeated ? -rows.length : rows.length)
    packRows(packing, isRepeated ? rows.slice(0, 1) : rows, pack)
  }
}

function isOneRow(rows: readonly RecordTree[]): boolean {
  if (rows.length < 2) return false
  const [first] = rows
  for (const row of rows) if (row !== first) return false
  return true
}

/** Rows that follow each other with the same form are in the form of their record once. */
function packRows<R extends RecordTree>(packing: Packing, rows: readonly R[], pack: (packing: Packing, row: R) => void): void {
  let form = withSign(packing.form, signs.rows)
  let last: KeptForm | undefined
  for (const row of rows) {
    packing.form = packing.emptyForm
    pack(packing, row)
    if (packing.form !== last) form = withRows(form, packing.form)
    last = packing.form
  }
  packing.form = withSign(form, signs.end)
}

/** A list of tokens, and the next of them. */
export interface Cursor {
  readonly tokens: readonly unknown[]
  at: number
}

/** A cursor over tokens with numbers of a name table. */
export interface NamedCursor extends Cursor {
  readonly names: NameTable['lists']
}

/** Packed records while they are unpacked. */
export interface Unpacking extends NamedCursor {
  readonly key: string
}

/** The same with the places of records; `places` is the same object where they are in the same list. */
export interface PlacedUnpacking extends Unpacking {
  readonly file: string
  readonly places: Cursor
}

/** The record that `packDesired` packed. */
export function unpackDesired(unpacking: PlacedUnpacking): DesiredRecord {
  const { places } = unpacking
  const { resource, fields } = unpackStart(unpacking)
  const children = unpackChildren(unpacking, unpackDesired)
  const source = unpackSpan(unpacking)
  const spans: Record<string, SourceSpan> = {}
  for (const name of listOf(unpacking, unpackNumber(places))) spans[name] = unpackSpan(unpacking)
  if (unpackNumber(unpacking) === 0) return { resource, fields, children, source, spans }
  const onCreate = { fields: unpackFields(unpacking), children: unpackChildren(unpacking, unpackDesired) }
  return { resource, fields, children, source, spans, onCreate }
}

/** The same without its places and what is written on create, where its places are in a list of their own. */
export function unpackTree(unpacking: Unpacking): RecordTree {
  const { resource, fields } = unpackStart(unpacking)
  const children = unpackChildren(unpacking, unpackTree)
  if (unpackNumber(unpacking) !== 0) {
    unpackFields(unpacking)
    unpackChildren(unpacking, unpackTree)
  }
  return { resource, fields, children }
}

/** The record that `packLive` packed. */
export function unpackLive(unpacking: Unpacking): RecordTree {
  return { ...unpackStart(unpacking), children: unpackChildren(unpacking, unpackLive) }
}

/** The place that `packSpan` packed. */
export function unpackSpan(unpacking: PlacedUnpacking): SourceSpan {
  const { places, file } = unpacking
  const start = unpackNumber(places)
  const end = start + unpackNumber(places)
  const number = unpackNumber(places)
  return { file: number === -1 ? file : nameOf(unpacking, number), start, end }
}

export function unpackText(cursor: Cursor): string {
  const token = cursor.tokens[cursor.at++]
  invariant(typeof token === 'string', 'a packed text')
  return token
}

export function unpackNumber(cursor: Cursor): number {
  const token = cursor.tokens[cursor.at++]
  invariant(typeof token === 'number', 'a packed number')
  return token
}

function unpackStart(unpacking: Unpacking): Pick<RecordTree, 'resource' | 'fields'> {
  const resource = resourceNamed(nameOf(unpacking, unpackNumber(unpacking)))
  return { resource, fields: unpackFields(unpacking) }
}

const resourceNames: ReadonlyMap<string, ResourceName> = new Map(resources.map(({ name }) => [name, name]))

/** The resource with this name. */
export function resourceNamed(name: string): ResourceName {
  const resource = resourceNames.get(name)
  invariant(resource !== undefined, `${name} is a resource`)
  return resource
}

function unpackFields(unpacking: Unpacking): Fields {
  const fields: Record<string, string> = {}
  for (const name of unpackNames(unpacking)) {
    const token = unpacking.tokens[unpacking.at++]
    fields[name] = typeof token === 'string' ? token : unpacking.key
  }
  return fields
}

/** The list of names whose number is next. */
export function unpackNames(unpacking: NamedCursor): readonly string[] {
  return listOf(unpacking, unpackNumber(unpacking))
}

function nameOf(unpacking: NamedCursor, number: number): string {
  return listOf(unpacking, number)[0] ?? ''
}

function listOf({ names }: NamedCursor, number: number): readonly string[] {
  const list = names[number]
  invariant(list !== undefined, 'a list of the name table')
  return list
}

function unpackChildren<R extends RecordTree, U extends Unpacking>(unpacking: U, unpack: (unpacking: U) => R): Children<R> {
  const children: Partial<Record<ResourceName, readonly R[]>> = {}
  for (const name of unpackNames(unpacking)) {
    const count = unpackNumber(unpacking)
    const rows: R[] = []
    // A list that grows has room for more.
    rows.length = Math.abs(count)
    if (count < 0) rows.fill(unpack(unpacking))
    else for (let index = 0; index < count; index += 1) rows[index] = unpack(unpacking)
    children[resourceNamed(name)] = rows
  }
  return children
}

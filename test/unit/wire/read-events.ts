import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreFieldNames } from '../../../src/resources/capabilities.ts'
import type { KnownRecords, ReadRecord } from '../../../src/resources/record-tree.ts'
import { readResultSet, type ResultSetEvent } from '../../../src/wire/result-set-reader.ts'
import { parseSpec, type SpecNode } from '../../../src/wire/spec.ts'

/** The text of a golden document, written by hand from platform.md. */
export function golden(name: string): string {
  return readFileSync(join(import.meta.dirname, '../../fixtures/wire', name), 'utf8')
}

/** The tree of a specification that is known to be one. */
export function specOf(text: string): SpecNode {
  const spec = parseSpec(text)
  if ('fault' in spec) throw new Error(`${text}: ${spec.fault}`)
  return spec
}

/** The bytes as a network would bring them, `size` at a time. */
async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

interface Reading {
  readonly spec: string
  readonly names?: StoreFieldNames
  /** Bytes that arrive at a time; the default is all. */
  readonly chunk?: number
  /** Default: every record is read, without a digest. */
  readonly known?: KnownRecords
}

/** Every event of a document. */
export async function readEvents(
  document: string | Uint8Array,
  { spec, names = {}, chunk = Infinity, known }: Reading,
): Promise<ResultSetEvent[]> {
  const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : document
  const events: ResultSetEvent[] = []
  for await (const some of readResultSet(chunked(bytes, chunk), specOf(spec), { names, known })) events.push(...some)
  return events
}

/** The records of a document. */
export async function readRecords(document: string | Uint8Array, reading: Reading): Promise<ReadRecord[]> {
  const events = await readEvents(document, reading)
  return events.flatMap((event) => (event.type === 'record' ? [event.record] : []))
}

/** A page of Product records with these elements in its only record. */
export function productPage(inner: string): string {
  return `<ResultSet startResultIndex="0" totalResults="1" totalResultsReturned="1"><Product>${inner}</Product></ResultSet>`
}

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { BaseRecord, BaseRow } from '../records/base-record.ts'
import { resources, type ResourceName } from '../resources/registry.ts'

/** Longer dictionaries compress a little better, and cost more time for each record. */
const dictionaryBytes = 4096

const resource = z.enum(resources.map(({ name }) => name) satisfies readonly ResourceName[])
const fields = z.record(z.string(), z.string())
const row: z.ZodType<BaseRow> = z.lazy(() =>
  z.strictObject({ resource, fields, children: z.partialRecord(resource, z.array(row)), stored: fields.exactOptional() }),
)
const place = z.strictObject({ file: z.string(), line: z.int().positive(), column: z.int().positive() })
const baseRecord = z.strictObject({ record: row, source: place.nullable() })

/** A record that is in canonical JSON, with its place: many wait for a commit, and take half as much memory as records. */
export function baseText(record: string, source: BaseRecord['source']): Uint8Array {
  return Buffer.from(`{"record":${record},"source":${JSON.stringify(source)}}`)
}

/** The bytes that others of the same resource are compressed with: the text of one record. */
export function dictionaryOf(text: Uint8Array): Uint8Array {
  return text.subarray(0, dictionaryBytes)
}

/** Most records are one chunk; the default, 16 kB, takes three times as long to allocate as such a record to read. */
const chunkSize = 1024

/** Of 680 bytes that are like the dictionary 94 are left; a higher level leaves 90, and takes half as long again. */
const compression = { level: 3, windowBits: 13, memLevel: 5, chunkSize }

/** The text of a record, compressed. */
export function packBase(text: Uint8Array, dictionary: Uint8Array): Uint8Array {
  return deflateRawSync(text, { ...compression, dictionary })
}

/** The record in bytes of `packBase`. Throws for other bytes. */
export function unpackBase(bytes: Uint8Array, dictionary: Uint8Array): BaseRecord {
  return baseRecord.parse(JSON.parse(inflateRawSync(bytes, { dictionary, chunkSize }).toString()))
}

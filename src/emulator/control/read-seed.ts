import { isObject } from '../../source/is-object.ts'
import { invalidSeed, listOf, readRecords } from '../seed/read-records.ts'
import type { Seed, SeedFile } from '../seed/seed.ts'

function fileOf(value: unknown): SeedFile {
  const isFile = isObject(value) && typeof value['path'] === 'string' && typeof value['base64'] === 'string'
  if (!isFile) throw invalidSeed('a file needs "path" and "base64"')
  return { path: String(value['path']), bytes: Buffer.from(String(value['base64']), 'base64') }
}

/** A seed from JSON: `{ "records": [{ "resource", "fields", "children" }], "files": [{ "path", "base64" }] }`. 400 for anything else. */
export function readSeed(value: unknown): Seed {
  if (!isObject(value)) throw invalidSeed('it must be an object')
  return { records: readRecords(value['records']), files: listOf(value['files'], 'files').map(fileOf) }
}

import { isObject } from '../../source/is-object.ts'
import { refuseOthers } from '../http/known-members.ts'
import { invalidSeed, listOf, readRecords } from '../seed/read-records.ts'
import type { Seed, SeedFile } from '../seed/seed.ts'

/** The bytes of a text in Base64, which may have several lines; `null` for any other text. */
function bytesOf(base64: string): Uint8Array | null {
  const text = base64.replace(/\s+/g, '')
  const isWhole = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1
  return isWhole ? Buffer.from(text, 'base64') : null
}

function fileOf(value: unknown): SeedFile {
  if (!isObject(value)) throw invalidSeed('a file needs "path" and "base64"')
  const { path, base64 } = value
  if (typeof path !== 'string' || typeof base64 !== 'string') throw invalidSeed('a file needs "path" and "base64"')
  refuseOthers(value, ['path', 'base64'], 'A file of a seed')
  const bytes = bytesOf(base64)
  if (bytes === null) throw invalidSeed(`the "base64" of ${path.slice(0, 80)} is not Base64`)
  return { path, bytes }
}

/** A seed from JSON: `{ "records": [{ "resource", "fields", "children" }], "files": [{ "path", "base64" }] }`. 400 for anything else. */
export function readSeed(value: unknown): Seed {
  if (!isObject(value)) throw invalidSeed('it must be an object')
  refuseOthers(value, ['records', 'files'], 'A seed')
  return { records: readRecords(value['records']), files: listOf(value['files'], 'files').map(fileOf) }
}

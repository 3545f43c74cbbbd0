import type { RecordTree } from '../../resources/record-tree.ts'
import { findResource } from '../../resources/registry.ts'
import type { Seed, SeedFile } from '../seed/seed.ts'
import { StoreFault } from '../http/store-fault.ts'
import { isObject } from '../../source/is-object.ts'
import { refuseOthers } from './known-members.ts'

function refused(why: string): StoreFault {
  return new StoreFault(400, `Invalid seed: ${why}`)
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  throw refused(`"${name}" must be a list`)
}

function fieldsOf(value: unknown, resource: string): Record<string, string> {
  if (!isObject(value)) throw refused(`the fields of a ${resource} must be an object`)
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => {
      if (typeof text !== 'string') throw refused(`${resource}.${name} must be a string`)
      return [name, text]
    }),
  )
}

function recordOf(value: unknown): RecordTree {
  if (!isObject(value) || typeof value['resource'] !== 'string') throw refused('a record has no "resource"')
  refuseOthers(value, ['resource', 'fields', 'children'], 'A record of a seed')
  const resource = findResource(value['resource'])
  if (!resource) throw refused(`there is no resource ${value['resource'].slice(0, 60)}`)
  const { children = {} } = value
  if (!isObject(children)) throw refused(`the children of a ${resource.name} must be an object`)
  const nested = Object.entries(children).map(([name, rows]) => {
    const child = findResource(name)
    if (!child) throw refused(`there is no resource ${name.slice(0, 60)}`)
    return [child.name, listOf(rows, name).map(recordOf)] as const
  })
  return { resource: resource.name, fields: fieldsOf(value['fields'] ?? {}, resource.name), children: Object.fromEntries(nested) }
}

/** The bytes of a text in Base64, which may have several lines; `null` for any other text. */
function bytesOf(base64: string): Uint8Array | null {
  const text = base64.replace(/\s+/g, '')
  const isWhole = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1
  return isWhole ? Buffer.from(text, 'base64') : null
}

function fileOf(value: unknown): SeedFile {
  if (!isObject(value)) throw refused('a file needs "path" and "base64"')
  const { path, base64 } = value
  if (typeof path !== 'string' || typeof base64 !== 'string') throw refused('a file needs "path" and "base64"')
  refuseOthers(value, ['path', 'base64'], 'A file of a seed')
  const bytes = bytesOf(base64)
  if (bytes === null) throw refused(`the "base64" of ${path.slice(0, 80)} is not Base64`)
  return { path, bytes }
}

/** A seed from JSON: `{ "records": [{ "resource", "fields", "children" }], "files": [{ "path", "base64" }] }`. 400 for anything else. */
export function readSeed(value: unknown): Seed {
  if (!isObject(value)) throw refused('it must be an object')
  refuseOthers(value, ['records', 'files'], 'A seed')
  return { records: listOf(value['records'], 'records').map(recordOf), files: listOf(value['files'], 'files').map(fileOf) }
}

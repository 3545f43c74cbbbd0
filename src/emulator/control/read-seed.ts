import type { RecordTree } from '../../resources/record-tree.ts'
import { findResource } from '../../resources/registry.ts'
import type { Seed, SeedFile } from '../seed/seed.ts'
import { StoreFault } from '../http/store-fault.ts'
import { isObject } from '../../source/is-object.ts'

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

function fileOf(value: unknown): SeedFile {
  const isFile = isObject(value) && typeof value['path'] === 'string' && typeof value['base64'] === 'string'
  if (!isFile) throw refused('a file needs "path" and "base64"')
  return { path: String(value['path']), bytes: Buffer.from(String(value['base64']), 'base64') }
}

/** A seed from JSON: `{ "records": [{ "resource", "fields", "children" }], "files": [{ "path", "base64" }] }`. 400 for anything else. */
export function readSeed(value: unknown): Seed {
  if (!isObject(value)) throw refused('it must be an object')
  return { records: listOf(value['records'], 'records').map(recordOf), files: listOf(value['files'], 'files').map(fileOf) }
}

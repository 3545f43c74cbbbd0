import type { RecordTree } from '../../resources/record-tree.ts'
import { findResource } from '../../resources/registry.ts'
import { isObject } from '../../source/is-object.ts'
import { refuseOthers } from '../http/known-members.ts'
import { StoreFault } from '../http/store-fault.ts'

/** The fault of a seed that is not one. */
export function invalidSeed(why: string): StoreFault {
  return new StoreFault(400, `Invalid seed: ${why}`)
}

/** A list of a seed; one that is left out is empty. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  throw invalidSeed(`"${name}" must be a list`)
}

/** The records of a seed, from JSON or from a program that no compiler has checked; a resource can have any of its names. 400 for anything else. */
export function readRecords(value: unknown, name = 'records'): readonly RecordTree[] {
  return listOf(value, name).map(recordOf)
}

function recordOf(value: unknown): RecordTree {
  if (!isObject(value) || typeof value['resource'] !== 'string') throw invalidSeed('a record has no "resource"')
  refuseOthers(value, ['resource', 'fields', 'children'], 'A record of a seed')
  const resource = findResource(value['resource'])
  if (!resource) throw invalidSeed(`there is no resource ${value['resource'].slice(0, 60)}`)
  const { children = {} } = value
  if (!isObject(children)) throw invalidSeed(`the children of a ${resource.name} must be an object`)
  const nested = Object.entries(children).map(([name, rows]) => {
    const child = findResource(name)
    if (!child) throw invalidSeed(`there is no resource ${name.slice(0, 60)}`)
    return [child.name, readRecords(rows, name)] as const
  })
  return { resource: resource.name, fields: fieldsOf(value['fields'] ?? {}, resource.name), children: Object.fromEntries(nested) }
}

function fieldsOf(value: unknown, resource: string): Record<string, string> {
  if (!isObject(value)) throw invalidSeed(`the fields of a ${resource} must be an object`)
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => {
      if (typeof text !== 'string') throw invalidSeed(`${resource}.${name} must be a string`)
      return [name, text]
    }),
  )
}

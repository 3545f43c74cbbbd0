import { hash } from 'node:crypto'
import type { Expectation } from '../pricing/expectation.ts'
import { childNames } from '../records/child-names.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import type { DesiredRecord, WantedFile } from '../records/desired.ts'
import type { MovedRoot } from '../records/moved-root.ts'
import { areSameNames } from '../records/same-names.ts'
import type { Field } from '../resources/field.ts'
import { fieldOf, type ResourceName } from '../resources/registry.ts'
import type { Children } from '../resources/record-tree.ts'
import type { Fields } from '../resources/resource.ts'
import { canonicalValue, shortestDecimal } from '../resources/scalar.ts'
import { byCode } from '../source/by-code.ts'
import type { Config } from './config/config.ts'

/** The parts of a catalogue that are hashed besides its root records. */
export interface HashedParts {
  readonly config: Config
  /** The root resources that the catalogue manages. */
  readonly managed: readonly string[]
  readonly expectations: readonly Expectation[]
  readonly files: readonly WantedFile[]
  /** Default: nothing has another key. */
  readonly moved?: readonly MovedRoot[]
}

/** Calculates the hash of what a catalogue means, one root record after the other. */
export interface ContentHash {
  /** Adds a root record, in any order; its own digest. */
  add(record: DesiredRecord): string
  /** Lower-case hex sha256 over the records so far and the other parts. */
  finish(parts: HashedParts): string
}

/**
 * Opens the hash of what a catalogue means (docs/decisions/023-saved-plans.md): canonical records, price tests, contents of pictures, and the
 * settings that change what is written or whether it may be. Comments, layout, order of keys, names of documents and places do not count.
 */
export function openContentHash(): ContentHash {
  // One digest for each record, so that the order of the documents does not count and no record stays in memory.
  const digests: string[] = []
  return {
    add: (record) => {
      const digest = hash('sha256', textOf(record), 'base64')
      digests.push(digest)
      return digest
    },
    finish: ({ config, managed, expectations, files, moved = [] }) =>
      hash(
        'sha256',
        canonicalJson({
          records: digests.toSorted(byCode),
          managed: managed.toSorted(byCode),
          tests: expectations.map(testText).toSorted(byCode),
          files: files.map(({ path, sha256 }) => `${sha256} ${path}`).toSorted(byCode),
          settings: settingsOf(config),
          ...(moved.length > 0 && { moved: moved.map(({ resource, from, to }) => canonicalJson([resource, from, to])).toSorted(byCode) }),
        }),
        'hex',
      ),
  }
}

/** The settings that change what a plan writes, how the store is written to, or what stops an apply; names and addresses are the identity of the store. */
function settingsOf({ store, manage, guards, currencies }: Config): unknown {
  const { fields, capabilities } = store
  return { fields, capabilities, manage: { ...manage, liveOwned: manage.liveOwned.toSorted(byCode) }, guards, currencies }
}

function testText({ sku, query, price }: Expectation): string {
  return canonicalJson({ sku, query: { ...query, groups: query.groups.toSorted(byCode) }, price: shortestDecimal(price) ?? price })
}

/** A record as text: the same for records that are the same to the store. Each value has its length before it, so that no two are confused. */
function textOf(record: DesiredRecord): string {
  const parts: (string | number)[] = []
  addRecord(parts, record)
  // Joined at the end: a text that is added up is an object for each part of it.
  return parts.join('')
}

function addRecord(parts: (string | number)[], { resource, fields, children, onCreate }: DesiredRecord): void {
  parts.push(resource)
  addFields(parts, resource, fields)
  addChildren(parts, children)
  if (!onCreate) return
  parts.push('+')
  addFields(parts, resource, onCreate.fields)
  addChildren(parts, onCreate.children)
}

function addFields(parts: (string | number)[], resource: ResourceName, fields: Fields): void {
  parts.push('{')
  for (const { name, start, field } of orderOf(resource, Object.keys(fields))) {
    const value = canonicalValue(field, fields[name] ?? '')
    parts.push(start, value.length, ':', value, ';')
  }
  parts.push('}')
}

/** The rows of a collection have no order of their own: where it matters, a field of them has it. */
function addChildren(parts: (string | number)[], children: Children<DesiredRecord>): void {
  const names = childNames(children)
  if (names.length === 0) return
  parts.push('[')
  // Names of resources are letters, which come after `=`: in the order of their names, collections are in the order of their texts.
  for (const name of inOrder(names)) {
    const rows = children[name] ?? []
    parts.push(name, '=', rows.length, ':')
    const [first] = rows
    if (rows.length === 1 && first) addRecord(parts, first)
    else for (const text of inOrder(rows.map(textOf))) parts.push(text)
  }
  parts.push(']')
}

/** Sorting allocates more than the texts of most products, and most lists are in order. */
function inOrder<T extends string>(texts: readonly T[]): readonly T[] {
  const isSorted = texts.every((text, index) => index === 0 || (texts[index - 1] ?? '') <= text)
  return isSorted ? texts : texts.toSorted(byCode)
}

interface Order {
  /** The names in the order of a record. */
  readonly names: readonly string[]
  /** The same names sorted, with their fields. */
  readonly sorted: readonly { readonly name: string; readonly start: string; readonly field: Field }[]
}

/** The order that was used last for each resource: most records of a resource have the same fields. */
const orders = new Map<ResourceName, Order>()

function orderOf(resource: ResourceName, names: readonly string[]): Order['sorted'] {
  const known = orders.get(resource)
  if (known && areSameNames(known.names, names)) return known.sorted
  const sorted = names.toSorted(byCode).map((name) => ({ name, start: `${name}=`, field: fieldOf(resource, name) }))
  orders.set(resource, { names, sorted })
  return sorted
}

import type { CertificateLine } from '../records/certificate.ts'
import { readIdentity, rowContent } from '../records/row-identity.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { childResources, resourceOf, type ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import type { StoreClient } from '../store/store-client.ts'
import { isRefusedRead } from './refused-read.ts'
import type { RowOwners } from './row-owners.ts'

/** The keys of records that a plan creates, by resource. */
export type CreatedKeys = ReadonlyMap<ResourceName, readonly string[]>

/** Rows of removed records, and the resources of which they cannot be read. */
export interface LeftOvers {
  readonly rows: readonly RecordTree[]
  readonly unread: readonly ResourceName[]
}

/** What is known of the store, from its certificate. */
interface Known {
  readonly store: StoreClient
  readonly owners: Pick<RowOwners, 'ofRows'>
  readonly certificate: readonly CertificateLine[]
}

/** What is known of the store, and whether it has rows of a resource that the certificate does not count: asked once for each. */
interface Counted extends Known {
  readonly hasRows: (resource: ResourceName) => Promise<boolean>
}

/** Which rows to read: those whose `field` has one of the keys. */
interface Wanted {
  readonly resource: ResourceName
  readonly field: string
  readonly keys: readonly string[]
}

/**
 * Rows of the store that would belong to records which a plan creates: a record with the same key was removed, its rows were not
 * (assumptions.md W31). They are read with all their fields, and only where the store has rows without a parent.
 */
export async function readLeftOvers(created: CreatedKeys, of: Known): Promise<LeftOvers> {
  const counts = new Map<ResourceName, Promise<boolean>>()
  const hasRows = (resource: ResourceName): Promise<boolean> => {
    const asked = counts.get(resource) ?? of.store.count(resource).then((count) => count > 0)
    counts.set(resource, asked)
    return asked
  }
  const known: Counted = { ...of, hasRows }
  const skus = created.get('Product') ?? []
  const own = await rowsOf(
    [...linksOf('Product', skus), ...linksOf('Cat', created.get('Cat') ?? []), ...optionsOf(skus), ...variantsOf(created)],
    known,
  )
  const variants = own.rows.filter(({ resource }) => resource === 'Variants').map(({ fields }) => fields['code'] ?? '')
  const below = await rowsOf(linksOf('Variants', [...new Set([...(created.get('Variants') ?? []), ...variants])]), known)
  return { rows: distinct([...own.rows, ...below.rows]), unread: [...new Set([...own.unread, ...below.unread])] }
}

/** The rows that hang on records of a resource. */
function linksOf(parent: ResourceName, keys: readonly string[]): Wanted[] {
  return childResources(parent).flatMap((resource) => {
    const relation = relationOf(parent, resource)
    return relation ? [{ resource, field: relation.childField, keys }] : []
  })
}

/** Option values of a product, whatever variant they name. */
function optionsOf(keys: readonly string[]): Wanted[] {
  const relation = relationOf('Product', 'VariantOptions')
  return relation ? [{ resource: 'VariantOptions', field: relation.childField, keys }] : []
}

/** Variants that have the code of a new one, whatever product they name. */
function variantsOf(created: CreatedKeys): Wanted[] {
  const keys = created.get('Variants') ?? []
  const { key } = resourceOf('Variants')
  return key === null ? [] : [{ resource: 'Variants', field: key, keys }]
}

async function rowsOf(wanted: readonly Wanted[], known: Counted): Promise<LeftOvers> {
  const found = await Promise.all(wanted.map((each) => rowsOrRefusal(each, known)))
  return { rows: found.flatMap((rows) => rows ?? []), unread: wanted.flatMap(({ resource }, index) => (found[index] ? [] : [resource])) }
}

/** The rows without a parent; `undefined` where the store refuses to read a resource that the catalogue does not manage. */
async function rowsOrRefusal(wanted: Wanted, known: Counted): Promise<readonly RecordTree[] | undefined> {
  if (wanted.keys.length === 0) return []
  const line = known.certificate.find(({ resource }) => resource === wanted.resource)
  if (line) return line.orphans === 0 ? [] : orphansOf(wanted, known)
  try {
    return (await known.hasRows(wanted.resource)) ? await orphansOf(wanted, known) : []
  } catch (error) {
    if (isRefusedRead(error)) return undefined
    throw error
  }
}

async function orphansOf({ resource, field, keys }: Wanted, { store, owners }: Known): Promise<readonly RecordTree[]> {
  const rows: RecordTree[] = []
  const scope = { resource, fields: Object.keys(resourceOf(resource).fields), children: [] }
  for await (const row of store.readWhere(scope, field, keys)) rows.push(row)
  if (rows.length === 0) return []
  const all = await owners.ofRows(
    resource,
    rows.map(({ fields }) => fields),
  )
  return rows.filter(({ fields }) => !all.some(({ owns }) => owns(fields)))
}

/** Rows with a key that two reads found, once. Rows without a key are found by one read, as often as the store has them. */
function distinct(rows: readonly RecordTree[]): readonly RecordTree[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    if (resourceOf(row.resource).key === null) return true
    const identity = `${row.resource} ${readIdentity(row)} ${rowContent(row)}`
    return !seen.has(identity) && seen.add(identity)
  })
}

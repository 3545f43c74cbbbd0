import { holdersOf } from '../live/holders.ts'
import { fileToken, wantedBy } from '../plan/references.ts'
import { addressOf, fileAddress } from '../records/address.ts'
import type { BaseRecords } from '../records/base-record.ts'
import type { DesiredRecord, DesiredSources, RootName, WantedFile } from '../records/desired.ts'
import { type Records, type RecordSource, recordSource } from '../records/record-source.ts'
import { plannedRoots, resourceOf, type ResourceName } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'
import { withCreated } from './created-record.ts'

/** The part of a catalogue that is read from the store and compared. */
export interface PlannedPart {
  /** What differs, and what that refers to. */
  readonly desired: DesiredSources
  /** The root resources of which something is read. */
  readonly resources: ReadonlySet<ResourceName>
  /** The keys of the root records to read. */
  readonly keys: ReadonlyMap<ResourceName, readonly string[]>
  /** Root records of the catalogue that are not read, by resource. */
  readonly unread: ReadonlyMap<ResourceName, number>
  /** True where no address was given. */
  readonly isEmpty: boolean
}

interface Whole {
  readonly desired: DesiredSources
  readonly base: BaseRecords
  readonly store: Pick<StoreClient, 'readWhere' | 'count'>
}

type Sources = ReadonlyMap<ResourceName, RecordSource<DesiredRecord>>

/**
 * Limits a plan to root records and files with these addresses, before the store is read: with the records and pictures that they refer
 * to, those that were applied and have left the catalogue, and the records of the store that have one of their slugs or variants.
 */
export async function plannedPart(addresses: readonly string[], { desired, base, store }: Whole): Promise<PlannedPart> {
  const wanted = new Set(addresses)
  const sources: Sources = new Map(plannedRoots.map((name) => [name, recordSource(desired.roots[name] ?? [])]))
  const selected = keysWhere(wanted, (resource) => sources.get(resource)?.keys() ?? [])
  const left = keysWhere(wanted, (resource) =>
    Iterator.from(base.keys(resource)).filter((key) => selected.get(resource)?.has(key) !== true),
  )
  const tokens = takeReferred(selected, sources)
  for (const { resource, key } of await holdersOf([...recordsOf(selected, sources)], store)) {
    const own = sources.get(resource)?.get(key) ? selected : left
    own.get(resource)?.add(key)
  }
  const readFrom = plannedRoots.filter((name) => (selected.get(name)?.size ?? 0) + (left.get(name)?.size ?? 0) > 0)
  const hasWebhooks = addresses.some((address) => address.startsWith(`${resourceOf('Webhooks').addressKind ?? ''}.`))
  return {
    desired: { roots: rootsOf(desired, selected, hasWebhooks), files: filesOf(desired.files, { wanted, tokens }) },
    resources: new Set([...readFrom, ...(hasWebhooks ? ['Webhooks' as const] : [])]),
    keys: new Map(plannedRoots.map((name) => [name, [...(selected.get(name) ?? []), ...(left.get(name) ?? [])]])),
    unread: new Map(plannedRoots.map((name) => [name, countOf(sources.get(name)?.keys() ?? []) - (selected.get(name)?.size ?? 0)])),
    isEmpty: wanted.size === 0,
  }
}

/** Keys by root resource. */
type Keys = ReadonlyMap<ResourceName, Set<string>>

function keysWhere(wanted: ReadonlySet<string>, keysOf: (resource: RootName) => Iterable<string>): Keys {
  return new Map(
    plannedRoots.map((resource) => {
      const field = resourceOf(resource).key ?? ''
      return [resource, new Set(Iterator.from(keysOf(resource)).filter((key) => wanted.has(addressOf(resource, { [field]: key }))))]
    }),
  )
}

function* recordsOf(keys: Keys, sources: Sources): Generator<DesiredRecord, void> {
  for (const [resource, own] of keys) {
    for (const key of own) {
      const record = sources.get(resource)?.get(key)
      if (record) yield record
    }
  }
}

/** Adds the root records of the catalogue that the selected ones refer to, and these again; the tokens of all that is referred to. */
function takeReferred(selected: Keys, sources: Sources): ReadonlySet<string> {
  const tokens = new Set([...recordsOf(selected, sources)].flatMap((record) => wantedBy(withCreated(record))))
  // A set is walked in the order in which its values are added, those of the loop included.
  for (const token of tokens) {
    const { resource, key } = rootOf(token)
    const record = resource && sources.get(resource)?.get(key)
    if (!record || selected.get(resource)?.has(key) !== false) continue
    selected.get(resource)?.add(key)
    for (const more of wantedBy(withCreated(record))) tokens.add(more)
  }
  return tokens
}

function rootOf(token: string): { readonly resource: ResourceName | undefined; readonly key: string } {
  const dot = token.indexOf('.')
  return { resource: plannedRoots.find((resource) => resource === token.slice(0, dot)), key: token.slice(dot + 1) }
}

function rootsOf({ roots }: DesiredSources, selected: Keys, hasWebhooks: boolean): DesiredSources['roots'] {
  const parts = plannedRoots.flatMap((name) => {
    const own = selected.get(name)
    const records = roots[name]
    return records && own && own.size > 0 ? [[name, onlyKeys(records, own)] as const] : []
  })
  return { ...Object.fromEntries(parts), ...(hasWebhooks && roots.Webhooks && { Webhooks: roots.Webhooks }) }
}

/** The records with these keys, in their order; each is unpacked when it is read. */
function onlyKeys(records: Records<DesiredRecord>, keys: ReadonlySet<string>): RecordSource<DesiredRecord> {
  const source = recordSource(records)
  const ordered = Iterator.from(source.keys())
    .filter((key) => keys.has(key))
    .toArray()
  return {
    keys: () => ordered,
    get: (key) => (keys.has(key) ? source.get(key) : undefined),
    *[Symbol.iterator]() {
      for (const key of ordered) {
        const record = source.get(key)
        if (record) yield record
      }
    },
  }
}

function filesOf(
  files: readonly WantedFile[],
  { wanted, tokens }: { readonly wanted: ReadonlySet<string>; readonly tokens: ReadonlySet<string> },
): readonly WantedFile[] {
  return files.filter(({ path }) => wanted.has(fileAddress(path)) || tokens.has(fileToken(path)))
}

function countOf(keys: Iterable<string>): number {
  return Iterator.from(keys).reduce((count) => count + 1, 0)
}

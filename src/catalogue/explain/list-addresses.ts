import { canonicalAddress, fileAddress } from '../../records/address.ts'
import { addressParts } from '../../records/address-parts.ts'
import type { ResourceName } from '../../resources/registry.ts'
import type { SourceSpan } from '../../source/source.ts'
import { addressIndex } from './address-index.ts'
import type { TracedCatalogue } from './explained.ts'
import { nestedAddress } from './nested-address.ts'

/** The addresses that begin with a part of an address. */
export interface AddressList {
  readonly address: string
  readonly entries: readonly ListedAddress[]
}

interface ListedAddress {
  /** Of a record, or the common beginning of several: `product.`. */
  readonly address: string
  /** `null` for the beginning of several. */
  readonly at: SourceSpan | null
  /** How many records have it. */
  readonly count: number
}

/**
 * The addresses that an incomplete address can mean: for an empty one the kinds (`product.`), for a kind its records, for a record and a
 * slash its rows (`product.TEE/`, `product.TEE/option`), for a collection of a record as the document nests it (`product.TEE.variants`) its
 * records, for a folder its files. `undefined` for the address of a record, and for an unknown one.
 */
export function listAddresses({ desired }: Pick<TracedCatalogue, 'desired'>, given: string): AddressList | undefined {
  const index = addressIndex(desired)
  const all: readonly Place[] = [
    ...[...index].map(([address, [first]]) => ({ address, at: first?.record.source ?? null, resource: first?.record.resource ?? null })),
    ...desired.files.map(({ path, source }) => ({ address: fileAddress(path), at: source, resource: null })),
  ]
  if (given === '') return { address: given, entries: kindsOf(all) }
  const address = canonicalAddress(given)
  if (all.some((each) => each.address === address)) return undefined
  const nested = nestedAddress(index, address)
  const below = new Set(nested?.rest === '' ? nested.addresses : [])
  const found = all.filter((each) => (below.size > 0 ? below.has(each.address) : continues(address, each)))
  if (found.length === 0) return undefined
  return { address: given, entries: found.map((each) => ({ address: each.address, at: each.at, count: 1 })) }
}

/** A record with an address, or a file. */
interface Place {
  readonly address: string
  readonly at: SourceSpan | null
  /** `null` for a file. */
  readonly resource: ResourceName | null
}

function kindsOf(places: readonly Place[]): ListedAddress[] {
  const outermost = places.filter((place) => !isBelow(place)).map(({ address }) => address)
  const byKind = Map.groupBy(outermost, (address) => address.slice(0, address.indexOf('.') + 1))
  return [...byKind].map(([kind, { length: count }]) => ({ address: kind, at: null, count }))
}

/** True for a row whose address begins with that of another record. */
function isBelow({ resource }: Place): boolean {
  return resource !== null && addressParts(resource)[0]?.resource !== resource
}

/** True where a place continues a part of an address: after a kind, at a slash, or after a kind of rows. */
function continues(part: string, place: Place): boolean {
  const { address, resource } = place
  const kind = part.replace(/\.$/, '')
  if (/^[a-z-]+$/.test(kind)) return address.startsWith(`${kind}.`) && !isBelow(place)
  const isRows = resource !== null && /\/[^.]*$/.test(kind)
  return address.startsWith(part.endsWith('/') ? part : `${part}/`) || (isRows && address.startsWith(`${kind}.`))
}

import { fileAddress } from '../../records/address.ts'
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
 * The addresses that an incomplete address can mean: for an empty one the kinds (`product.`), for a kind its records, for a record its
 * rows (`option.TEE`: `option.TEE>size`), for a collection of a record (`product.TEE.variants`) its records, for a folder its files.
 * `undefined` for the address of a record, and for an unknown one.
 */
export function listAddresses({ desired }: Pick<TracedCatalogue, 'desired'>, address: string): AddressList | undefined {
  const index = addressIndex(desired)
  const places = new Map([
    ...[...index].map(([each, [first]]): [string, SourceSpan | null] => [each, first?.record.source ?? null]),
    ...desired.files.map(({ path, source }): [string, SourceSpan | null] => [fileAddress(path), source]),
  ])
  const all = [...places.keys()]
  if (address === '') return { address, entries: kindsOf(all) }
  if (places.has(address)) return undefined
  const nested = nestedAddress(index, address)
  const found = nested?.rest === '' ? nested.addresses : all.filter((each) => continues(address, each))
  if (found.length === 0) return undefined
  return { address, entries: found.map((each) => ({ address: each, at: places.get(each) ?? null, count: 1 })) }
}

function kindsOf(addresses: readonly string[]): ListedAddress[] {
  const byKind = Map.groupBy(addresses, (address) => address.slice(0, address.indexOf('.') + 1))
  return [...byKind].map(([kind, { length: count }]) => ({ address: kind, at: null, count }))
}

/** True where an address continues another one at a separator: after the kind, at `>`, or at a folder. */
function continues(part: string, address: string): boolean {
  if (!address.startsWith(part)) return false
  const isFile = address.startsWith('file.')
  const separators = isFile ? ['.', '/'] : ['.', '>']
  const kind = address.slice(0, address.indexOf('.'))
  if (part === kind || part === `${kind}.`) return true
  return separators.some((separator) => separator !== '.' && (part.endsWith(separator) || address.startsWith(`${part}${separator}`)))
}

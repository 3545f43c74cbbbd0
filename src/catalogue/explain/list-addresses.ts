import { fileAddress } from '../../records/address.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { LoadedCatalogue } from '../load-catalogue.ts'
import { addressIndex } from './address-index.ts'
import { nestedAddress } from './nested-address.ts'

/** The addresses that a part of an address leads to. */
export interface AddressList {
  readonly address: string
  readonly entries: readonly ListedAddress[]
}

interface ListedAddress {
  /** Of a record, or the beginning of several: `product.`. */
  readonly address: string
  /** `null` where it is the beginning of several. */
  readonly at: SourceSpan | null
  /** How many records it leads to. */
  readonly count: number
}

/**
 * What an address that ends too early leads to: nothing at all to the kinds (`product.`), a kind to its records, a record to
 * its rows (`option.TEE` to `option.TEE>size`), a collection of a record (`product.TEE.variants`) to its records, a folder to its
 * files. `undefined` for an address that leads to a record itself, or nowhere.
 */
export function listAddresses({ desired }: Pick<LoadedCatalogue, 'desired'>, address: string): AddressList | undefined {
  const index = addressIndex(desired)
  const places = new Map([
    ...[...index].map(([each, [first]]): [string, SourceSpan | null] => [each, first?.record.source ?? null]),
    ...desired.files.map(({ path, source }): [string, SourceSpan | null] => [fileAddress(path), source]),
  ])
  const all = [...places.keys()]
  if (address === '') return { address, entries: kindsOf(all) }
  if (places.has(address)) return undefined
  const nested = nestedAddress(index, address)
  const found = nested?.rest === '' ? nested.addresses : all.filter((each) => leadsTo(address, each))
  if (found.length === 0) return undefined
  return { address, entries: found.map((each) => ({ address: each, at: places.get(each) ?? null, count: 1 })) }
}

function kindsOf(addresses: readonly string[]): ListedAddress[] {
  const byKind = Map.groupBy(addresses, (address) => address.slice(0, address.indexOf('.') + 1))
  return [...byKind].map(([kind, { length: count }]) => ({ address: kind, at: null, count }))
}

/** True where an address goes on at a seam: behind the kind, at `>`, or at a folder. */
function leadsTo(part: string, address: string): boolean {
  if (!address.startsWith(part)) return false
  const isFile = address.startsWith('file.')
  const seams = isFile ? ['.', '/'] : ['.', '>']
  const kind = address.slice(0, address.indexOf('.'))
  if (part === kind || part === `${kind}.`) return true
  return seams.some((seam) => seam !== '.' && (part.endsWith(seam) || address.startsWith(`${part}${seam}`)))
}

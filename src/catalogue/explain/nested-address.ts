import { addressOf } from '../../records/address.ts'
import { resourceOf } from '../../resources/registry.ts'
import type { AddressedRecord } from './address-index.ts'
import { collections } from './collections.ts'

/** The records of a collection, named as the document nests them. */
export interface Nested {
  /** Their addresses. */
  readonly addresses: readonly string[]
  /** The kind of the last part of each address. */
  readonly kind: string
  /** True where the collection is one record, or one grid. */
  readonly isSingle: boolean
  /** The part of the address after the collection; empty: none. */
  readonly rest: string
}

/** What an address means that follows the document instead of the records: `product.TEE.attributes.Fit`. `undefined` for any other. */
export function nestedAddress(index: ReadonlyMap<string, readonly AddressedRecord[]>, address: string): Nested | undefined {
  for (const { section, word, resource, key } of collections) {
    const kind = section === 'products' ? 'product.' : 'category.'
    const at = address.startsWith(kind) ? `${address}.`.lastIndexOf(`.${word}.`) : -1
    const [owner] = at < 0 ? [] : (index.get(address.slice(0, at)) ?? [])
    if (!owner) continue
    const rows = owner.record.children[resource] ?? []
    const addresses = [...new Set(rows.map((row) => addressOf(row.resource, row.fields)))]
    const { addressKind: ownKind = '' } = resourceOf(resource)
    return { addresses, kind: ownKind, isSingle: key === null, rest: address.slice(at + word.length + 2) }
  }
  return undefined
}

/** The address of the record that is meant. */
export function meantByNested({ addresses, kind, isSingle, rest }: Nested): string | undefined {
  if (isSingle) return addresses[0] === undefined || rest === '' ? addresses[0] : `${addresses[0]}.${rest}`
  return addresses.find((each) => each.slice(each.lastIndexOf('/') + 1) === `${kind}.${rest}`)
}

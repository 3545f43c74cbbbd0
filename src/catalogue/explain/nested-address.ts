import { addressOf } from '../../records/address.ts'
import type { AddressedRecord } from './address-index.ts'
import { collections } from './collections.ts'

/** Records, named as the document nests them. */
export interface Nested {
  /** The addresses of the records of the collection. */
  readonly addresses: readonly string[]
  /** True where the collection is one record, or one grid. */
  readonly isSingle: boolean
  /** What stands behind the collection; empty: nothing. */
  readonly rest: string
}

/** What `product.TEE.attributes.Fit` names: an address that follows the document, not the records. `undefined` for any other. */
export function nestedAddress(index: ReadonlyMap<string, readonly AddressedRecord[]>, address: string): Nested | undefined {
  for (const { section, word, resource, key } of collections) {
    const kind = section === 'products' ? 'product.' : 'category.'
    const at = address.startsWith(kind) ? `${address}.`.lastIndexOf(`.${word}.`) : -1
    const [owner] = at < 0 ? [] : (index.get(address.slice(0, at)) ?? [])
    if (!owner) continue
    const rows = owner.record.children[resource] ?? []
    const addresses = [...new Set(rows.map((row) => addressOf(row.resource, row.fields)))]
    return { addresses, isSingle: key === null, rest: address.slice(at + word.length + 2) }
  }
  return undefined
}

/** The address that was meant by one that follows the document. */
export function meantByNested({ addresses, isSingle, rest }: Nested): string | undefined {
  if (isSingle) return addresses[0] === undefined || rest === '' ? addresses[0] : `${addresses[0]}.${rest}`
  return addresses.find((each) => each.endsWith(`>${rest}`) || each === `variant.${rest}`)
}

import { OperationalError } from '../../errors.ts'
import { nearestWord } from '../../problems/nearest-word.ts'

/** An address that the catalogue does not have, and those that it has. */
interface Unknown {
  readonly address: string
  readonly known: readonly string[]
  /** The meaning of an address that follows the document: `attribute.TEE>Fit` for `product.TEE.attributes.Fit`. */
  readonly nested: string | undefined
}

const mostNamed = 4

/** The error for an address that the catalogue does not have, with the most similar ones. */
export function unknownAddress(unknown: Unknown): OperationalError {
  return new OperationalError('wrong-usage', `The catalogue has nothing at the address ${unknown.address}.`, { fix: meant(unknown) })
}

function meant({ address, known, nested }: Unknown): string {
  if (nested !== undefined) return `Did you mean ${nested}?`
  const same = known.filter((each) => isKey(each, address) || isKey(each, keyOf(address)) || each.endsWith(`/${keyOf(address)}`))
  if (same.length > 0) return `Did you mean ${named(same, 'or')}?`
  const longer = known.filter((each) => each.startsWith(address))
  if (longer.length > 0) return `There ${longer.length === 1 ? 'is' : 'are'} ${named(longer, 'and')}.`
  const near = nearestWord(address, known)
  if (near !== undefined) return `Did you mean ${near}?`
  return 'Use an address of a plan, such as product.SKU, variant.CODE, category.CODE or grid.SKU; `planogram explain` alone lists the kinds.'
}

function isKey(address: string, key: string): boolean {
  return keyOf(address).toLowerCase() === key.toLowerCase()
}

/** The part after the kind. */
function keyOf(address: string): string {
  return address.slice(address.indexOf('.') + 1)
}

function named(addresses: readonly string[], word: 'or' | 'and'): string {
  const more = addresses.length > mostNamed ? [`${addresses.length - mostNamed} more`] : []
  const all = [...addresses.slice(0, mostNamed), ...more]
  const [last = '', ...others] = all.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} ${more.length > 0 ? 'and' : word} ${last}`
}

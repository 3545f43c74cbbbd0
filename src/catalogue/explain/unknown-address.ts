import { OperationalError } from '../../errors.ts'
import { nearestWord } from '../../problems/nearest-word.ts'
import { encodeKey } from '../../records/key-text.ts'
import { presentForm } from './former-address.ts'

/** An address that the catalogue does not have, and those that it has. */
interface Unknown {
  /** In canonical form. */
  readonly address: string
  /** As written. */
  readonly given: string
  readonly known: readonly string[]
  /** The meaning of an address that follows the document: `product.TEE/attribute.Fit` for `product.TEE.attributes.Fit`. */
  readonly nested: string | undefined
}

const mostNamed = 4

/** The error for an address that the catalogue does not have, with the most similar ones; for one of plan format 2, with its present form. */
export function unknownAddress(unknown: Unknown): OperationalError {
  const { given } = unknown
  const present = presentForm(given)
  if (present === undefined)
    return new OperationalError('wrong-usage', `The catalogue has nothing at the address ${given}.`, { fix: meant(unknown) })
  return new OperationalError('wrong-usage', `The address ${given} has the form of an older version.`, { fix: `Write ${present}.` })
}

function meant({ address, known, nested }: Unknown): string {
  if (nested !== undefined) return `Did you mean ${nested}?`
  const withoutKind = known.filter((each) => each.replace(/\/[a-z-]+\./, '/') === address)
  if (withoutKind.length > 0) return `Did you mean ${named(withoutKind, 'or')}?`
  const keys = [keyOf(address), address, encodeKey(keyOf(address))].map((key) => key.toLowerCase())
  const same = known.filter((each) => keys.includes(keyOf(each).toLowerCase()) || each.endsWith(`/${keyOf(address)}`))
  if (same.length > 0) return `Did you mean ${named(same, 'or')}?`
  const longer = known.filter((each) => each.startsWith(address) && (each.startsWith('file.') || !each.slice(address.length).includes('/')))
  if (longer.length > 0) return `There ${longer.length === 1 ? 'is' : 'are'} ${named(longer, 'and')}.`
  const near = nearestWord(address, known)
  if (near !== undefined) return `Did you mean ${near}?`
  return 'Use an address of a plan, such as product.SKU, variant.CODE, category.CODE or grid.SKU; `planogram explain` alone lists the kinds.'
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

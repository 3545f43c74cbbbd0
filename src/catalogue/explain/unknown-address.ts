import { OperationalError } from '../../errors.ts'
import { nearestWord } from '../../problems/nearest-word.ts'
import { canonicalAddress } from '../../records/address.ts'
import { encodeKey } from '../../records/key-text.ts'
import type { AddressedRecord } from './address-index.ts'
import { presentForm } from './former-address.ts'
import { meantByNested, nestedAddress } from './nested-address.ts'

/** An address, or a glob, that nothing in the catalogue has, and the addresses that it has. */
interface Unknown {
  /** As written. */
  readonly given: string
  readonly known: readonly string[]
  /** Those of the catalogue; the records whose address begins the given one are enough. */
  readonly index: ReadonlyMap<string, readonly AddressedRecord[]>
  /** What is said of it, unless it has the form of an older version. */
  readonly message: string
  /** What it means most likely, if that is known. */
  readonly likely?: string | undefined
  /** What to write where nothing is similar; default: the forms of addresses. */
  readonly otherwise?: string
}

const mostNamed = 4

const forms =
  'Use an address of a plan, such as product.SKU, variant.CODE, category.CODE or grid.SKU; `planogram explain` alone lists the kinds.'

/** The error for an address that the catalogue does not have, with the most similar ones; for one of plan format 2, with its present form. */
export function unknownAddress({ given, known, index, message, likely, otherwise = forms }: Unknown): OperationalError {
  const present = /[*?]/.test(given) ? undefined : presentForm(given, new Set(known))
  if (present !== undefined)
    return new OperationalError('wrong-usage', `The address ${given} has the form of an older version.`, { fix: `Write ${present}.` })
  const address = canonicalAddress(given)
  const nested = nestedAddress(index, address)
  // The meaning of an address that follows the document: `product.TEE/attribute.Fit` for `product.TEE.attributes.Fit`.
  const fix = likely ?? (nested && meantByNested(nested))
  return new OperationalError('wrong-usage', message, {
    fix: fix === undefined ? (meant(address, known) ?? otherwise) : `Did you mean ${fix}?`,
  })
}

function meant(address: string, known: readonly string[]): string | undefined {
  const withoutKind = known.filter((each) => each.replace(/\/[a-z-]+\./, '/') === address)
  if (withoutKind.length > 0) return `Did you mean ${named(withoutKind, 'or')}?`
  const keys = [keyOf(address), address, encodeKey(keyOf(address))].map((key) => key.toLowerCase())
  const same = known.filter((each) => keys.includes(keyOf(each).toLowerCase()) || each.endsWith(`/${keyOf(address)}`))
  if (same.length > 0) return `Did you mean ${named(same, 'or')}?`
  const longer = known.filter((each) => each.startsWith(address) && (each.startsWith('file.') || !each.slice(address.length).includes('/')))
  if (longer.length > 0) return `There ${longer.length === 1 ? 'is' : 'are'} ${named(longer, 'and')}.`
  const [root = ''] = address.split('/', 1)
  // A row of another record is not what was meant, however similar the rest is.
  if (root !== address && !known.includes(root)) return meant(root, known)
  const near = nearestWord(address, known)
  return near === undefined ? undefined : `Did you mean ${near}?`
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

import { canonicalAddress } from '../../records/address.ts'
import { addressParts, isFieldName, resourceOfKinds } from '../../records/address-parts.ts'
import { encodeKey } from '../../records/key-text.ts'
import { type ResourceName, resourceOf } from '../../resources/registry.ts'

/** The words that addresses of plan format 2 began with, and now do not, or not alone. */
const formerKinds: ReadonlyMap<string, ResourceName> = new Map([
  ['attribute', 'ProductAttributes'],
  ['access', 'ProdAccessGroup'],
  ['option', 'Options'],
  ['extra-image', 'ExtraImages'],
  ['product-place', 'ProdCat'],
  ['category-place', 'CatParent'],
  ['variant-option', 'VariantOptions'],
  ['webhook', 'Webhooks'],
])

const encoded: Readonly<Record<string, string>> = { '%25': '%', '%3E': '>', '%23': '#' }

/**
 * The present form of an address of plan format 2: `product.TEE/attribute.Fit` of `attribute.TEE>Fit`. For the beginning of one
 * (`attribute.TEE`, `attribute`), the list that it meant. A slash after the key of a record that `known` has is taken for `>`.
 * `undefined` for any other text.
 */
export function presentForm(address: string, known: ReadonlySet<string>): string | undefined {
  const [, kind = '', rest = ''] = /^([a-z-]+)(?:\.(.*))?$/su.exec(address) ?? []
  const resource = formerKinds.get(kind) ?? resourceOfKinds([kind])
  const [owner, own] = resource === undefined ? [] : addressParts(resource)
  if (owner === undefined) return undefined
  const [first = '', ...others] = splitKey(rest.replace(/#\d+$/, ''), owner.kind, known).map(decode)
  const second = others.join('>')
  const start = `${owner.kind}.${encodeKey(keyOrPlaceholder(first, owner.resource))}`
  if (own === undefined) return isFieldName(owner.resource, second) ? `${start}.${second}` : undefined
  if (second === '') return kind === owner.kind ? undefined : `${start}/${own.kind}`
  return canonicalAddress(`${start}/${own.kind}.${encodeKey(second)}`)
}

/** The keys of a record and of a row of it: they are separated by `>`, or by a slash that does not belong to the key of the record. */
function splitKey(text: string, kind: string, known: ReadonlySet<string>): readonly string[] {
  const at = text.indexOf('/')
  const isSeparator = at > 0 && !text.includes('>') && known.has(`${kind}.${encodeKey(decode(text.slice(0, at)))}`)
  return isSeparator ? [text.slice(0, at), text.slice(at + 1)] : text.split('>')
}

/** The key; `SKU` or `CODE` in place of an empty one. */
function keyOrPlaceholder(key: string, resource: ResourceName): string {
  return key === '' ? (resourceOf(resource).key ?? '').toUpperCase() : key
}

function decode(key: string): string {
  return key.replace(/%(?:25|3E|23)/g, (sign) => encoded[sign] ?? sign)
}

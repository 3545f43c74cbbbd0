import { resourceOf, resources, type ResourceName } from '../resources/registry.ts'

/** One part of an address, `kind.key`. */
export interface AddressPart {
  readonly kind: string
  /** The field of the row with the key. */
  readonly keyField: string
  /** The resource that the address means if it ends here: a field of it may follow. */
  readonly resource: ResourceName
}

/**
 * The parts of the address of a row. Rows that have a key only within another record follow that record: `product.TEE/option.size`. Rows
 * of which a sku has one set, and variants, begin an address: `grid.TEE`, `variant.TEE-s`. Empty: the rows have no address.
 */
export function addressParts(resource: ResourceName): readonly AddressPart[] {
  return partsByResource.get(resource) ?? []
}

/** The resource whose addresses have these kinds, in this order. */
export function resourceOfKinds(kinds: readonly string[]): ResourceName | undefined {
  return byKinds.get(kinds.join('/'))
}

/** True for a name that is a field of the resource when it follows an address. */
export function isFieldName(resource: ResourceName, name: string): boolean {
  const { fields, metaFields } = resourceOf(resource)
  return Object.hasOwn(fields, name) || (metaFields === true && /^meta_\w+$/.test(name))
}

function partsOf({ name, addressKind: kind, natural, authored }: (typeof resources)[number]): readonly AddressPart[] {
  const [first = '', second] = natural
  if (kind === undefined || authored === undefined) return []
  const own = { kind, keyField: first, resource: name }
  if ('section' in authored) return second === undefined ? [own] : [own, { kind: second, keyField: second, resource: name }]
  const owner = resourceOf(authored.within)
  if (second === undefined || authored.entry === null || owner.addressKind === undefined) return [own]
  return [
    { kind: owner.addressKind, keyField: first, resource: owner.name },
    { kind, keyField: second, resource: name },
  ]
}

const partsByResource = new Map(resources.map((resource) => [resource.name, partsOf(resource)]))
const byKinds = new Map(
  [...partsByResource].filter(([, parts]) => parts.length > 0).map(([name, parts]) => [parts.map(({ kind }) => kind).join('/'), name]),
)

import type { MovableRoot } from '../records/moved-root.ts'
import { keyOf } from '../records/named-fields.ts'
import { addressOf } from '../records/address.ts'
import { plannedRoots, resourceOf } from '../resources/registry.ts'
import type { SourceSpan } from '../source/source.ts'
import type { MovedEnd, MovedEntry, RuleContext } from './rule.ts'

/** An end of an entry whose address is that of a product, category or group. */
export interface NamedEnd extends MovedEnd {
  readonly resource: MovableRoot
}

/** True for such an end. */
export function isNamed(end: MovedEnd): end is NamedEnd {
  return end.resource !== null
}

/** The same for two ends that name the same record. */
export function endId({ resource, key }: MovedEnd): string {
  return `${resource ?? ''} ${key}`
}

/** The address of an end, as plans show it. */
export function endAddress({ resource, key }: NamedEnd): string {
  return addressOf(resource, { [resourceOf(resource).key ?? '']: key })
}

/** The entries under `moved` whose two ends name records of one kind; other rules read only these. */
export function soundEntries({ moved = [] }: RuleContext): readonly (MovedEntry & { readonly from: NamedEnd; readonly to: NamedEnd })[] {
  return moved.flatMap((entry) => {
    const { from, to } = entry
    return isNamed(from) && isNamed(to) && from.resource === to.resource ? [{ ...entry, from, to }] : []
  })
}

/** The places of all records that `moved` can name, by resource and key. */
export function declaredKeys({ desired, facts }: RuleContext): ReadonlyMap<MovableRoot, ReadonlyMap<string, SourceSpan>> {
  const products = new Map<string, SourceSpan>()
  for (const { resource, code, at } of facts.codes.uses()) if (resource === 'Product') products.set(code, at)
  return new Map(
    plannedRoots.map((resource) => {
      if (resource === 'Product') return [resource, products] as const
      return [resource, new Map((desired.roots[resource] ?? []).map((record) => [keyOf(record), record.source] as const))] as const
    }),
  )
}

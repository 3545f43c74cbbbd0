import type { Problem } from '../../problems/problem.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { Overruled } from './trace.ts'

/** What merging collects. */
export interface Merge {
  readonly problems: Problem[]
  readonly history: Overruled[]
  /** True where defaults that a record overrules are traced too: there can be very many. */
  readonly trace: boolean
  /** By the path of the map (`pathKey`), where defaults may still fill it. */
  readonly removals: Map<string, readonly Removal[]>
}

/** A field that an overlay removes: defaults do not fill it. */
export interface Removal {
  /** Down to the field. */
  readonly path: readonly string[]
  readonly field: string
  readonly at: SourceSpan
  /** True where the catalogue has the field. */
  readonly found: boolean
}

/** A path as the key of `Merge.removals`. */
export function pathKey(path: readonly string[]): string {
  return JSON.stringify(path)
}

/** True for the maps that defaults may fill: products, categories, and `variants.each` of a product. */
export function takesDefaults([section, key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return false
  if (section === 'categories') return rest.length === 0
  return section === 'products' && (rest.length === 0 || rest.join('.') === 'variants.each')
}

/** True for the maps that have a price slot (semantics.md 3). */
export function hasPriceSlot([section, key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return false
  if (section === 'defaults') return rest.length === 1 && rest[0] !== 'categories'
  if (section !== 'products') return false
  const [first, second] = rest
  if (first === undefined) return true
  return first === 'variants' && (rest.length === 2 ? second === 'each' : rest.length === 3 && (second === 'list' || second === 'override'))
}

/** The keys of one price slot: the nearer level that gives `price` or `pricing` replaces all three. */
export const priceSlot = ['price', 'pricing', 'advanced_pricing'] as const

/** True where a level gives a price: the prices of farther levels then have no effect. */
export function givesPrice(keys: { has(key: string): boolean }): boolean {
  return keys.has('price') || keys.has('pricing')
}

/** The keys that defaults do not fill where an overlay removes `field`. */
export function keptOut(field: string): readonly string[] {
  return field === 'price' || field === 'pricing' ? priceSlot : [field]
}

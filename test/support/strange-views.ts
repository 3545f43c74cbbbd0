import type { ShopMoment, ShopView } from './shopper-probe.ts'
import type { ProductView } from './shopper-view.ts'

/** The price that a plan names for a cell of a sku while its grid is off (semantics.md 29). */
type BridgePrice = (sku: string, cell: string) => string | undefined

type Entries = Readonly<Record<string, string>>

/** Each entry must be that of a bound, and what all bounds have must be there. */
function strangeEntries(
  seen: Entries,
  bounds: readonly Entries[],
  alsoAllowed: (name: string) => string | undefined = () => undefined,
): string[] {
  const wrong = Object.entries(seen).flatMap(([name, value]) => {
    const known = new Set(bounds.flatMap((bound) => bound[name] ?? []))
    const isFine = known.has(value) || (known.size > 0 && alsoAllowed(name) === value)
    return isFine ? [] : [`${name} is ${value}, not ${[...known].join(' or ') || 'to be seen'}`]
  })
  const [first = {}, ...others] = bounds
  const lost = Object.keys(first).filter((name) => !Object.hasOwn(seen, name) && others.every((bound) => Object.hasOwn(bound, name)))
  return [...wrong, ...lost.map((name) => `${name} is missing`)]
}

/**
 * What no shopper may see of a product between two states, as one sentence each: a product on sale that is on sale in neither, or hidden
 * although it is on sale in both; an audience, a picture, a stock or a price of neither, unless the plan names the price as a bridge.
 */
export function strangeView(
  seen: ProductView | null,
  { before, after, bridge }: { before: ProductView | null; after: ProductView | null; bridge?: BridgePrice },
): string[] {
  const bounds = [before, after].flatMap((view) => (view?.shown ? [view] : []))
  if (!seen?.shown) return bounds.length === 2 ? ['is hidden, although it is on sale before and after'] : []
  if (bounds.length === 0) return ['is on sale, although it is hidden before and after']
  const audiences = bounds.map(({ audience }) => audience.join(' '))
  const audience = seen.audience.join(' ')
  return [
    ...(audiences.includes(audience)
      ? []
      : [`is shown to ${audience || 'everybody'}, not to ${[...new Set(audiences)].map((each) => each || 'everybody').join(' or ')}`]),
    ...strangeEntries(
      seen.pictures,
      bounds.map(({ pictures }) => pictures),
    ),
    ...strangeEntries(
      seen.stock,
      bounds.map(({ stock }) => stock),
    ),
    ...strangeEntries(
      seen.prices,
      bounds.map(({ prices }) => prices),
      (cell) => bridge?.(cell.split(' ')[0] ?? '', cell),
    ),
  ]
}

/** What no shopper may have seen: the sentences of `strangeView` for every moment, each with its product and the write before it. */
export function strangeMoments(
  moments: readonly ShopMoment[],
  { before, after, bridge }: { before: ShopView; after: ShopView; bridge?: BridgePrice },
): string[] {
  return moments.flatMap(({ write, changed }) =>
    [...changed].flatMap(([sku, view]) =>
      strangeView(view, { before: before.get(sku) ?? null, after: after.get(sku) ?? null, ...(bridge ? { bridge } : {}) }).map(
        (what) => `after write ${write.number} (${write.method} ${write.target}), ${sku}: ${what}`,
      ),
    ),
  )
}

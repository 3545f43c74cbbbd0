import type { Hazard } from '../../src/plan/hazard.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { PricedSku } from '../../src/pricing/priced-sku.ts'
import { compareDecimals } from '../../src/records/decimal.ts'
import { madeOnce } from '../support/made-once.ts'
import { priceOf, type Questions, questionsAbout, sees, type ShopWindow, type ShownProduct } from './shop-window.ts'

/** What a moment between two writes is judged by. */
export interface Bounds {
  readonly before: ShopWindow
  readonly after: ShopWindow
  readonly questions: Questions
  /** The simple prices that the plans name for the time in which a grid is off, by sku. */
  readonly named: ReadonlyMap<string, readonly string[]>
  /** What else the plans say about the time between two requests, by product. */
  readonly announced: ReadonlyMap<string, ReadonlySet<Hazard['kind']>>
  /** Equal for bounds that allow the same. */
  readonly name: string
}

/** What is wrong with a moment, by the name of its bounds: the cases of a scenario have the same moments. */
const judged = new WeakMap<ShopWindow, Map<string, readonly string[]>>()
const numbers = new WeakMap<ShopWindow, number>()
let windows = 0

/** The moments between two ends are judged by what these plans print. */
export function boundsOf(before: ShopWindow, after: ShopWindow, plans: readonly Plan[]): Bounds {
  const [named, announced] = [namedPrices(plans), announcedOf(plans)]
  const said = [...announced].map(([key, kinds]) => [key, [...kinds]])
  const name = JSON.stringify([numberOf(before), numberOf(after), [...named], said])
  return { before, after, questions: questionsAbout([before, after]), named, announced, name }
}

function numberOf(window: ShopWindow): number {
  return madeOnce(numbers, window, () => (windows += 1))
}

/** The hazards of plans about a product as a whole. */
function announcedOf(plans: readonly Plan[]): Bounds['announced'] {
  const hazards = plans.flatMap((plan) => plan.hazards.flatMap((hazard) => ('root' in hazard ? [hazard] : [])))
  const byProduct = Map.groupBy(hazards, ({ root }) => root.key)
  return new Map([...byProduct].map(([key, own]) => [key, new Set(own.map(({ kind }) => kind))]))
}

/** The prices that plans print as a hazard: those that apply while a grid is off. */
function namedPrices(plans: readonly Plan[]): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>()
  for (const { hazards, changes } of plans) {
    const bridges = new Map(changes.flatMap((change) => (change.kind === 'grid' ? [[change.sku, change.grid.bridgePrice]] : [])))
    for (const hazard of hazards) {
      if (hazard.kind !== 'hides-grid' && hazard.kind !== 'bridge-price-low' && hazard.kind !== 'removes-grid') continue
      const price = 'price' in hazard ? hazard.price : (bridges.get(hazard.sku) ?? null)
      if (price !== null) named.set(hazard.sku, [...(named.get(hazard.sku) ?? []), price])
    }
  }
  return named
}

/**
 * What no shopper may see: a price that is neither the old nor the new one nor named by the plan, a product that was hidden from
 * that group before and after, one that cannot be bought though it can before and after, a picture without its file, a price entry twice.
 */
export function wrongMoment(moment: ShopWindow, bounds: Bounds): readonly string[] {
  const known = madeOnce(judged, moment, () => new Map<string, readonly string[]>())
  return madeOnce(known, bounds.name, () => judge(moment, bounds))
}

function judge(moment: ShopWindow, bounds: Bounds): readonly string[] {
  const { before, after, questions } = bounds
  const skus = new Set([...moment.products.keys(), ...before.products.keys()])
  const wrong = [...skus].flatMap((sku) => {
    const [now, old, wanted] = [moment, before, after].map(({ products }) => products.get(sku))
    return [
      ...(now ? wrongPictures(sku, now, [old, wanted]) : []),
      ...questions.groups.flatMap((group) => wrongFor(group, { sku, now, old, wanted }, bounds)),
    ]
  })
  const twice = [...moment.cells].filter(([cell, count]) => count > Math.max(1, before.cells.get(cell) ?? 0, after.cells.get(cell) ?? 0))
  return [...wrong, ...twice.map(([cell, count]) => `the entry ${cell} is in the store ${count} times`)]
}

interface Seen {
  readonly sku: string
  readonly now: ShownProduct | undefined
  readonly old: ShownProduct | undefined
  readonly wanted: ShownProduct | undefined
}

function wrongFor(group: string, { sku, now, old, wanted }: Seen, { questions, named, announced }: Bounds): string[] {
  const who = group === '' ? 'a visitor' : `group ${group}`
  const said = announced.get(sku)
  const ends = [old, wanted].filter((product): product is ShownProduct => sees(group, product))
  const compared = said?.has('mixes-audiences') ? [old, wanted].filter((product) => product !== undefined) : ends
  if (!sees(group, now) || now.onSale.size === 0) {
    const isGone = ends.length === 2 && ends.every(({ onSale }) => onSale.size > 0)
    return isGone ? [`${sku} cannot be bought by ${who}`] : []
  }
  if (ends.length === 0) return [`${sku} is shown to ${who}`]
  return [...now.onSale].flatMap(([code, priced]) => {
    const bounds = compared.flatMap(({ onSale }) => onSale.get(code) ?? [])
    if (bounds.length === 0) return [`${code} can be bought by ${who}`]
    const bridges = (named.get(code) ?? []).flatMap((price) =>
      [priced, ...bounds].map((each): PricedSku => ({ ...each, price, advanced: false })),
    )
    const isDearerAllowed = said?.has('dearer-meanwhile') ?? false
    return wrongPricesFor(group, { priced, allowed: [...bounds, ...bridges], isDearerAllowed }, questions).map(
      (text) => `${code} costs ${who} ${text}`,
    )
  })
}

interface Priced {
  readonly priced: PricedSku
  readonly allowed: readonly PricedSku[]
  readonly isDearerAllowed: boolean
}

function wrongPricesFor(group: string, { priced, allowed, isDearerAllowed }: Priced, { quantities, currencies }: Questions): string[] {
  const asked = quantities.flatMap((quantity) => currencies.map((currency) => ({ quantity, currency })))
  return asked.flatMap(({ quantity, currency }) => {
    const price = priceOf(priced, group, quantity, currency)
    const right = [...new Set(allowed.map((each) => priceOf(each, group, quantity, currency)))]
    const isDear = right.some((other) => other === 'no price' || (compareDecimals(price, other) ?? -1) >= 0)
    if (right.includes(price) || (isDearerAllowed && isDear)) return []
    return [`${price}${currency === null ? '' : ` ${currency}`} from ${quantity}, not ${right.join(' or ')}`]
  })
}

function wrongPictures(sku: string, { pictures }: ShownProduct, bounds: readonly (ShownProduct | undefined)[]): string[] {
  return [...pictures].flatMap(([path, content]) => {
    const allowed = bounds.flatMap((each) => each?.pictures.get(path) ?? [])
    if (allowed.includes(content)) return []
    return [
      `${sku} shows ${path} ${content === 'missing' ? 'without its file' : allowed.length === 0 ? 'neither before nor after' : 'with other bytes'}`,
    ]
  })
}

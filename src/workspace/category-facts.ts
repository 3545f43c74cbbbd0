import type { Change, RootedChange } from '../diff/change.ts'
import { isRefusedRead } from '../live/refused-read.ts'
import type { GuardFacts } from '../plan/guards/guard-input.ts'
import { movedPlaces, turnedProducts } from '../plan/guards/shown-places.ts'
import { isHidden } from '../records/named-fields.ts'
import type { StoreClient } from '../store/store-client.ts'

type Store = Pick<StoreClient, 'readWhere'>

/**
 * What the guard `empty_category` compares with the changes of a plan. `counted`: the products that customers see in each category, where the
 * read of the store has counted them. Else those of the categories that lose one are requested: their number, or one more than they lose
 * where there are more.
 */
export async function categoryFacts(
  changes: readonly Change[],
  store: Store,
  counted?: ReadonlyMap<string, number>,
): Promise<Pick<GuardFacts, 'places' | 'placesOf'>> {
  const rooted = changes.filter((change): change is RootedChange => change.kind !== 'file' && change.action !== 'cannot')
  const placesOf = await placesOfProducts(
    turnedProducts(rooted).map(({ root }) => root.key),
    store,
  )
  if (counted) return { places: counted, placesOf }
  const lost = movedPlaces(rooted, placesOf).filter(({ isGained }) => !isGained)
  const places = new Map<string, number>()
  for (const [code, { length }] of Map.groupBy(lost, (each) => each.code)) places.set(code, await countUpTo(length + 1, code, store))
  return { places, placesOf }
}

/** The categories of some products; none where the key may not read them. */
async function placesOfProducts(skus: readonly string[], store: Store): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>()
  if (skus.length === 0) return found
  try {
    for await (const { fields } of store.readWhere(placeScope, 'sku', skus)) {
      const codes = found.get(fields['sku'] ?? '') ?? []
      found.set(fields['sku'] ?? '', [...codes, fields['cat_code'] ?? ''])
    }
    return found
  } catch (error) {
    if (isRefusedRead(error)) return new Map()
    throw error
  }
}

const placeScope = { resource: 'ProdCat', fields: ['sku', 'cat_code'], children: [] } as const
const productScope = { resource: 'Product', fields: ['sku', 'inactive'], children: [] } as const

/** So many products of a category are looked up at a time. */
const skusAtOnce = 200

/** Counts the products of a category that customers see, up to a number. */
async function countUpTo(most: number, code: string, store: Store): Promise<number> {
  let count = 0
  let skus: string[] = []
  for await (const { fields } of store.readWhere(placeScope, 'cat_code', [code])) {
    skus.push(fields['sku'] ?? '')
    if (skus.length < skusAtOnce) continue
    count += await shownOf(skus, store)
    skus = []
    if (count >= most) return most
  }
  return Math.min(most, count + (await shownOf(skus, store)))
}

async function shownOf(skus: readonly string[], store: Store): Promise<number> {
  let count = 0
  if (skus.length > 0) for await (const record of store.readWhere(productScope, 'sku', skus)) if (!isHidden(record)) count += 1
  return count
}

import type { Change } from '../diff/change.ts'
import type { StoreClient } from '../store/store-client.ts'

/**
 * For each category from which a plan removes products: their number in the store, or one more than the plan removes where there are more.
 * One request for each category, however large it is.
 */
export async function placesLeft(changes: readonly Change[], store: Pick<StoreClient, 'readWhere'>): Promise<ReadonlyMap<string, number>> {
  const removed = changes.flatMap((change) =>
    change.kind === 'record' && change.resource === 'ProdCat' && change.action === 'remove' ? [change.key['cat_code'] ?? ''] : [],
  )
  const places = new Map<string, number>()
  for (const [code, { length }] of Map.groupBy(removed, (each) => each)) places.set(code, await countUpTo(length + 1, code, store))
  return places
}

async function countUpTo(most: number, code: string, store: Pick<StoreClient, 'readWhere'>): Promise<number> {
  let count = 0
  for await (const _ of store.readWhere({ resource: 'ProdCat', fields: ['sku', 'cat_code'], children: [] }, 'cat_code', [code])) {
    count += 1
    if (count === most) break
  }
  return count
}

import type { PricedSku } from '../../src/pricing/priced-sku.ts'
import type { Played } from './play-case.ts'
import { priceOf, questionsAbout, sees, type ShopWindow } from './shop-window.ts'
import { writeText } from './store-write.ts'

/** Products on sale that have no price, or the price 0, after one of our writes, and that had one before it; one sentence each. */
export function lostPrices({ moments }: Played): string[] {
  return moments.flatMap(({ write, window, by }, index) => {
    const before = moments[index - 1]
    if (!before || !write || by !== 'engine') return []
    const missed = missingPrices(before.window, window)
    return [...missingPrices(window, window)].flatMap((text) =>
      missed.has(text) ? [] : [`after ${writeText(write).slice(0, 120)}: ${text}`],
    )
  })
}

/** The prices that are missing for the groups and quantities of `asked`. */
function missingPrices(window: ShopWindow, asked: ShopWindow): ReadonlySet<string> {
  const { groups, quantities } = questionsAbout([asked])
  const missing = new Set<string>()
  for (const product of window.products.values()) {
    const seeing = groups.filter((group) => sees(group, product))
    for (const priced of product.onSale.values()) for (const text of missingOf(priced, seeing, quantities)) missing.add(text)
  }
  return missing
}

function missingOf(priced: PricedSku, groups: readonly string[], quantities: readonly number[]): string[] {
  return groups.flatMap((group) =>
    quantities.flatMap((quantity) => {
      const price = priceOf(priced, group, quantity, null)
      return price === 'no price' || price === '0'
        ? [`${priced.sku} has ${price === '0' ? 'the price 0' : price} for ${group || 'visitors'} from ${quantity}`]
        : []
    }),
  )
}

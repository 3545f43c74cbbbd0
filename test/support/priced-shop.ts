import { type ShopFolder, shopFolder } from './shop-folder.ts'

/** Its config. */
export const pricedConfig =
  'stores: { local: { emulator: true } }\ncurrencies: { default: NOK, rates: { EUR: 0.085 } }\ntimezone: Europe/Oslo\n'

/** A product with variants and a grid, and one with a simple option. */
export const pricedShopText = `groups:
  dealer: { title: Dealers }
  vip: { title: VIP }
price_lists:
  tees:
    breaks: [0, 12, 48]
    prices: { default: [19.95, 17.50, 15.00], dealer: [15.00, 13.75, 12.00] }
    forced: [{ currency: EUR, group: dealer, start: 48, price: 10.90 }]
products:
  TEE:
    title: Classic tee
    merchandising: { discount: 10%, timed_promotion: true, start_date: 2026-12-01, end_date: 2026-12-24 }
    options: { size: { label: Size, values: { s: Small, m: Medium } } }
    variants: { matrix: "{sku}-{size}", each: { pricing: tees } }
  MUG:
    title: Mug
    price: 8.50
    options: { glaze: { label: Glaze, values: { plain: Plain, gold: Gold rim }, adjust: { gold: 3 } } }
`

/** A shop with prices in NOK, a rate for EUR, and an embedded store. */
export function pricedShop(more: Readonly<Record<string, string>> = {}): ShopFolder {
  return shopFolder({ 'planogram.yaml': pricedConfig, 'shop.yaml': pricedShopText, ...more })
}

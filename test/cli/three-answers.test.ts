import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { planogram } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const config = `stores: { local: { emulator: true } }
currencies: { default: GBP, rates: { EUR: 1.16, JPY: 190 } }
timezone: Europe/Oslo
guards: { price_floor: off }
`

const shopText = `groups:
  dealer: { title: Dealers }
  gold: { title: Gold dealers, parent: dealer }
price_lists:
  nuts:
    breaks: [1, 10]
    prices: { default: [1.005, 0.995], dealer: [0.9, 0.8] }
    forced: [{ currency: EUR, start: 10, price: 0.333 }]
products:
  MUG:
    title: Mug
    price: 8.50
    merchandising: { discount: 10% }
    options: { glaze: { label: Glaze, values: { plain: Plain, gold: Gold, matt: Matt }, adjust: { gold: 3, matt: -10 } } }
  PIN: { title: Pin, price: 0.125 }
  NUT: { title: Nut, pricing: nuts }
  CAP:
    title: Cap
    price: 10
    merchandising: { discount: 2.5, timed_promotion: true, start_date: 2026-12-01, end_date: 2026-12-24 }
  TEE:
    title: Tee
    options: { size: { label: Size, values: { s: Small, m: Medium } } }
    variants: { matrix: "{sku}-{size}", each: { pricing: nuts }, override: { TEE-m: { price: 2.675 } } }
`

interface Case {
  readonly sku: string
  readonly options?: Readonly<Record<string, string>>
  readonly group?: string
  readonly quantity?: number
  readonly currency?: string
  /** On the clock of the shop, and the same moment in UTC. */
  readonly at?: readonly [shop: string, utc: string]
  /** Worked out by hand from semantics.md 11. */
  readonly price: string
  readonly how: string
}

const cases: readonly Case[] = [
  { sku: 'MUG', price: '7.65', how: '8.50 less 10 %' },
  { sku: 'MUG', options: { glaze: 'gold' }, price: '10.35', how: '8.50 + 3 = 11.50, less 10 %' },
  { sku: 'MUG', options: { glaze: 'matt' }, price: '0', how: '8.50 - 10, not below 0' },
  { sku: 'MUG', options: { glaze: 'gold' }, currency: 'EUR', price: '12.01', how: '9.86 + 3.48 = 13.34, less 10 % = 12.006' },
  { sku: 'MUG', options: { glaze: 'gold' }, currency: 'JPY', price: '1966.5', how: '1615 + 570 = 2185, less 10 %' },
  { sku: 'PIN', price: '0.13', how: '0.125, half up' },
  { sku: 'PIN', currency: 'EUR', price: '0.15', how: '0.13 x 1.16 = 0.1508: rounded before the rate, too' },
  { sku: 'NUT', price: '1.01', how: '1.005, half up' },
  { sku: 'NUT', quantity: 10, price: '1', how: '0.995, half up' },
  { sku: 'NUT', quantity: 10, currency: 'EUR', price: '0.33', how: 'the forced 0.333' },
  { sku: 'NUT', quantity: 10, currency: 'EUR', group: 'dealer', price: '0.93', how: '0.80 x 1.16 = 0.928: nothing is forced for dealers' },
  { sku: 'NUT', quantity: 9_999_999, group: 'gold', price: '1', how: 'a sub-group does not inherit' },
  { sku: 'TEE', options: { size: 's' }, group: 'dealer', price: '0.9', how: 'the grid of each' },
  { sku: 'TEE', options: { size: 'm' }, group: 'dealer', price: '2.68', how: 'the simple 2.675 of its override' },
  { sku: 'CAP', at: ['2026-11-30 23:59:59', '2026-11-30T22:59:59Z'], price: '10', how: 'a second before it begins in Oslo' },
  { sku: 'CAP', at: ['2026-12-01 00:00:00', '2026-11-30T23:00:00Z'], price: '7.5', how: 'it begins, still November in UTC' },
  { sku: 'CAP', at: ['2026-12-24 23:59:59', '2026-12-24T22:59:59Z'], price: '7.5', how: 'its last second' },
  { sku: 'CAP', at: ['2026-12-25 00:00:00', '2026-12-24T23:00:00Z'], price: '10', how: 'over, still the 24th in UTC' },
]

/** The price test of a case, as a line of the catalogue. */
function testLine({ sku, options, group, quantity, currency, at, price }: Case): string {
  const parts = { sku, options, group, quantity, currency, at: at?.[0], price }
  return `  - ${JSON.stringify(parts)}\n`
}

/** The arguments of `planogram price` for a case. */
function priceArguments({ sku, options = {}, group, quantity, currency, at }: Case): string[] {
  const choices = Object.entries(options).flatMap(([name, value]) => ['--option', `${name}=${value}`])
  const given = { group, quantity, currency, at: at?.[0] ?? '2026-11-20' }
  return [sku, ...choices, ...Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)]))]
}

/** The page of the shop where a customer meets a case. */
function pagePath({ sku, options = {}, group = '', quantity = 1, currency = '' }: Case): string {
  const choices = Object.entries(options).map(([name, value]): [string, string] => [`option.${name}`, value])
  const query = new URLSearchParams([...choices, ['group', group], ['quantity', String(quantity)], ['currency', currency]])
  return `/product/${sku}?${query.toString()}`
}

test('price, the price tests and the shop page agree with what was worked out by hand', async () => {
  using folder = shopFolder({ 'planogram.yaml': config, 'shop.yaml': shopText, 'tests.yaml': `expect:\n${cases.map(testLine).join('')}` })

  const applied = await planogram(folder.root, ['apply', '--auto-approve'])
  const told: (readonly unknown[])[] = []
  for (const each of cases) {
    const { stdout } = await planogram(folder.root, ['price', ...priceArguments(each), '--format', 'json'])
    const { desired, live }: { desired: { price: string }; live: { price: string } } = JSON.parse(stdout)
    told.push([each.how, desired.price, live.price])
  }
  const shown = await shopPrices(join(folder.root, '.planogram', 'emulator'))

  expect(applied.stdout).toContain(`${cases.length} price tests passed.`)
  expect(told).toEqual(cases.map(({ how, price }) => [how, price, price]))
  expect(shown).toEqual(cases.map(({ how, price }) => [how, Number(price)]))
})

async function shopPrices(data: string): Promise<(readonly [how: string, price: number])[]> {
  const currencies = { default: 'GBP', rates: { EUR: '1.16', JPY: '190' } }
  const store = await startEmulator({ data, currencies, timezone: 'Europe/Oslo' })
  try {
    const shown: (readonly [string, number])[] = []
    for (const each of cases) {
      store.clock.set(new Date(each.at?.[1] ?? '2026-11-20T10:00:00Z'))
      const page = await (await fetch(`${store.url}${pagePath(each)}`)).text()
      const amount = /<p class="price"[^>]*>\s*<span>\D*([\d.,]+)/.exec(page)?.[1] ?? ''
      shown.push([each.how, Number(amount.replaceAll(',', ''))])
    }
    return shown
  } finally {
    await store.close()
  }
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareRecord } from '../../src/plan/record-of-change.ts'
import { openShop, type Shop } from '../support/open-shop.ts'

const grid = (price: string): string => `pricing: { breaks: [0], prices: { default: [${price}] } }`
const adjusted = (adjust: string): string =>
  `products: { A: { title: A, price: 100, options: { base: { values: { oak: Oak, ash: Ash }, adjust: ${adjust} } } } }\n`
const ring = (price: string, amount: number): string =>
  `products: { RING: { title: Ring, ${price}, options: { stone: { values: { no: No, ruby: Ruby }, adjust: { ruby: ${amount} } } } } }\n`
const reducedNew = (discount: string): string =>
  `products: { A: { title: A, price: 100 }, B: { title: B, price: 100, merchandising: { discount: ${discount} } } }\n`
const moved = (from: string, to: string): string => `moved: [{ from: ${from}, to: ${to} }]\n`

const guards = ['price_change', 'decimal_slip']

function write(shop: Shop, text: string): void {
  writeFileSync(join(shop.root, 'shop.yaml'), text)
}

/** A shop to which these catalogues were applied, one after the other. */
async function shopWith(...texts: readonly string[]): Promise<Shop> {
  const shop = await openShop([], { 'shop.yaml': texts[0] ?? '' })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  for (const text of texts) {
    write(shop, text)
    const { exitCode, stderr } = await shop.run('apply', '--auto-approve')
    if (exitCode !== 0) throw new Error(stderr)
  }
  return shop
}

/** The exit code of an apply of the catalogue, and what its guards found. */
async function judged(shop: Shop, text: string): Promise<readonly [exitCode: number, found: readonly string[]]> {
  write(shop, text)
  const { exitCode, stderr } = await shop.run('apply', '--auto-approve')
  return [exitCode, [...stderr.matchAll(/^ {4}(.+ at shop\.yaml:\d+)$/gm)].map(([, found]) => found ?? '')]
}

test('an amount of an option is judged with the price that the same plan writes', async () => {
  const [simple, listed] = [await shopWith(ring('price: 100', 10)), await shopWith(ring(grid('100'), 10))]

  const found = [await judged(simple, ring('price: 129', 39)), await judged(listed, ring(grid('129'), 39))]

  expect(found).toEqual([
    [3, ['RING with an option: 110.00 to 168.00 (+52.7%) at shop.yaml:1']],
    [3, ['RING with an option: 110.00 to 168.00 (+52.7%) at shop.yaml:1']],
  ])
})

test('a grid that is turned off by `advanced_pricing` alone stops an apply, with the price that customers paid', async () => {
  const shop = await shopWith(`products: { A: { title: A, price: 1, ${grid('100')} } }\n`)

  const found = await judged(shop, 'products: { A: { title: A, price: 1, advanced_pricing: false } }\n')
  await shop.run('plan', '--out', 'plan.json')
  const shown = await shop.run('show', 'plan.json')
  const { plan_hash: hash }: { plan_hash: string } = JSON.parse(readFileSync(join(shop.root, 'plan.json'), 'utf8'))
  const applied = await shop.run('apply', 'plan.json', '--auto-approve', ...guards.map((guard) => `--override=${guard}=${hash}`))
  const next = await shop.run('plan', '--detailed-exitcode')

  expect(found).toEqual([3, Array.from({ length: 2 }, () => 'A from quantity 0: 100.00 to 1.00 (-99%) at shop.yaml:1')])
  expect(shown.stdout).toContain('Check the decimal point.')
  expect([applied.exitCode, next.exitCode]).toEqual([0, 0])
})

test('a grid that somebody has turned off in the store stops an apply that turns it on again, unless the price stays', async () => {
  const text = `products: { A: { title: A, ${grid('100')} } }\n`
  const shop = await shopWith(text)
  const turnOff = (price: string): void =>
    shop.emulator.seed([bareRecord('Product', { sku: 'A', title: 'A', price, advanced_pricing: 'false' })])

  turnOff('1000')
  const dear = await judged(shop, text)
  turnOff('100')
  const same = await judged(shop, text)

  expect(dear).toEqual([3, Array.from({ length: 2 }, () => 'A from quantity 0: 1000.00 to 100.00 (-90%) at shop.yaml:1')])
  expect(same).toEqual([0, []])
})

test('an amount of an option that is removed stops an apply', async () => {
  const shop = await shopWith(adjusted('{ oak: 1, ash: 200 }'))
  const found = ['A with an option: 300.00 to 100.00 (-66.7%) at shop.yaml:1']

  expect(await judged(shop, adjusted('{ oak: 1 }'))).toEqual([3, found])
  expect(await judged(shop, adjusted('{}'))).toEqual([3, found])
})

test('the removal of an option of which every value has an amount stops an apply, as far as no other option adds it', async () => {
  const shop = await shopWith(adjusted('{ oak: 50, ash: 80 }'))
  const plain = 'products: { A: { title: A, price: 100, options: {} } }\n'

  const removed = await judged(shop, plain)
  const dearer = await judged(shop, plain.replace('100', '150'))
  const renamed = await judged(shop, adjusted('{ oak: 50, ash: 80 }').replace('base:', 'foot:'))

  expect(removed).toEqual([3, ['A with an option: 150.00 to 100.00 (-33.3%) at shop.yaml:1']])
  expect(renamed).toEqual([3, ['A with an option: 100.00 to 180.00 (+80%) at shop.yaml:1']])
  expect(dearer).toEqual([3, ['A: 100.00 to 150.00 (+50%) at shop.yaml:1']])
})

test('an option of which a value has no amount can be removed: that is what customers could pay', async () => {
  const shop = await shopWith(adjusted('{ ash: 80 }'))

  expect(await judged(shop, 'products: { A: { title: A, price: 100, options: {} } }\n')).toEqual([0, []])
})

test('the undo of an amount of an option is judged', async () => {
  const shop = await shopWith(adjusted('{ ash: 200 }'), adjusted('{ ash: 120 }'))
  const { stdout } = await shop.run('runs', '--format', 'json')
  const { runs }: { runs: readonly { id: string }[] } = JSON.parse(stdout)

  const { exitCode, stderr } = await shop.run('undo', runs[0]?.id ?? '', '--auto-approve')

  expect(exitCode).toBe(3)
  expect(stderr).toContain('A with an option: 220.00 to 300.00 (+36.4%)')
})

test('a product that has moved is compared with the price entries and the discount of the old one', async () => {
  const sale = 'merchandising: { discount: 99% }'
  const [ofGrid, plain] = await Promise.all([
    shopWith(`products: { A: { title: A, ${grid('100')} } }\n`),
    shopWith('products: { A: { title: A, price: 100 } }\n'),
  ])

  const cheaper = await judged(ofGrid, `products: { B: { title: A, price: 1 } }\n${moved('A', 'B')}`)
  const same = await judged(ofGrid, `products: { B: { title: A, price: 100 } }\n${moved('A', 'B')}`)
  const reduced = await judged(plain, `products: { B: { title: A, price: 100, ${sale} } }\n${moved('A', 'B')}`)

  expect(cheaper).toEqual([3, Array.from({ length: 2 }, () => 'B from quantity 0: 100.00 to 1.00 (-99%) at shop.yaml:1')])
  expect(same).toEqual([0, []])
  expect(reduced).toEqual([3, Array.from({ length: 2 }, () => 'B: 100.00 to 1.00 (-99%) at shop.yaml:1')])
})

test('the discount that a moved product had, and has not in the catalogue, is part of what customers paid', async () => {
  const shop = await shopWith('products: { A: { title: A, price: 100, merchandising: { discount: 50% } } }\n')

  const [exitCode, found] = await judged(shop, `products: { B: { title: A, price: 100 } }\n${moved('A', 'B')}`)

  expect([exitCode, found]).toEqual([3, ['B: 50.00 to 100.00 (+100%) at shop.yaml:1']])
})

test('a move back to a product that the store hides is compared with the other one, by the prices that the store has', async () => {
  const [first, second] = [`A: { title: A, ${grid('1')} }`, `B: { title: A, ${grid('1')} }`].map((text) => `products: { ${text} }\n`)
  const shop = await shopWith(first ?? '', `${second}${moved('A', 'B')}`)
  const config = readFileSync(join(shop.root, 'planogram.yaml'), 'utf8')
  writeFileSync(join(shop.root, 'planogram.yaml'), `${config}guards: { price_change: off, decimal_slip: off }\n`)
  const raised = await judged(shop, `products: { B: { title: A, price: 100, pricing: {} } }\n${moved('A', 'B')}`)
  writeFileSync(join(shop.root, 'planogram.yaml'), config)

  const back = await judged(shop, `${first}${moved('B', 'A')}`)

  expect(raised).toEqual([0, []])
  expect(back).toEqual([3, Array.from({ length: 2 }, () => 'A from quantity 0: 100.00 to 1.00 (-99%) at shop.yaml:1')])
})

test('price_floor stops a new product that its discount makes free', async () => {
  const shop = await shopWith('products: { A: { title: A, price: 100 } }\n')

  expect(await judged(shop, reducedNew('100%'))).toEqual([3, ['B: 0.00 at shop.yaml:1']])
  expect((await judged(shop, reducedNew('50%')))[0]).toBe(0)
})

import { expect, test } from 'vitest'
import { packPlan, unpackPlan } from '../../../src/apply/packed-plan.ts'
import { bareRecord } from '../../../src/plan/record-of-change.ts'
import { product, productOf, startShop, type UndoShop, words } from '../../support/undo-shop.ts'

test('a field that somebody has changed since the run stays and is named; the others are restored', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', product('{ title: Mug, price: 8, brand: Acme }'))
  await shop.applyAs('r2', product('{ title: Cup, price: 9, brand: Other }'))
  await shop.store.post('Product', [bareRecord('Product', { sku: 'MUG', title: 'Goblet' })])

  const undo = await shop.undoOf('r2')
  const run = await shop.carryOut(undo, 'u1')

  expect(words(undo)).toEqual(['update product.MUG', 'product.MUG.title: changed since the run, left as it is'])
  expect(run.outcome).toBe('done')
  expect(await productOf(shop, 'MUG')).toMatchObject({ title: 'Goblet', price: '8', brand: 'Acme' })
})

test('an undo can be undone, and the undo of that too', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', product('{ title: Mug, price: 8, attributes: { Material: Clay, Colour: Red } }'))
  const before = await shop.dump()
  await shop.applyAs('r2', product('{ title: Cup, price: 9, attributes: { Material: Glass, Size: Large } }'))
  const after = await shop.dump()

  await shop.carryOut(await shop.undoOf('r2'), 'u1')
  const undone = await shop.dump()
  await shop.carryOut(await shop.undoOf('u1'), 'u2')
  const redone = await shop.dump()
  await shop.carryOut(await shop.undoOf('u2'), 'u3')

  expect([undone, redone, await shop.dump()]).toEqual([before, after, before])
  expect((await shop.state.runs()).map(({ id, undoes }) => `${id} ${undoes ?? ''}`.trim())).toEqual(['u3 u2', 'u2 u1', 'u1 r2', 'r2', 'r1'])
})

test('a first row that the run removed is the first again, and a second undo finds nothing', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', product('{ title: Mug, price: 8, attributes: { Long: x, Size: s } }'))
  const before = await shop.dump()
  await shop.applyAs('r2', product('{ title: Mug, price: 8, attributes: { Size: t, Colour: x } }'))

  await shop.carryOut(await shop.undoOf('r2'), 'u1')
  const again = await shop.undoOf('r2')

  expect(await shop.dump()).toEqual(before)
  expect(words(again)).toEqual([])
})

const grid = (prices: string): Readonly<Record<string, string>> =>
  product(`{ title: Mug, pricing: { breaks: [0, 10], prices: { default: ${prices} } } }`)

test('of a grid with the same cells those prices are restored that nobody has changed', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', grid('[8, 7]'))
  await shop.applyAs('r2', grid('[9, 8.5]'))
  const [cell] = await entries(shop)
  await shop.store.post('PricingAdvanced', [bareRecord('PricingAdvanced', { ...cell, price: '12' })])

  const undo = await shop.undoOf('r2')
  const run = await shop.carryOut(undo, 'u1')

  expect(words(undo)).toEqual(['update product.MUG', 'update grid.MUG', 'grid.MUG: changed since the run, left as it is'])
  expect(run.failures).toEqual([])
  expect((await entries(shop)).map(({ price }) => price)).toEqual(['12', '7'])
})

test('a grid with other cells that somebody has changed stays whole', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', grid('[8, 7]'))
  await shop.applyAs('r2', product('{ title: Mug, pricing: { breaks: [0, 5], prices: { default: [9, 8] } } }'))
  const [cell] = await entries(shop)
  await shop.store.post('PricingAdvanced', [bareRecord('PricingAdvanced', { ...cell, price: '12' })])

  const undo = await shop.undoOf('r2')

  expect(words(undo)).toEqual(['update product.MUG', 'grid.MUG: changed since the run, left as it is'])
})

async function entries({ store }: UndoShop): Promise<readonly Readonly<Record<string, string>>[]> {
  const rows: Readonly<Record<string, string>>[] = []
  const fields = ['uid', 'sku', 'start', 'end', 'price']
  for await (const row of store.readAll({ resource: 'PricingAdvanced', fields, children: [] })) rows.push(row.fields)
  return rows.toSorted((a, b) => Number(a['start']) - Number(b['start']))
}

test('a row that the run created and somebody has changed stays; one that is gone is named', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', product('{ title: Mug, price: 8, attributes: { Size: Small } }'))
  await shop.applyAs('r2', product('{ title: Mug, price: 8, attributes: { Size: Large, Colour: Red, Handle: One } }'))
  await shop.store.deleteRow('ProductAttributes', { sku: 'MUG', label: 'Size' })
  await shop.store.post('ProductAttributes', [bareRecord('ProductAttributes', { sku: 'MUG', label: 'Colour', value: 'Blue' })])

  const undo = await shop.undoOf('r2')

  expect(words(undo)).toEqual([
    'remove product.MUG/attribute.Handle',
    'product.MUG/attribute.Colour: changed since the run, left as it is',
    'product.MUG/attribute.Size: no longer in the store, left as it is',
  ])
})

test('a row that the run removed and somebody has made again with another value stays and is named', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', product('{ title: Mug, price: 8, attributes: { Size: Small, Colour: Red } }'))
  await shop.applyAs('r2', product('{ title: Mug, price: 8, attributes: { Colour: Red } }'))
  await shop.store.post('ProductAttributes', [bareRecord('ProductAttributes', { sku: 'MUG', label: 'Size', value: 'Huge' })])

  expect(words(await shop.undoOf('r2'))).toEqual(['product.MUG/attribute.Size: changed since the run, left as it is'])
})

const variants = (list: string): Readonly<Record<string, string>> => product(`{ title: Mug, variants: { list: { ${list} } } }`)

test('a removed variant comes back with the fields that no document declares', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', variants('S: { description: Small, price: 5 }, L: { description: Large, price: 6 }'))
  await shop.store.post('Variants', [bareRecord('Variants', { code: 'L', sku: 'MUG', weight: '1.5', custom_data1: 'pallet' })])
  const before = await shop.dump()
  await shop.applyAs('r2', variants('S: { description: Small, price: 5 }'))

  const run = await shop.carryOut(await shop.undoOf('r2'), 'u1')

  expect(run.failures).toEqual([])
  expect(await shop.dump()).toEqual(before)
})

const pruned = (way: string): Readonly<Record<string, string>> => ({
  'planogram.yaml': `manage: { prune: { products: ${way} } }\nguards: { max_changes: off, max_removals: off, hide: off, empty_category: off }\n`,
})

const cup = '  CUP: { title: Cup, price: 3 }\n'
const whole =
  '  MUG:\n    title: Mug\n    attributes: { Size: Small }\n    options: { size: { label: Size, values: { s: S, l: L } } }\n' +
  '    variants: { matrix: "{sku}-{size}", each: { pricing: { breaks: [0, 10], prices: { default: [5, 4] } } } }\n'

test.each(['retire', 'delete'])('a product that left the catalogue comes back after prune: %s', async (way) => {
  const shop = await startShop()
  await shop.applyAs('r1', { ...pruned(way), 'shop.yaml': `products:\n${cup}${whole}` })
  const before = await shop.dump()
  await shop.applyAs('r2', { 'shop.yaml': `products:\n${cup}` })
  const gone = await productOf(shop, 'MUG')

  const undo = await shop.undoOf('r2')
  const run = await shop.carryOut(undo, 'u1')

  expect(gone['inactive']).toBe(way === 'retire' ? 'true' : undefined)
  expect([run.failures, undo.guards]).toEqual([[], []])
  expect(await shop.dump()).toEqual(before)
})

test('a deleted product comes back with its promotion and stock, which stayed in the store', async () => {
  const shop = await startShop()
  const mug = '  MUG: { title: Mug, price: 5, merchandising: { discount: 10%, featured: New }, inventory: { quantity: 7 } }\n'
  await shop.applyAs('r1', { ...pruned('delete'), 'shop.yaml': `products:\n${cup}${mug}` })
  const before = await shop.dump()
  await shop.applyAs('r2', { 'shop.yaml': `products:\n${cup}` })

  const undo = await shop.undoOf('r2')
  const run = await shop.carryOut(undo, 'u1')

  expect(words(undo)).toEqual(['create product.MUG'])
  expect(run.failures).toEqual([])
  expect(await shop.dump()).toEqual(before)
})

test('another record that somebody has made under the key of a removed or created one is left as it is', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', { ...pruned('delete'), 'shop.yaml': `products:\n${cup}${whole}` })
  await shop.applyAs('r2', { 'shop.yaml': `products:\n${cup}  HAT: { title: Hat, price: 9 }\n` })
  await shop.store.post('Product', [bareRecord('Product', { sku: 'MUG', title: 'Theirs', price: '7' })])
  await shop.store.post('Product', [bareRecord('Product', { sku: 'HAT', title: 'Theirs', price: '7' })])
  const before = await shop.dump()

  const undo = await shop.undoOf('r2')

  expect(words(undo)).toEqual(['product.HAT: changed since the run, left as it is', 'product.MUG: changed since the run, left as it is'])
  expect(undo.steps).toEqual([])
  expect(await shop.dump()).toEqual(before)
})

test('created products and categories are hidden, a created group stays with a reason', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', { 'shop.yaml': 'groups: { vip: { title: VIP } }\nproducts: { CUP: { title: Cup, price: 3 } }\n' })

  const undo = await shop.undoOf('r1')
  await shop.carryOut(undo, 'u1')

  expect(words(undo)).toEqual([
    'update product.CUP',
    'cannot group.vip: The run created this group, and the platform has no flag that hides one: it stays.',
  ])
  expect(await productOf(shop, 'CUP')).toMatchObject({ title: 'Cup', inactive: 'true' })
  expect(words(await shop.undoOf('r1'))).toEqual(words(undo).slice(1))
})

test('a run is undone for what it did itself: not for what was in the store already', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', product('{ title: Mug, price: 8 }'))
  await shop.applyAs('r2', product('{ title: Cup, price: 9 }'))
  const saved = await shop.state.planOf('r2')
  const again = await shop.carryOut(await unpackPlan(saved ?? new Uint8Array()), 'r3')

  const undo = await shop.undoOf('r3')

  expect(again.steps.map(({ outcome }) => outcome)).toEqual(['satisfied'])
  expect([undo.changes, undo.steps]).toEqual([[], []])
})

test('an undo that was stopped while a grid was off is finished by a new undo of the same run', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', grid('[8, 7]'))
  const before = await shop.dump()
  await shop.applyAs('r2', product('{ title: Cup, pricing: { breaks: [0, 5, 20], prices: { default: [9, 8, 6] } } }'))
  const undo = await shop.undoOf('r2')

  for (let stopAfter = 1; stopAfter < undo.steps.length; stopAfter += 1) {
    await shop.carryOut(await shop.undoOf('r2'), `stopped-${stopAfter}`, stopAfter)
  }
  const last = await shop.carryOut(await shop.undoOf('r2'), 'u-last')

  expect(undo.steps.length).toBeGreaterThan(3)
  expect(last.outcome).toBe('done')
  expect(await shop.dump()).toEqual(before)
})

test('only the records of the run are read', async () => {
  const shop = await startShop()
  const many = Array.from({ length: 30 }, (_, index) => `  P${index}: { title: P${index}, price: 1 }\n`).join('')
  await shop.applyAs('r1', { 'shop.yaml': `products:\n  MUG: { title: Mug, price: 8 }\n${many}` })
  await shop.applyAs('r2', { 'shop.yaml': `products:\n  MUG: { title: Cup, price: 8 }\n${many}` })
  shop.emulator.clearRequests()

  const undo = await shop.undoOf('r2')

  const reads = shop.emulator.requests().map(({ path }) => path.replace(/\?.*/, ''))
  expect(words(undo)).toEqual(['update product.MUG'])
  expect(shop.emulator.requests().filter(({ path }) => path.includes('sku=MUG')).length).toBe(1)
  expect(reads.length).toBeLessThanOrEqual(5)
})

test('an unknown run, one of another store and one whose plan has another format are refused with what to do', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', product('{ title: Mug, price: 8 }'))
  const lease = await shop.state.acquireLease({
    store: 'other',
    holder: 'x',
    at: '2026-01-01T00:00:00Z',
    expiresAt: '2026-01-01T00:01:00Z',
  })
  await shop.state.startRun({
    id: 'o1',
    store: 'other',
    planHash: 'h',
    at: '2026-01-01T00:00:01Z',
    plan: new Uint8Array([1]),
    fence: lease.fence,
  })

  const own = (await shop.state.runs()).find(({ id }) => id === 'r1')?.store ?? ''
  const held = await shop.state.acquireLease({ store: own, holder: 'x', at: '2030-01-01T00:00:00Z', expiresAt: '2030-01-01T00:01:00Z' })
  const older = await packPlan(['{ "format_version": "4", "engine_version": "0.1.0" }'])
  await shop.state.startRun({ id: 'old', store: own, planHash: 'h4', at: '2030-01-01T00:00:01Z', plan: older, fence: held.fence })

  const refusals = await Promise.all(['nix', 'o1', 'old'].map((run) => shop.undoOf(run).catch((error: unknown) => String(error))))

  expect(refusals).toEqual([
    'OperationalError: Run nix is not in the state.',
    expect.stringMatching(/^OperationalError: Run o1 wrote to store other, not to local http/),
    'OperationalError: Run old cannot be undone: its plan cannot be read. The plan file was written in plan format 4 by planogram 0.1.0; this version reads format 8.',
  ])
})

/** The documents of a product under one of two keys, the other one of which has moved to it. */
function movedTo(key: string, other: string, rows: string): Readonly<Record<string, string>> {
  return { 'shop.yaml': `products: { ${key}: { title: Mug, slug: mug, ${rows} } }\nmoved: [{ from: ${other}, to: ${key} }]\n` }
}

const variantOf = (key: string, code: string): string =>
  `variants: { list: { ${key}-${code}: { pricing: { breaks: [0], prices: { default: [3] } } } } }`

test('the rows of a product that moved back to an earlier key are those of before, when it is hidden again', async () => {
  const shop = await startShop()
  await shop.applyAs('r1', movedTo('MUG', 'CUP', `attributes: { Size: s }, ${variantOf('MUG', 'a')}`))
  await shop.applyAs('r2', movedTo('CUP', 'MUG', `attributes: { Size: s }, ${variantOf('CUP', 'a')}`))
  const before = await shop.dump()
  await shop.applyAs('r3', movedTo('MUG', 'CUP', `attributes: { Fit: t }, ${variantOf('MUG', 'b')}`))

  const run = await shop.carryOut(await shop.undoOf('r3'), 'u1')
  const again = await shop.undoOf('r3')

  expect([run.outcome, run.failures]).toEqual(['done', []])
  expect(await shop.dump()).toEqual(before)
  expect(words(again)).toEqual([])
})

import { expect, onTestFinished, test } from 'vitest'
import type { Plan } from '../../../src/plan/plan.ts'
import { defaultLimits } from '../../../src/plan/plan-limits.ts'
import { bodiesOfWhole, type RequestBound, requestBound } from '../../support/request-bound.ts'
import { shopFolder, type ShopFolder } from '../../support/shop-folder.ts'
import { startWorld, type World } from '../../support/world.ts'
import { isWhole } from '../../support/whole.ts'

const most = 1.15

interface Shape {
  readonly title?: string
  readonly price?: string
  readonly quantity?: number
  readonly breaks?: readonly number[]
  readonly prices?: readonly string[]
  readonly image?: string
}

/** A product with two variants and a grid of three breaks and two groups. */
function productText(sku: string, shape: Shape): string {
  const { title = sku, breaks = [0, 12, 48], prices = ['9', '8', '7'], quantity = 5 } = shape
  const grid = `{ breaks: [${breaks.join(', ')}], prices: { default: [${prices.join(', ')}], dealer: [${prices.map((price) => `${price}.5`).join(', ')}] } }`
  return [
    `  ${sku}:`,
    `    title: ${title}`,
    ...(shape.price === undefined ? [`    pricing: ${grid}`] : [`    price: ${shape.price}`]),
    '    categories: [a]',
    `    inventory: { quantity: ${quantity} }`,
    ...(shape.image === undefined ? [] : [`    image: ${shape.image}`]),
    `    variants: { list: { ${sku}-x: { price: 1 }, ${sku}-y: { price: 2 } } }`,
    '',
  ].join('\n')
}

function shopOf(count: number, shapeOf: (index: number) => Shape | null): ShopFolder {
  const products = Array.from({ length: count }, (_, index) => {
    const shape = shapeOf(index)
    return shape === null ? '' : productText(`SKU-${index}`, shape)
  })
  const shop = shopFolder({
    'planogram.yaml':
      'stores: { local: { emulator: true } }\ndefault_store: local\nmanage: { live_owned: [] }\nguards: { grid_rows: off }\n',
    'shop.yaml': `groups: { dealer: { title: Dealers } }\ncategories: { a: { name: A } }\nproducts:\n${products.join('')}`,
    ...Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`images/p${index}.png`, pixel])),
  })
  onTestFinished(() => shop[Symbol.dispose]())
  return shop
}

/** A picture of one pixel. */
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** On a store without atomic bodies and single deletes, where a grid must be off while its rows leave; or with both, where it stays on sale. */
async function startShop([, count, before, after, way]: Case): Promise<World> {
  return startWorld({
    switches: way === 'on sale' ? {} : { batch: 'stop', deletes: 'shown' },
    ...(before === null ? {} : { live: shopOf(count, before).root }),
    catalogue: shopOf(count, after).root,
  })
}

/** The requests of an apply: neither those of the plan before it nor of the check after it. */
async function requestsOf(world: World, plan: Plan): Promise<RequestBound> {
  world.emulator.clearRequests()
  const run = await world.apply(plan)
  if (run.outcome !== 'done') throw new Error(JSON.stringify(run.failures.slice(0, 3)))
  const kinds = world.emulator.requests().map(({ method, path }) => {
    if (['GET', 'HEAD', 'PROPFIND'].includes(method)) return 'reads'
    return method === 'PUT' && path.startsWith('/files/') ? 'uploads' : method === 'MKCOL' ? 'folders' : 'writes'
  })
  const count = (kind: string): number => kinds.filter((one) => one === kind).length
  return { reads: count('reads'), writes: count('writes'), uploads: count('uploads') }
}

const isTenth = (index: number): boolean => index % 10 === 0

type Case = readonly [
  name: string,
  count: number,
  before: Parameters<typeof shopOf>[1] | null,
  after: Parameters<typeof shopOf>[1],
  way?: 'on sale',
]

/** Each of them is a part of the case that makes all changes at once. */
const parts: readonly Case[] = [
  ['new products with variants and grids', 220, null, () => ({})],
  ['titles and stock', 220, () => ({}), () => ({ title: 'New', quantity: 6 })],
  ['grid prices in place', 220, () => ({}), () => ({ prices: ['10', '8', '7'] })],
  ['grids that must be off meanwhile', 220, () => ({}), () => ({ breaks: [0, 10, 40] })],
  ['grids that are cut again and lose rows on sale', 120, () => ({}), () => ({ breaks: [0, 10], prices: ['9', '8'] }), 'on sale'],
]

const cases: readonly Case[] = [
  ['simple prices', 220, () => ({ price: '1' }), () => ({ price: '2' })],
  ['one product in ten', 600, () => ({ price: '1' }), (index) => (isTenth(index) ? { price: '2' } : { price: '1' })],
  ['grids that are cut again on sale', 220, () => ({}), () => ({ breaks: [0, 10, 40] }), 'on sale'],
  ['new products with pictures', 220, null, (index) => ({ image: `images/p${index % 30}.png` })],
  [
    'everything at once',
    550,
    (index) => (index < 110 ? null : {}),
    (index) => {
      if (index < 220) return {}
      return index < 330 ? { breaks: [0, 10, 40] } : index < 440 ? { prices: ['10', '8', '7'] } : { title: 'New', quantity: 6 }
    },
  ],
]

/** The parts alone; `PLANOGRAM_FULL=1` tries all of them. */
const tried = [...cases, ...(isWhole ? parts : parts.slice(2, 3))]

test.each(tried.map((each) => [each[0], each] as const))(
  '%s need at most 1.15 times the requests of the lower bound',
  async (_, tested) => {
    await using world = await startShop(tested)
    const plan = await world.plan()

    const bound = requestBound(plan.changes, defaultLimits)
    const sent = await requestsOf(world, plan)

    expect(bound.writes).toBeGreaterThan(0)
    expect(sent.writes / bound.writes).toBeLessThanOrEqual(most)
    expect(sent.reads / Math.max(1, bound.reads)).toBeLessThanOrEqual(most)
    expect(sent.uploads).toBe(bound.uploads)
  },
)

test('groups that are not divided need as many bodies as fit them, at least', () => {
  const [six, thirty] = [6, 30].map((size) => Array<number>(50).fill(size))

  const bounds = [six ?? [], thirty ?? [], [60, 60, 30, 30], [51, 50, 50], [240, 6], []].map((sizes) => bodiesOfWhole(sizes, 100))

  // 16 of 6 in a body; 3 of 30; 60 with 30; 51 beside no 50; more than a body holds; nothing.
  expect(bounds).toEqual([4, 17, 2, 2, 2, 0])
})

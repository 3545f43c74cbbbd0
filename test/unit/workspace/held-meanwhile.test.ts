import { expect, test } from 'vitest'
import type { ResourceName } from '../../../src/resources/registry.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { type ChangingShop, openChangingShop } from '../../support/changing-shop.ts'

const start = 'products:\n  LAMP: { title: Lamp, variants: { list: { ERP-2: { price: 12 } } } }\n  SHADE: { title: Shade, price: 4 }\n'
/** With another variant, after the one that is there. */
const withVariant = start.replace('{ price: 12 }', '{ price: 12 }, ERP-1: { price: 9 }')
const messageOf = (what: string): string => `Changed in the store since the plan was created: ${what} now. Create a new plan.`

/** What somebody else writes. */
function write({ emulator }: ChangingShop, resource: ResourceName, fields: Fields): void {
  emulator.seed([{ resource, fields, children: {} }])
}

test.each([
  ['a new variant', 'variant.ERP-1', withVariant],
  ['a new product with that variant', 'product.NEW', `${start}  NEW: { title: New, variants: { list: { ERP-1: { price: 9 } } } }\n`],
])('%s is refused where somebody has created one with its code at another product since the plan', async (_, address, text) => {
  const shop = await openChangingShop(start)
  const made = await shop.planOf(text)
  write(shop, 'Variants', { code: 'ERP-1', sku: 'SHADE', price: '33' })

  const { outcome, failures } = await shop.apply(made)

  expect([outcome, failures.map((failure) => [failure.address, failure.message])]).toEqual([
    'moved',
    [[address, messageOf('variant ERP-1 is at SHADE')]],
  ])
  expect(await shop.fields('Variants', ['sku', 'price'])).toEqual({
    'ERP-1': { sku: 'SHADE', price: '33' },
    'ERP-2': { sku: 'LAMP', price: '12' },
  })
})

test('a new variant is refused where somebody has created a product with its code since the plan', async () => {
  const shop = await openChangingShop(start)
  const made = await shop.planOf(withVariant)
  write(shop, 'Product', { sku: 'ERP-1', title: 'Somebody else’s', price: '77' })

  const { failures } = await shop.apply(made)

  expect(failures.map(({ message }) => message)).toEqual([messageOf('ERP-1 is a product')])
  expect(Object.keys(await shop.fields('Variants', ['sku']))).toEqual(['ERP-2'])
})

test('a new product is refused where somebody has created a variant with its sku since the plan; others go on', async () => {
  const shop = await openChangingShop(start)
  const made = await shop.planOf(`${start}  CAP: { title: Cap, price: 5 }\n  HAT: { title: Hat, price: 6 }\n`)
  write(shop, 'Variants', { code: 'CAP', sku: 'SHADE', price: '33' })

  const { outcome, failures } = await shop.apply(made)

  expect([outcome, failures.map(({ message }) => message)]).toEqual(['partial', [messageOf('CAP is a variant of SHADE')]])
  expect(Object.keys(await shop.fields('Product', ['title'])).toSorted()).toEqual(['HAT', 'LAMP', 'SHADE'])
})

test('a new option is refused where somebody has created one with its code at another product since the plan', async () => {
  const shop = await openChangingShop(start)
  const made = await shop.planOf(start.replace('price: 4', 'price: 4, options: { base: { code: X-1, label: Base, values: { a: A } } }'))
  write(shop, 'Options', { code: 'X-1', sku: 'LAMP', o_group: 'theirs', o_label: 'Theirs' })

  const { failures } = await shop.apply(made)

  expect(failures.map(({ message }) => message)).toEqual([messageOf('option X-1 is at LAMP')])
  expect(await shop.fields('Options', ['sku'])).toEqual({ 'X-1': { sku: 'LAMP' } })
})

test('a variant whose product somebody has deleted belongs to nobody, and is created', async () => {
  const shop = await openChangingShop(start)
  const made = await shop.planOf(withVariant)
  write(shop, 'Variants', { code: 'ERP-1', sku: 'GONE', price: '33' })

  const { outcome } = await shop.apply(made)

  expect(outcome).toBe('done')
  expect((await shop.fields('Variants', ['sku', 'price']))['ERP-1']).toEqual({ sku: 'LAMP', price: '9' })
})

test('an undo does not take a variant back from a product that has its code now', async () => {
  const shop = await openChangingShop(withVariant)
  await shop.apply(await shop.planOf(start))
  write(shop, 'Variants', { code: 'ERP-1', sku: 'SHADE', price: '33' })

  const undo = await shop.undoOf('run-1')

  expect(undo.changes.map((change) => [change.address, change.action === 'cannot' && change.reason])).toEqual([
    [
      'variant.ERP-1',
      'The store has variant ERP-1 at SHADE, and the platform cannot move a row. Give it another code here, keep it at SHADE, or remove it there first.',
    ],
  ])
  expect(undo.steps).toEqual([])
})

const many = Array.from(
  { length: 101 },
  (_, index) => `  P-${index}: { title: P, variants: { list: { V-${index}: { price: 9 } } } }\n`,
).join('')

test('of a plan of many records the rows are counted, and the codes are read only where somebody has created another row since the plan', async () => {
  const [same, other] = [await openChangingShop(start), await openChangingShop(start)]
  const [made, stale] = [await same.planOf(start + many), await other.planOf(start + many)]
  write(other, 'Variants', { code: 'V-7', sku: 'SHADE', price: '33' })
  for (const { emulator } of [same, other]) emulator.clearRequests()

  const [done, partial] = [await same.apply(made), await other.apply(stale)]

  expect([done.outcome, codeReads(same)]).toEqual(['done', 0])
  expect([partial.outcome, partial.failures.map((failure) => [failure.address, failure.message])]).toEqual([
    'partial',
    [['product.P-7', messageOf('variant V-7 is at SHADE')]],
  ])
  expect((await other.fields('Variants', ['sku', 'price']))['V-7']).toEqual({ sku: 'SHADE', price: '33' })
  expect(codeReads(other)).toBeGreaterThan(0)
})

/** How many requests have asked who has a code of a variant. */
function codeReads({ emulator }: ChangingShop): number {
  return emulator.requests().filter(({ method, path }) => method === 'GET' && path.includes('/Variants/?code=')).length
}

/** Products without variants, options and extra pictures. */
function simple(title: string, more = ''): string {
  return Array.from({ length: 101 }, (_, index) => `  P-${index}: { title: ${title}, price: 9${more} }\n`).join('')
}

test('many products of a catalogue without variants are created without a look at codes, unless somebody has created a variant', async () => {
  const [same, other] = [await openChangingShop('products: {}\n'), await openChangingShop('products: {}\n')]
  for (const { emulator } of [same, other]) emulator.clearRequests()
  const [made, stale] = [await same.planOf(`products:\n${simple('P')}`), await other.planOf(`products:\n${simple('P')}`)]
  write(other, 'Product', { sku: 'SHADE', title: 'Shade' })
  write(other, 'Variants', { code: 'P-7', sku: 'SHADE', price: '33' })

  const [done, partial] = [await same.apply(made), await other.apply(stale)]

  expect([done.outcome, codeReads(same)]).toEqual(['done', 0])
  expect(partial.failures.map((failure) => [failure.address, failure.message])).toEqual([
    ['product.P-7', messageOf('P-7 is a variant of SHADE')],
  ])
})

test('who has a key is not asked where none is created: for new rows without keys, and for an undo of values', async () => {
  const shop = await openChangingShop(`categories: { a: { name: A } }\nproducts:\n${simple('P')}`, 'guards: { max_changes: off }\n')
  const made = await shop.planOf(`categories: { a: { name: A } }\nproducts:\n${simple('Q', ', categories: [a]')}`)
  shop.emulator.clearRequests()

  const { outcome } = await shop.apply(made)
  const undo = await shop.undoOf('run-1')

  expect([outcome, undo.changes.length]).toEqual(['done', 202])
  expect(shop.emulator.requests().filter(({ path }) => path.includes('/Variants/'))).toEqual([])
})

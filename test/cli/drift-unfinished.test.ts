import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../support/open-shop.ts'

/** A store that refuses each request which shows a product or turns its grid on, from the second one of an apply on. */
function refuseLastRequests(shop: Shop): void {
  for (const nth of [2, 3])
    shop.emulator.faults.add({ on: { method: 'POST', resource: 'Product', nth }, do: { kind: 'status', status: 400 } })
}

function priced(second: number): string {
  return `  MUG: { title: Mug, brand: Ours, pricing: { breaks: [0, ${second}], prices: { default: [10, 8] } } }\n`
}

function placed(categories: string, more = ''): string {
  return `categories: { ${categories} }\nproducts:\n  MUG: { title: Mug, price: 8 }\n${more}`
}

async function openManaged(drift: 'keep' | 'fail', products: string): Promise<Shop> {
  const shop = await openShop([], { 'shop.yaml': `products:\n${products}` })
  appendFileSync(join(shop.root, 'planogram.yaml'), `manage: { drift: ${drift} }\n`)
  await shop.run('apply', '--auto-approve')
  return shop
}

test.each(['keep', 'fail'] as const)(
  'with drift: %s, the next apply shows a product that an apply created and could not show',
  async (drift) => {
    const mug = '  MUG: { title: Mug, price: 8 }\n'
    await using shop = await openManaged(drift, mug)
    writeFileSync(join(shop.root, 'shop.yaml'), `products:\n${mug}  CUP: { title: Cup, price: 6 }\n`)
    refuseLastRequests(shop)

    const failed = await shop.run('apply', '--auto-approve')
    shop.emulator.faults.clear()
    const ended = await shop.run('apply', '--auto-approve')

    expect([failed.exitCode, failed.stdout]).toEqual([
      6,
      expect.stringContaining('The store does not match the catalogue yet: 1 change left.\n~ product.CUP'),
    ])
    expect([ended.exitCode, ended.stdout]).toEqual([0, 'The store now matches the catalogue.\nApplied: 1 updated.\n'])
    expect(shop.emulator.records('Product', ['CUP'])[0]?.fields['inactive']).toBe('false')
  },
)

test('with drift: keep, the next apply turns on a grid that an apply turned off, and leaves what others changed', async () => {
  await using shop = await openManaged('keep', priced(10))
  shop.emulator.seed([{ resource: 'Product', fields: { sku: 'MUG', brand: 'Theirs' }, children: {} }])
  writeFileSync(join(shop.root, 'shop.yaml'), `products:\n${priced(12)}`)
  refuseLastRequests(shop)

  const failed = await shop.run('apply', '--auto-approve')
  const meanwhile = shop.emulator.records('Product', ['MUG'])[0]?.fields['advanced_pricing']
  shop.emulator.faults.clear()
  const ended = await shop.run('apply', '--auto-approve')

  expect([failed.exitCode, meanwhile]).toEqual([6, 'false'])
  expect([ended.exitCode, ended.stdout]).toEqual([0, 'The store now matches the catalogue.\nApplied: 1 updated.\n'])
  expect(shop.emulator.records('Product', ['MUG'])[0]?.fields).toMatchObject({ advanced_pricing: 'true', brand: 'Theirs' })
})

test('with drift: keep, what somebody changes after a run has written it stays, though another record of that run failed', async () => {
  const products = '  MUG: { title: Mug, price: 8 }\n  CUP: { title: Cup, price: 6 }\n'
  await using shop = await openManaged('keep', products)
  writeFileSync(join(shop.root, 'shop.yaml'), `categories: { a: { name: A } }\nproducts:\n${products.replace('Mug', 'Old mug')}`)
  shop.emulator.faults.add({ on: { method: 'POST', resource: 'Cat' }, do: { kind: 'status', status: 400 } })
  const failed = await shop.run('apply', '--auto-approve')
  shop.emulator.faults.clear()
  shop.emulator.seed([{ resource: 'Product', fields: { sku: 'MUG', title: 'Their mug' }, children: {} }])

  const ended = await shop.run('apply', '--auto-approve')

  expect([failed.exitCode, ended.exitCode]).toEqual([6, 0])
  expect(ended.stdout).toContain('Applied: 2 created.\n')
  expect(shop.emulator.records('Product', ['MUG'])[0]?.fields['title']).toBe('Their mug')
})

test('with drift: keep, what somebody changes after a later run has completed a new product stays', async () => {
  const cup = '  CUP: { title: Cup, price: 6, inactive: true, categories: [a] }\n'
  await using shop = await openShop([], { 'shop.yaml': placed('a: { name: A }') })
  appendFileSync(join(shop.root, 'planogram.yaml'), 'manage: { drift: keep }\nlimits: { settle: 1ms }\n')
  await shop.run('apply', '--auto-approve')
  writeFileSync(join(shop.root, 'shop.yaml'), placed('a: { name: A }', cup))
  shop.emulator.faults.add({ on: { method: 'POST', nth: 1 }, do: { kind: 'torn', rows: 1, status: 500 } })
  shop.emulator.faults.add({ on: { method: 'POST', nth: 2 }, do: { kind: 'status', status: 400 }, times: 'always' })
  const torn = await shop.run('apply', '--auto-approve')
  shop.emulator.faults.clear()
  writeFileSync(join(shop.root, 'shop.yaml'), placed('a: { name: A }, b: { name: B }', cup))
  shop.emulator.faults.add({ on: { method: 'POST', resource: 'Cat' }, do: { kind: 'status', status: 400 } })
  const completed = await shop.run('apply', '--auto-approve')
  shop.emulator.seed([{ resource: 'Product', fields: { sku: 'CUP', title: 'Their cup' }, children: {} }])

  const ended = await shop.run('apply', '--auto-approve')

  expect([torn, completed, ended].map(({ exitCode }) => exitCode)).toEqual([6, 6, 0])
  expect(completed.stdout).toContain('1 change written.')
  expect(shop.emulator.records('Product', ['CUP'])[0]?.fields['title']).toBe('Their cup')
})

import { expect, test } from 'vitest'
import { formatPlanFile, parsePlanFile } from '../../../src/plan/plan-file.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { bareRecord } from '../../../src/plan/record-of-change.ts'
import { planText } from '../../../src/report/plan-text.ts'
import { planView } from '../../../src/report/view/plan-view.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import { openChangingShop } from '../../support/changing-shop.ts'

function inWords({ changes }: Plan): readonly string[] {
  return changes.map((change) => {
    const fields = change.kind === 'file' ? [] : change.fields.map(({ field }) => field)
    return `${change.action} ${change.address}${change.action === 'update' ? ` ${fields.join(' ')}` : ''}`
  })
}

const tee = 'products:\n  TEE: { title: Tee, slug: tee, price: 20 }\n'
const shirt = 'products:\n  SHIRT: { title: Tee, slug: tee, price: 20 }\n'
const moved = 'moved: [{ from: TEE, to: SHIRT }]\n'

test.each(['keep', 'retire', 'delete'])('with prune: %s the old product is hidden and stays, and the next plan is empty', async (way) => {
  const shop = await openChangingShop(tee, `manage: { prune: { products: ${way} } }\n`)

  const made = await shop.planOf(shirt + moved)
  await shop.apply(made)
  const second = await shop.planOf(shirt + moved)

  expect(inWords(made)).toEqual(['create product.SHIRT', 'update product.TEE inactive slug'])
  expect([made.guards, made.hazards]).toEqual([[], []])
  expect([second.changes, second.untouched, second.notices]).toEqual([[], { drift: [], left: [], unmanaged: [], files: [] }, []])
  expect(await shop.fields('Product', ['inactive', 'slug'])).toEqual({
    SHIRT: { inactive: 'false', slug: 'tee' },
    TEE: { inactive: 'true', slug: '' },
  })
})

test('without its entry, the old product is one that has left the catalogue', async () => {
  const shop = await openChangingShop(tee, 'manage: { prune: { products: delete } }\nguards: { max_removals: off, max_changes: off }\n')
  await shop.apply(await shop.planOf(shirt + moved))

  const made = await shop.planOf(shirt)

  expect(inWords(made)).toEqual(['remove product.TEE'])
})

test('the base has the old product as hidden and without its slug', async () => {
  const shop = await openChangingShop(tee)
  await shop.apply(await shop.planOf(shirt + moved))
  const name = (await shop.state.runs())[0]?.store ?? ''

  const base = await shop.state.baseOf(name, { resource: 'Product', key: 'TEE' })

  expect(base?.record.fields).toMatchObject({ inactive: 'true', slug: '' })
})

test('an old product that somebody shows again is hidden again, without another change', async () => {
  const shop = await openChangingShop(tee)
  await shop.apply(await shop.planOf(shirt + moved))
  shop.emulator.seed([bareRecord('Product', { sku: 'TEE', inactive: 'false' })])

  const made = await shop.planOf(shirt + moved)
  await shop.apply(made, 'run-2')
  const second = await shop.planOf(shirt + moved)

  expect(inWords(made)).toEqual(['update product.TEE inactive'])
  expect(planText(planView(made), plainTheme, { width: 80, verbose: false })).toContain('~ product TEE "Tee"  inactive, moved to SHIRT')
  expect(planText(planView(made), plainTheme, { width: 120, verbose: false, by: 'cause' })).toContain(
    'product TEE "Tee" is hidden because it is SHIRT now.',
  )
  expect(second.changes).toEqual([])
})

function sizes(...values: readonly string[]): string {
  return `options: { size: { values: { ${values.map((each) => `${each}: ${each}`).join(', ')} } } }`
}

test('a move to a product on sale that gets a variant is a plan file that can be read', async () => {
  const matrix = 'variants: { matrix: "{sku}-{size}", each: { price: 9 } }'
  const shop = await openChangingShop(`${tee}  SHIRT: { title: Shirt, ${sizes('s')}, ${matrix} }\n`)

  const made = await shop.planOf(`products:\n  SHIRT: { title: Tee, ${sizes('s', 'm')}, ${matrix} }\n${moved}`)
  const read = await parsePlanFile([...formatPlanFile(made)].join(''))

  expect(read.steps.map(({ kind, stage }) => `${stage}: ${kind}`).slice(-3)).toEqual(['go live: post', 'go live: verify', 'go live: post'])
  expect(await shop.apply(made)).toMatchObject({ outcome: 'done' })
})

test('the entries of a chain are one move, whatever part of it a store has seen', async () => {
  const chain = 'moved: [{ from: TEE, to: TOP }, { from: TOP, to: SHIRT }]\n'
  const early = await openChangingShop(tee)
  const late = await openChangingShop(tee)
  await late.apply(await late.planOf('products:\n  TOP: { title: Tee, slug: tee, price: 20 }\nmoved: [{ from: TEE, to: TOP }]\n'), 'run-2')

  const fromStart = await early.planOf(shirt + chain)
  const fromMiddle = await late.planOf(shirt + chain)

  expect(inWords(fromStart)).toEqual(['create product.SHIRT', 'update product.TEE inactive slug'])
  expect(inWords(fromMiddle)).toEqual(['create product.SHIRT', 'update product.TOP inactive slug'])
})

test('an old product that is not in the store any more needs no change and no notice', async () => {
  const shop = await openChangingShop(tee)
  await shop.store.deleteRow('Product', { sku: 'TEE' })

  const made = await shop.planOf(shirt + moved)

  expect([inWords(made), made.notices, made.untouched.left]).toEqual([['create product.SHIRT'], [], []])
})

test('that somebody has removed an old product is no drift; that somebody has removed the new one is', async () => {
  const shop = await openChangingShop(tee)
  await shop.apply(await shop.planOf(shirt + moved))

  await shop.store.deleteRow('Product', { sku: 'TEE' })
  const oldGone = await shop.drift()
  await shop.store.deleteRow('Product', { sku: 'SHIRT' })
  const bothGone = await shop.drift()

  expect([oldGone, bothGone].map(({ changes }) => changes.map(({ action, address }) => `${action} ${address}`))).toEqual([
    [],
    ['remove product.SHIRT'],
  ])
})

test('an old product that was never applied stays, and the plan has a notice while customers see it', async () => {
  const shop = await openChangingShop('products:\n  MUG: { title: Mug, price: 8 }\n')
  shop.emulator.seed([bareRecord('Product', { sku: 'TEE', title: 'Tee', inactive: 'false' })])
  const document = `products:\n  MUG: { title: Mug, price: 8 }\n  SHIRT: { title: Tee, price: 20 }\n${moved}`

  const seen = await shop.planOf(document)
  shop.emulator.seed([bareRecord('Product', { sku: 'TEE', inactive: 'true' })])
  const hidden = await shop.planOf(document)

  expect([inWords(seen), seen.notices]).toEqual([
    ['create product.SHIRT'],
    ['Product TEE is under `moved` but was never applied from here, so it is not hidden. Hide it in the admin tool.'],
  ])
  expect([inWords(hidden), hidden.notices, hidden.untouched.unmanaged]).toEqual([['create product.SHIRT'], [], []])
})

test('where the new product cannot be created, the old one stays on sale', async () => {
  const shop = await openChangingShop(tee)
  const made = await shop.planOf(shirt + moved)
  shop.emulator.faults.add({ on: { method: 'POST', resource: 'Product' }, do: { kind: 'status', status: 400 } })

  const run = await shop.apply(made)

  expect(run.outcome).toBe('partial')
  expect(await shop.fields('Product', ['inactive', 'slug'])).toEqual({ TEE: { inactive: 'false', slug: 'tee' } })
})

test('a new product that needs the variants of the old one cannot be created, and the old one stays', async () => {
  const list = 'title: Lamp, price: 9, variants: { list: { ERP-1: { description: Oak, price: 9 } } }'
  const shop = await openChangingShop(`products:\n  LAMP: { ${list} }\n`)

  const made = await shop.planOf(`products:\n  LIGHT: { ${list} }\nmoved: [{ from: LAMP, to: LIGHT }]\n`)

  expect(made.changes.map((change) => [change.address, change.action === 'cannot' ? change.reason : change.action])).toEqual([
    [
      'product.LIGHT',
      'The store has variant ERP-1 at LAMP, and the platform cannot move a row. Give it another code here, keep it at LAMP, or remove it there first.',
    ],
  ])
  expect(made.untouched.left.map(({ key }) => key)).toEqual(['LAMP'])
})

test.each(['product.SHIRT', 'product.TEE'])('a plan for %s has both sides of the move', async (target) => {
  const shop = await openChangingShop(`${tee}  MUG: { title: Mug, price: 8 }\n`)

  const made = await shop.planOf(`${shirt}  MUG: { title: Cup, price: 8 }\n${moved}`, [target])

  expect(inWords(made)).toEqual(['create product.SHIRT', 'update product.TEE inactive slug'])
  expect(made.selection?.also.length).toBe(1)
})

test('an undo reverses the move: the new product is hidden and loses its slug, then the old one is shown with it', async () => {
  const shop = await openChangingShop(tee)
  await shop.apply(await shop.planOf(shirt + moved))

  const undo = await shop.undoOf('run-1')
  await shop.apply(undo, 'run-2')
  const stored = await shop.fields('Product', ['inactive', 'slug'])
  const again = await shop.undoOf('run-2')
  await shop.apply(again, 'run-3')

  expect(undo.hazards.map(({ kind }) => kind)).toEqual(['shows-hidden'])
  expect(undo.steps.map(({ title }) => title)).toEqual(['hide 1 product that has moved', 'show 1 product'])
  expect(stored).toEqual({ SHIRT: { inactive: 'true', slug: '' }, TEE: { inactive: 'false', slug: 'tee' } })
  expect(await shop.fields('Product', ['inactive', 'slug'])).toEqual({
    SHIRT: { inactive: 'false', slug: 'tee' },
    TEE: { inactive: 'true', slug: '' },
  })
})

function hide(text: string): string {
  return text.replace('price: 20', 'price: 20, inactive: true')
}

test('an undo of a move of hidden products gives the slug back, too', async () => {
  const shop = await openChangingShop(hide(tee))
  await shop.apply(await shop.planOf(hide(shirt) + moved))

  await shop.apply(await shop.undoOf('run-1'), 'run-2')
  const again = await shop.undoOf('run-1')

  expect(await shop.fields('Product', ['slug'])).toEqual({ SHIRT: { slug: '' }, TEE: { slug: 'tee' } })
  expect(again.changes).toEqual([])
})

function grid(prices: string): string {
  return `{ breaks: [0, 10], prices: { default: ${prices} } }`
}

function twoProducts(skus: readonly [string, string], price: string, prices: string): string {
  const variants = `options: { size: { label: Size, values: { s: Small } } }, variants: { matrix: '{sku}-{size}', each: { pricing: ${grid(prices)} } }`
  return `products:\n  ${skus[0]}: { title: Tee, price: ${price} }\n  ${skus[1]}: { title: Top, price: 9, ${variants} }\n`
}

test('the guards of prices compare the new product with the old one, variants too', async () => {
  const shop = await openChangingShop(twoProducts(['TEE', 'TOP'], '20', '[8, 7]'))
  const entries = 'moved: [{ from: TEE, to: SHIRT }, { from: TOP, to: BLOUSE }]\n'

  const same = await shop.planOf(twoProducts(['SHIRT', 'BLOUSE'], '20', '[8, 7]') + entries)
  const other = await shop.planOf(twoProducts(['SHIRT', 'BLOUSE'], '200', '[8, 4]') + entries)

  expect(same.guards).toEqual([])
  expect(other.guards.map(({ guard, cases }) => [guard, cases.map(({ price }) => [price?.sku, price?.before, price?.after])])).toEqual([
    [
      'price_change',
      [
        ['SHIRT', '20', '200'],
        ['BLOUSE-s', '7', '4'],
      ],
    ],
    ['decimal_slip', [['SHIRT', '20', '200']]],
  ])
})

function withStock(sku: string): string {
  return `products:
  ${sku}:
    title: Tee
    price: 20
    inventory: { quantity: 12, stock_message: Soon }
    options: { size: { label: Size, values: { s: Small } } }
    variants: { matrix: '{sku}-{size}', each: { price: 20, inventory: { quantity: 5 } } }
`
}

test('the stock of the old product and its variants is copied, fields that the catalogue manages are not', async () => {
  const shop = await openChangingShop(withStock('TEE'), 'manage: { live_owned: [Inventory.quantity] }\n')
  shop.emulator.seed([bareRecord('Inventory', { sku: 'TEE', quantity: '3', stock_message: 'Sold out' })])
  shop.emulator.seed([bareRecord('Inventory', { sku: 'TEE-s', quantity: '0' })])

  const made = await shop.planOf(withStock('SHIRT') + moved)

  const stock = made.changes.filter((change) => change.kind === 'record' && change.resource === 'Inventory')
  expect(
    stock.map(({ address, ...change }) => [address, 'fields' in change && change.fields.map(({ field, after }) => `${field} ${after}`)]),
  ).toEqual([
    ['inventory.SHIRT', ['stock_message Soon', 'quantity 3']],
    ['inventory.SHIRT-s', ['quantity 0']],
  ])
})

test('a product that moves back to an earlier key gets the stock that is left, and the next plan is empty', async () => {
  const back = withStock('TEE').replace('stock_message: Soon', 'stock_message: Later') + 'moved: [{ from: SHIRT, to: TEE }]\n'
  const shop = await openChangingShop(withStock('TEE'), 'manage: { live_owned: [Inventory.quantity] }\n')
  await shop.apply(await shop.planOf(withStock('SHIRT') + moved))
  shop.emulator.seed([bareRecord('Inventory', { sku: 'SHIRT', quantity: '1' }), bareRecord('Inventory', { sku: 'SHIRT-s', quantity: '0' })])

  const made = await shop.planOf(back)
  const run = await shop.apply(made, 'run-2')
  const second = await shop.planOf(back)
  shop.emulator.seed([bareRecord('Inventory', { sku: 'TEE', quantity: '0' })])
  const sold = await shop.planOf(back)

  expect(inWords(made).filter((text) => text.includes('inventory'))).toEqual([
    'update inventory.TEE-s quantity',
    'update inventory.TEE stock_message quantity',
  ])
  const titles = made.steps.map(({ title }) => title)
  expect(titles.filter((title) => /stock|show/.test(title))).toEqual(['update 2 stock records', 'show 1 product'])
  expect([run.outcome, second.changes, sold.changes]).toEqual(['done', [], []])
  expect(await shop.fields('Product', ['inactive'])).toEqual({ SHIRT: { inactive: 'true' }, TEE: { inactive: 'false' } })
})

test('a review skips both sides of a move, whichever of them it names', async () => {
  const shop = await openChangingShop(tee)
  const made = await shop.planOf(`${shirt}  MUG: { title: Mug, price: 8 }\n${moved}`)

  const parts = [await shop.approvedOf(made, ['product.SHIRT']), await shop.approvedOf(made, ['product.TEE'])]

  expect(inWords(made)).toEqual(['create product.SHIRT', 'create product.MUG', 'update product.TEE inactive slug'])
  expect(parts.map(inWords)).toEqual([['create product.MUG'], ['create product.MUG']])
})

import { expect, test } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { planogram } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const documents = {
  'planogram.yaml': 'stores: { local: { emulator: true, catalogue: overlay } }\n',
  'lists.yaml':
    'price_lists:\n  mugs: { breaks: [0], prices: { default: [8] } }\n  tees:\n    breaks: [0, 10]\n    prices: { default: [10, 9] }\n',
  'shop/defaults.yaml': 'defaults:\n  products: { brand: Northwind }\n',
  'shop/shop.yaml':
    'products:\n  TEE: { title: Tee, pricing: tees }\n  MUG: { title: Mug, pricing: mugs, weight: 0.3 }\n  CAP: { title: Cap, price: 5 }\n',
  'overlay/here.yaml': 'products:\n  CAP: { price: 6 }\n',
}

test('a change names the price list, the defaults or the overlay that its values come from', async () => {
  using shop = shopFolder(documents)
  const applied = await planogram(shop.root, ['apply', '--auto-approve'])
  shop.write('lists.yaml', documents['lists.yaml'].replace('[10, 9]', '[11, 9]'))
  shop.write('shop/defaults.yaml', documents['shop/defaults.yaml'].replace('Northwind', 'Southwind'))
  shop.write('shop/shop.yaml', documents['shop/shop.yaml'].replace('weight: 0.3', 'weight: 0.4'))
  shop.write('overlay/here.yaml', documents['overlay/here.yaml'].replace('6', '7'))

  const { stdout } = await planogram(shop.root, ['plan', '--format', 'json'])

  const { changes }: Pick<Plan, 'changes'> = JSON.parse(stdout)
  expect(applied.exitCode).toBe(0)
  expect(
    changes.map(({ address, definitions = [] }) => [
      address,
      definitions.map(({ kind, name, source, fields = [] }) =>
        `${kind} ${name} ${source.file}:${source.line} ${fields.join(' ')}`.trimEnd(),
      ),
    ]),
  ).toEqual([
    // Its simple price is that of the list, for the time while the grid is off.
    ['product.TEE', ['defaults shop shop/defaults.yaml:1 brand', 'price list tees lists.yaml:3 price']],
    ['grid.TEE', ['price list tees lists.yaml:3']],
    ['product.MUG', ['defaults shop shop/defaults.yaml:1 brand']],
    ['product.CAP', ['defaults shop shop/defaults.yaml:1 brand', 'overlay overlay overlay/here.yaml:2 price']],
  ])
})

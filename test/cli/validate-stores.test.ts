import { expect, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const files = {
  'planogram.yaml': 'stores: { local: { emulator: true }, shop: { emulator: true, catalogue: overlays/shop } }\ndefault_store: local\n',
  'shop.yaml': 'groups: { vip: { title: VIP } }\nproducts: { MUG: { title: Mug, price: 8.50, access: [vip] } }\n',
  'overlays/shop/shop.yaml': 'groups: { vip: !remove }\n',
}

test('validate checks the result of every store, and names the store that alone has a problem', async () => {
  using shop = shopFolder(files)

  const every = await planogram(shop.root, ['validate'])
  const one = await planogram(shop.root, ['validate', '--store', 'local'])

  expect(every.exitCode).toBe(65)
  expect(every.stdout).toContain(
    'error[references-exist]: MUG names the customer group "vip", which is not in the catalogue (store shop)\n',
  )
  expect(every.stdout).toContain('1 error in 2 files')
  expect([one.exitCode, one.stdout]).toEqual([0, 'No problems in 1 file\n'])
})

test('an error in the overlay of another store does not keep this one from a plan', async () => {
  using shop = shopFolder(files)

  const local = await planogram(shop.root, ['plan', '--detailed-exitcode'])
  const other = await planogram(shop.root, ['plan', '--store', 'shop'])

  expect([local.exitCode, other.exitCode]).toEqual([2, 65])
})

test('validate needs no default_store to check every store', async () => {
  using shop = shopFolder({
    ...files,
    'planogram.yaml': files['planogram.yaml'].replace('local:', 'other:').replace(/default_store.*/, ''),
  })

  const every = await planogram(shop.root, ['validate'])
  const plan = await planogram(shop.root, ['plan'])

  expect(every.stdout).toContain('which is not in the catalogue (store shop)\n')
  expect([every.exitCode, every.stderr]).toEqual([65, ''])
  expect([plan.exitCode, plan.stderr]).toEqual([
    64,
    'error[store-unknown]: The config has 2 stores and no default_store.\n  help: Choose one with --store: other, shop.\n',
  ])
})

import { expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { planogram } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

test('a pull keeps the exact weight of the catalogue where the store has only rounded it, and takes over a weight that somebody changed', async () => {
  await using store = await startEmulator({ key: 'key', switches: { weights: '2' } })
  using shop = shopFolder({
    'planogram.yaml': `stores: { live: { base_url: "${store.url}", key: "\${KEY}" } }\n`,
    'shop.yaml': 'products:\n  CUP: { title: Cup, price: 6, weight: 0.125 }\n  MUG: { title: Mug, price: 8, weight: 0.375 }\n',
  })
  const run = (...argv: readonly string[]): ReturnType<typeof planogram> => planogram(shop.root, argv, { KEY: 'key' })
  await run('apply', '--auto-approve')

  const equal = await run('pull', '--dry-run', '--force')
  store.seed([{ resource: 'Product', fields: { sku: 'MUG', weight: '0.5' }, children: {} }])
  const changed = await run('pull', '--dry-run', '--force', '--verbose')

  expect([equal.exitCode, equal.stdout]).toEqual([0, 'The catalogue already matches store live.\n'])
  expect(changed.stdout.split('\n').filter((line) => /^[-+] /.test(line))).toEqual([
    '-  MUG: { title: Mug, price: 8, weight: 0.375 }',
    '+  MUG: { title: Mug, price: 8, weight: 0.5 }',
  ])
})

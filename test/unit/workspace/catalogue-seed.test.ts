import { expect, test } from 'vitest'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { openState } from '../../../src/state/open-state.ts'
import { catalogueSeed } from '../../../src/workspace/catalogue-seed.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import { shopFolder } from '../../support/shop-folder.ts'

const documents = {
  'shop.yaml': [
    'products: { MUG: { title: Mug, price: 8 } }',
    'webhooks:',
    "  - { name: NewOrder, url: 'https://${HOOK_HOST}/orders' }",
    "  - { name: NewOrder, url: 'https://erp.example/orders?token=ab-12' }",
    '',
  ].join('\n'),
}

test('a store that is seeded from a catalogue matches it: webhooks have their addresses', async () => {
  using folder = shopFolder(documents)
  const catalogue = await loadCatalogue({ root: folder.root, env: { HOOK_HOST: 'hooks.example' } })
  await using emulator = await startEmulator({ seed: await catalogueSeed(catalogue) })
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities })
  const state = await openState(':memory:')

  const made = await plan({ catalogue, store, state })

  expect(emulator.records('Webhooks').map(({ fields }) => fields['url'])).toEqual([
    'https://hooks.example/orders',
    'https://erp.example/orders?token=ab-12',
  ])
  expect(made.changes).toEqual([])
  await Promise.all([store.close(), state.close()])
})

test('a webhook whose variable is not set is left out', async () => {
  using folder = shopFolder(documents)
  const catalogue = await loadCatalogue({ root: folder.root })

  const { records = [] } = await catalogueSeed(catalogue)

  const webhooks = records.filter(({ resource }) => resource === 'Webhooks')
  expect(webhooks.map(({ fields }) => fields['url'])).toEqual(['https://erp.example/orders?token=ab-12'])
})

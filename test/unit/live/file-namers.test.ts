import { expect, test } from 'vitest'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { fileNamers } from '../../../src/live/file-namers.ts'
import { openStore } from '../../../src/store/open-store.ts'

test('in a store that ignores case, a row names a file in any case', async () => {
  await using emulator = await startEmulator({ switches: { collation: 'nocase' } })
  emulator.seed({ records: [{ resource: 'Product', fields: { sku: 'TEE', image: 'Tee.PNG' }, children: {} }] })
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities })

  const { namers } = await fileNamers(['images/items/tee.png', 'images/items/cap.png'], store)
  await store.close()

  expect(namers.map(({ path, row, field }) => [path, row.fields['sku'], field])).toEqual([['images/items/tee.png', 'TEE', 'image']])
})

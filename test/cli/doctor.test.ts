import { expect, test } from 'vitest'
import type { EmulatorOptions, RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { type Ended, planogram } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const mug = { resource: 'Product', fields: { sku: 'MUG', title: 'Mug', price: '8.50' }, children: {} } as const
const seed: EmulatorOptions['seed'] = { records: [mug], files: [{ path: 'images/items/mug.png', bytes: new Uint8Array([1]) }] }

/** `doctor` on a store over the network, with this key and more lines of its config. */
async function examined({ url }: RunningEmulator, key: string, config = ''): Promise<Ended> {
  using shop = shopFolder({
    'planogram.yaml': `stores:\n  live:\n    base_url: ${url}\n    key: \${SHOP_KEY}\n${config}default_store: live\n`,
  })
  return await planogram(shop.root, ['doctor'], { SHOP_KEY: key, HOME: shop.root })
}

const filesOf = ({ filesUrl, site }: RunningEmulator): string => `    files_url: ${filesUrl}\n    site_name: ${site}\n`
const all = '    capabilities: { deletes: generic, links: upsert, attributes: label, batches: atomic }\n'

test('each part of a store that can do everything works, and the store is only read', async () => {
  await using emulator = await startEmulator({ seed })

  const { exitCode, stdout, stderr } = await examined(emulator, emulator.key, `${filesOf(emulator)}${all}`)

  expect(exitCode).toBe(0)
  expect(stdout).toContain('\u2713 reads products             1 product\n')
  expect(stdout).toContain('\u2713 files in images/items      1 file\n')
  expect(stdout).toMatch(/^Plans can be made and applied\. 24 parts examined\.$/m)
  expect(stderr).toMatch(/^\d+ reads of store live \(http:\/\/127\.0\.0\.1:\d+\) with the key of \$\{SHOP_KEY\}; nothing was written\n$/)
  expect(emulator.requests().filter(({ method }) => !['GET', 'HEAD', 'PROPFIND'].includes(method))).toEqual([])
})

test('what is not known of a store, and a store without files, are limits with what to do, within 80 columns', async () => {
  await using emulator = await startEmulator({ seed })

  const { exitCode, stdout } = await examined(emulator, emulator.key)

  expect(exitCode).toBe(0)
  expect(stdout).toContain('! capability links       unknown: places in categories and access rows are')
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('set `capabilities.links` of the store in planogram.yaml (docs/config.md).')
  expect(stdout).toMatch(/^Plans can be made and applied\. 5 of 22 parts have limits\.$/m)
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
})

test('a key without the right to read products fails, one without that to read promotions is limited: exit code 1', async () => {
  await using emulator = await startEmulator({ seed })
  emulator.keys.add({ key: 'narrow-key', deny: ['Product', 'Merchandising'] })

  const { exitCode, stdout } = await examined(emulator, 'narrow-key', filesOf(emulator))
  const text = stdout.replaceAll(/\s+/g, ' ')

  expect(exitCode).toBe(1)
  expect(text).toMatch(
    /\u2717 reads products .+ A catalogue that contains them cannot be compared with the store\. Give the key access to this resource/,
  )
  expect(text).toMatch(/! reads promotions .+ A catalogue must not contain them\./)
  expect(stdout).toMatch(/^1 of 24 parts cannot be used\.$/m)
})

test('a name of the config that the store does not have is named with the nearest one: exit code 1', async () => {
  await using emulator = await startEmulator({ seed })

  const { exitCode, stdout } = await examined(emulator, emulator.key, '    fields: { Product: { gtin: gtinn } }\n')

  expect(exitCode).toBe(1)
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'The store has no field gtinn. Correct `fields.Product.gtin` of the store in planogram.yaml; the store has `gtin`.',
  )
})

test('a refused key, and a store that does not answer, end with their error', async () => {
  const emulator = await startEmulator({ seed })
  const refused = await examined(emulator, 'another-key')
  await emulator.close()

  const gone = await examined(emulator, emulator.key)

  expect([refused, gone].map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual([
    [1, ''],
    [1, ''],
  ])
  expect(refused.stderr).toContain('error[store-refused-key]')
  expect(gone.stderr).toContain('error[store-unreachable]')
})

test('the same as JSON', async () => {
  using shop = shopFolder({})

  const { exitCode, stdout } = await planogram(shop.root, ['doctor', '--format', 'json'])

  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    format_version: '1',
    store: 'local',
    findings: expect.arrayContaining([{ part: 'reads products', state: 'works', text: '0 products', fix: null }]),
  })
})

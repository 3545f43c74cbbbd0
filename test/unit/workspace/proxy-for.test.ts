import { expect, test } from 'vitest'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { loadConfig } from '../../../src/workspace/load-config.ts'
import { proxyFor } from '../../../src/workspace/proxy-for.ts'
import { remoteSettings } from '../../../src/workspace/store-settings.ts'
import { startRefusingProxy } from '../../support/refusing-proxy.ts'
import { shopFolder } from '../../support/shop-folder.ts'

const proxy = 'http://proxy.example:3128/'

test.each<[address: string, noProxy: string, isExempt: boolean]>([
  ['https://shop.example', '', false],
  ['https://shop.example', 'shop.example', true],
  ['https://shop.example', 'SHOP.Example', true],
  ['https://shop.example', 'example', true],
  ['https://shop.example', '.example', true],
  ['https://shop.example', '*.example', true],
  ['https://shop.example', '*', true],
  ['https://shop.example', 'op.example', false],
  ['https://shop.example', 'a.example, shop.example', true],
  ['https://shop.example', 'a.example  shop.example', true],
  ['https://shop.example', 'shop.example:443', true],
  ['https://shop.example:8443', 'shop.example:8443', true],
  ['https://shop.example:8443', 'shop.example', true],
  ['https://shop.example:8443', 'shop.example:443', false],
  ['https://[::1]:8443', '::1', true],
  ['https://[::1]:8443', '[::1]:8443', true],
  ['https://[::1]:8443', '[::1]:443', false],
  ['http://127.0.0.1', '', true],
])('%s with NO_PROXY=%j', (address, noProxy, isExempt) => {
  expect(proxyFor(address, { HTTPS_PROXY: proxy, NO_PROXY: noProxy })).toBe(isExempt ? undefined : proxy)
})

test.each([
  ['proxy.corp:3128', 'http://proxy.corp:3128/'],
  ['127.0.0.1:3128', 'http://127.0.0.1:3128/'],
  ['user:pass@proxy.corp:3128', 'http://user:pass@proxy.corp:3128/'],
  ['foo', 'http://foo/'],
  ['https://proxy.corp', 'https://proxy.corp/'],
  ['', undefined],
  [' ', undefined],
])('HTTPS_PROXY=%j is the proxy %j', (given, expected) => {
  expect(proxyFor('https://shop.example', { HTTPS_PROXY: given })).toBe(expected)
  expect(proxyFor('https://shop.example', { https_proxy: given })).toBe(expected)
})

test.each(['http://', 'socks5://user:pa55@127.0.0.1:1080', 'user:pa55@proxy corp'])(
  'HTTPS_PROXY=%j is refused without its password',
  (given) => {
    expect(() => proxyFor('https://shop.example', { HTTPS_PROXY: given })).toThrow(
      expect.objectContaining({
        code: 'store-unreachable',
        message: 'The environment variable HTTPS_PROXY is not the address of an HTTP proxy.',
        fix: 'Set HTTPS_PROXY to an address such as http://proxy.example:3128, or remove it.',
      }),
    )
  },
)

test('the proxy of base_url is not used for files_url: that has its own, by its own address', async () => {
  await using emulator = await startEmulator()
  await using refusing = await startRefusingProxy()
  const { filesUrl, site, key } = emulator
  using shop = shopFolder({
    'planogram.yaml': `stores: { live: { base_url: "https://shop.localhost", files_url: "${filesUrl}", site_name: ${site}, key: "\${SHOP_KEY}" } }\ndefault_store: live\n`,
  })
  const { config } = loadConfig({ root: shop.root, configFile: 'planogram.yaml', store: undefined })
  if (config.store.emulator) throw new Error('the store of the config is remote')
  const env = {
    HTTPS_PROXY: `127.0.0.1:${refusing.port}`,
    SHOP_KEY: key,
    SHOP_KEY_HOST: `shop.localhost,${new URL(filesUrl).host}`,
  }
  const store = openStore(await remoteSettings(config.store, { root: shop.root, config }, env))

  const counted = await store.count('Product').catch((error: { message: string }) => error.message)
  const listed = await store.files?.list('images/items')

  expect(counted).toBe('The proxy refused the connection to shop.localhost.')
  expect(listed).toEqual([])
  expect(refusing.seen).toEqual(['CONNECT shop.localhost:443'])
  await store.close()
})

test('files_url can have a proxy where base_url has none', async () => {
  await using emulator = await startEmulator()
  await using refusing = await startRefusingProxy()
  const { url, key } = emulator
  const store = openStore({
    name: 'live',
    baseUrl: url,
    filesUrl: 'https://files.localhost',
    siteName: 'shop',
    key,
    filesProxy: `http://127.0.0.1:${refusing.port}`,
  })

  const counted = await store.count('Product')
  const listed = await store.files?.list('images/items').catch((error: { message: string }) => error.message)

  expect(counted).toBe(0)
  expect(listed).toBe('The proxy refused the connection to files.localhost.')
  expect(refusing.seen).toEqual(['CONNECT files.localhost:443'])
  await store.close()
})

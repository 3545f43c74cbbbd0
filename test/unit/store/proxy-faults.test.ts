import { expect, test } from 'vitest'
import { openStore } from '../../../src/store/open-store.ts'
import { startRefusingProxy } from '../../support/refusing-proxy.ts'

/** A port where nothing listens. */
async function closedPort(): Promise<number> {
  await using proxy = await startRefusingProxy()
  return proxy.port
}

/** The errors of the Data API and of the Files API of a store behind this proxy. */
async function faultsBehind(proxy: string): Promise<unknown[]> {
  const store = openStore({
    name: 'live',
    baseUrl: 'https://shop.example',
    filesUrl: 'https://files.example',
    siteName: 'shop',
    key: 'k',
    proxy,
    filesProxy: proxy,
    sleep: () => Promise.resolve(),
  })
  const settled = await Promise.allSettled([store.count('Product'), store.files?.list('images')])
  await store.close()
  return settled.map((each) => (each.status === 'rejected' ? each.reason : each.value))
}

test('a proxy that is not running is named, without its password, and not the store', async () => {
  const port = await closedPort()

  const faults = await faultsBehind(`http://user:pa55@127.0.0.1:${port}`)

  expect(faults).toMatchObject(
    ['shop.example', 'files.example'].map((host) => ({
      code: 'store-unreachable',
      message: `Could not connect to ${host} through the proxy 127.0.0.1:${port}: connection refused.`,
      fix: 'Check HTTPS_PROXY and NO_PROXY.',
      context: { reason: 'ECONNREFUSED', answer: 'refused' },
    })),
  )
})

test('a proxy whose name is not known is named', async () => {
  const faults = await faultsBehind('http://proxy.invalid:3128')

  expect(faults).toMatchObject(
    ['shop.example', 'files.example'].map((host) => ({
      code: 'store-unreachable',
      message: `Could not connect to ${host} through the proxy proxy.invalid:3128: the proxy was not found.`,
      fix: 'Check HTTPS_PROXY and NO_PROXY.',
    })),
  )
})

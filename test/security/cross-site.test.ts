import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { chromiumPath, openWindow, startBrowser } from '../support/browser.ts'
import { foreignPage } from '../support/foreign-page.ts'

const key = 'security-key'
const approve = `/api_oauth?response_type=code&client_id=planogram&redirect_uri=${encodeURIComponent('http://127.0.0.1:9/cb')}`
let store: RunningEmulator

beforeAll(async () => {
  store = await startEmulator({
    key,
    seed: { records: [{ resource: 'Product', fields: { sku: 'A', title: 'Secret cup', slug: 'cup' }, children: {} }] },
  })
})
afterAll(() => store.close())

/** Not by fetch, which writes the Sec-Fetch headers itself. */
async function statusOf(path: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(store.url + path, { method, headers, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end()
  })
}

const targets = [
  `/API/V3/Product/?_key=${key}`,
  `/API/V3/Product?_key=${key}`,
  `/files/shop/images/items/?_key=${key}`,
  '/_emulator/requests',
  '/_emulator/',
  approve,
  '/cup',
  '/',
]

test.each(['cross-site', 'same-site'])('what a browser marks as %s is refused everywhere, whatever the method', async (site) => {
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PROPFIND', 'OPTIONS']

  const seen = await Promise.all(
    targets.flatMap((path) =>
      methods.map(async (method) => [method, path, await statusOf(path, { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' }, method)]),
    ),
  )

  expect(seen.filter(([, , status]) => status !== 403)).toEqual([])
  expect(seen.length).toBe(48)
})

test.each(['http://elsewhere.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1'])(
  'the foreign origin %s is refused',
  async (origin) => {
    const seen = await Promise.all(targets.map((path) => statusOf(path, { origin }, 'POST')))

    expect(seen).toEqual(targets.map(() => 403))
  },
)

test('only the way of a whole window to a page of the shop, or to the approve page, is let through', async () => {
  const navigation = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const framed = { ...navigation, 'sec-fetch-dest': 'iframe' }

  const whole = await Promise.all(targets.map((path) => statusOf(path, navigation)))
  const frames = await Promise.all(targets.map((path) => statusOf(path, framed)))
  const posts = await Promise.all(targets.map((path) => statusOf(path, navigation, 'POST')))

  // The approve page leads to the login.
  expect(whole).toEqual([403, 403, 403, 403, 403, 303, 200, 200])
  expect([...frames, ...posts]).toEqual(targets.flatMap(() => [403, 403]))
})

function attacks(): string {
  const write = `${store.url}/API/V3/Product?_key=${key}`
  return `<title>foreign</title><img src="${store.url}/API/V3/Product/?_key=${key}"><link rel="stylesheet" href="${store.url}/API/V3/Product/?_key=${key}">
    <iframe src="${store.url}/cup"></iframe><iframe name="hidden"></iframe>
    <form id="form" method="post" enctype="text/plain" target="hidden" action="${write}"><input name="<ResultSet><Product><sku>EVIL</sku><title>" value="</title></Product></ResultSet>"></form>
    <form id="clear" method="post" target="hidden" action="${store.url}/_emulator/reset"></form>
    <a id="shop" href="${store.url}/cup">shop</a> <a id="approve" href="${store.url}${approve}">approve</a> <a id="api" href="${store.url}/API/V3/Product/?_key=${key}">api</a>
    <script>
      window.attack = async () => {
        const body = '<ResultSet><Product><sku>EVIL</sku></Product></ResultSet>'
        const tries = [
          () => fetch('${store.url}/API/V3/Product/?_key=${key}'),
          () => fetch('${write}', { method: 'POST', body }),
          () => fetch('${write}', { method: 'POST', mode: 'no-cors', body }),
          () => fetch('${store.url}/files/shop/evil.txt?_key=${key}', { method: 'PUT', body }),
          () => fetch('${store.url}/_emulator/reset', { method: 'POST', mode: 'no-cors' }),
          () => fetch('${store.url}/_emulator/reset', { method: 'POST', headers: { 'X-Emulator': '1' } }),
          () => new Promise((resolve, reject) => navigator.sendBeacon('${write}', body) ? resolve({ text: () => '' }) : reject(new Error('refused'))),
        ]
        const seen = []
        for (const attempt of tries) seen.push(await attempt().then(async (answer) => 'read ' + (await answer.text()).length, () => 'refused'))
        document.getElementById('form').submit()
        document.getElementById('clear').submit()
        return seen
      }
    </script>`
}

describe.skipIf(chromiumPath === null)('a page of another site in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  test.each(['127.0.0.1', 'localhost'])('reads nothing and changes nothing (from %s)', async (host) => {
    await using foreign = await foreignPage(attacks())
    await using window = await openWindow(browser)
    const { page } = window
    store.clearRequests()
    await page.goto(`http://${host}:${foreign.port}/`)

    const seen = await page.evaluate('window.attack()')
    await expect.poll(() => store.requests().filter(({ method }) => method === 'POST').length, { timeout: 5000 }).toBeGreaterThan(2)
    await expect.poll(() => store.requests().every(({ status }) => status !== null), { timeout: 5000 }).toBe(true)

    expect(seen).toEqual(['refused', 'refused', 'read 0', 'refused', 'read 0', 'refused', 'read 0'])
    expect(store.requests().filter(({ status }) => status !== 403)).toEqual([])
    const products = await fetch(`${store.url}/API/V3/Product/?_key=${key}&_fields=sku`)
    expect((await products.text()).match(/<sku>.*?<\/sku>/g)).toEqual(['<sku>A</sku>'])
    expect(await page.frames()[1]?.content()).not.toContain('Secret cup')
  })

  test('may lead a person to the shop and to the approve page, and nowhere else', async () => {
    await using foreign = await foreignPage(attacks())
    await using window = await openWindow(browser)
    const { page } = window
    const texts: string[] = []
    for (const link of ['#shop', '#approve', '#api']) {
      await page.goto(`http://localhost:${foreign.port}/`)
      await Promise.all([page.waitForNavigation(), page.click(link)])
      texts.push(await page.content())
    }

    expect(texts[0]).toContain('Secret cup')
    expect(texts[1]).toContain('Log in to see the request.')
    expect(texts[2]).toContain('Requests from pages of other sites are refused')
  })
})

import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { startExampleStore } from '../../../support/example-store.ts'

const store = await startExampleStore()
store.seed({
  files: [
    { path: 'images/items/page.html', bytes: Buffer.from('<script>parent.alert(1)</script>') },
    { path: 'images/items/drawing.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>') },
  ],
})
afterAll(() => store.close())
const port = Number(new URL(store.url).port)

/** A request by hand: fetch sets and forbids the headers in question. */
function raw(path: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject).end()
  })
}

const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

test.each([
  ['a link to the home page', '/', followed, 'GET', 200],
  ['a link to a product', '/enamel-mug', followed, 'GET', 200],
  ['a form that posts to a product', '/enamel-mug', { ...followed, origin: 'http://evil.example' }, 'POST', 403],
  ['a product in a frame', '/enamel-mug', { ...followed, 'sec-fetch-dest': 'iframe' }, 'GET', 403],
  [
    'a product read by a script',
    '/enamel-mug',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: 'http://evil.example' },
    'GET',
    403,
  ],
  [
    'a picture on another page',
    '/_shop/files/images/items/mug-enamel.png',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    'GET',
    403,
  ],
  ['another port of this machine', '/enamel-mug', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, 'GET', 403],
  ['a link to the inspector', '/_emulator/', followed, 'GET', 403],
  ['a link to the inspector, its name escaped', '/%5Femulator/', followed, 'GET', 403],
  ['a link to the Data API', '/API/V3/Product/', followed, 'GET', 403],
  ['a rebound name', '/', { host: `shop.example:${port}` }, 'GET', 403],
  [
    'an address that a person typed',
    '/_emulator/',
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    'GET',
    200,
  ],
])('%s', async (_, path, headers, method, status) => {
  expect(await raw(path, headers, method)).toBe(status)
})

test('every page forbids what it does not load itself', async () => {
  const pages = await Promise.all(
    ['/', '/enamel-mug', '/_emulator/', '/_emulator/inspector/records', '/nothing'].map((path) =>
      fetch(store.url + path, { headers: { accept: 'text/html' } }),
    ),
  )

  const policies = new Set(pages.map(({ headers }) => headers.get('content-security-policy')))
  expect([...policies]).toEqual([
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  ])
  expect(pages.map(({ headers }) => headers.get('x-content-type-options'))).toEqual(pages.map(() => 'nosniff'))
})

test('uploaded pages and drawings are served in a sandbox', async () => {
  const answers = await Promise.all(['page.html', 'drawing.svg'].map((name) => fetch(`${store.url}/_shop/files/images/items/${name}`)))

  expect(
    answers.map(({ headers }) => [
      headers.get('content-type'),
      headers.get('content-security-policy'),
      headers.get('x-content-type-options'),
    ]),
  ).toEqual([
    ['text/html; charset=utf-8', 'sandbox', 'nosniff'],
    ['image/svg+xml', 'sandbox', 'nosniff'],
  ])
})

test('files are read only where a browser reaches them without a key', async () => {
  const answers = await Promise.all(
    ['PUT', 'DELETE', 'PROPFIND', 'MKCOL'].map((method) => raw('/_shop/files/images/items/mug-enamel.png', {}, method)),
  )

  expect(answers).toEqual([405, 405, 405, 405])
})

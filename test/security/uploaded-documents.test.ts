import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { chromiumPath, openWindow, startBrowser } from '../support/browser.ts'
import { basic } from '../unit/emulator/store-request.ts'

const script = `<script>document.title = 'ran'; fetch('/_emulator/requests').then((answer) => { document.title = 'read ' + answer.status })</script>`
const documents: Readonly<Record<string, string>> = {
  'page.html': `<title>quiet</title>${script}`,
  'page.htm': `<title>quiet</title>${script}`,
  'page.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>quiet</title>${script}</head></html>`,
  'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg"><title>quiet</title>${script}</svg>`,
  'feed.xml': `<?xml-stylesheet type="text/xsl" href="style.xsl"?><a/>`,
  noextension: `<title>quiet</title>${script}`,
  'picture.png': `<title>quiet</title>${script}`,
  'page.html%3F.png': `<title>quiet</title>${script}`,
}
const names = Object.keys(documents)
let store: RunningEmulator

beforeAll(async () => {
  store = await startEmulator({ key: 'security-key' })
  for (const [name, body] of Object.entries(documents))
    await fetch(`${store.filesUrl}/shop/images/items/${name}`, { method: 'PUT', headers: { authorization: basic(store.key) }, body })
})
afterAll(() => store.close())

test.each(names)('%s is served sandboxed, by the Files API and by the pages', async (name) => {
  const seen = await Promise.all([
    fetch(`${store.filesUrl}/shop/images/items/${name}`, { headers: { authorization: basic(store.key) } }),
    fetch(`${store.url}/_shop/files/images/items/${name}`),
    fetch(`${store.url}/_emulator/assets/files/images/items/${name}`),
  ])

  expect(seen.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const { headers } of seen) {
    expect(headers.get('content-security-policy')).toBe('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  await Promise.all(seen.map((answer) => answer.text()))
})

test('the list of a folder is sandboxed too', async () => {
  const list = await fetch(`${store.filesUrl}/shop/images/items/`, { headers: { authorization: basic(store.key) } })

  expect([list.status, list.headers.get('content-security-policy')]).toEqual([200, 'sandbox'])
  await list.text()
})

test.skipIf(chromiumPath === null)('in Chromium no script of an uploaded document runs', async () => {
  await using browser = await startBrowser()
  await using window = await openWindow(browser, { httpCredentials: { username: store.key, password: '' } })
  const { page } = window
  const addresses = names.flatMap((name) => [
    `${store.filesUrl}/shop/images/items/${name}`,
    `${store.url}/_shop/files/images/items/${name}`,
    `${store.url}/_emulator/assets/files/images/items/${name}`,
  ])

  const titles: string[] = []
  for (const address of addresses) {
    await page.goto(address).catch((error: unknown) => {
      // A document of no type that a browser shows is downloaded.
      if (!/Download is starting|ERR_ABORTED/.test(String(error))) throw error
    })
    titles.push(await page.title())
  }

  expect(titles.filter((title) => /ran|read/.test(title))).toEqual([])
  expect(titles.filter((title) => title === 'quiet').length).toBeGreaterThan(4)
  expect(store.requests().filter(({ path }) => path.startsWith('/_emulator'))).toEqual([])
})

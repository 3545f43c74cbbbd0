import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { chromiumPath, openWindow, startBrowser } from '../support/browser.ts'
import { startExampleStore } from '../support/example-store.ts'

const script = `<script>document.title = 'harmed'</script><img src=x onerror="document.title='harmed'"><svg/onload="document.title='harmed'">`
const text = `"'></title></textarea></pre>${script}\u202Egnp.`

let browser: Browser
let store: RunningEmulator
let foreign: Server

/** A page of another site: this machine under its other name. */
async function startForeign(body: () => string): Promise<Server> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(body()))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}

describe.skipIf(chromiumPath === null)('hostile texts and pages in a browser', () => {
  beforeAll(async () => {
    browser = await startBrowser()
    store = await startExampleStore()
    store.seed({
      records: [
        {
          resource: 'Product',
          fields: {
            sku: text,
            title: text,
            description: text,
            comment: text,
            faqs: text,
            brand: text,
            slug: 'hostile',
            option_type: 'Simple',
            image: `${text.slice(0, 20)}.png`,
          },
          children: {},
        },
        { resource: 'Options', fields: { code: 'h', sku: text, o_group: text, o_label: text, o_value: `${text}=${text}` }, children: {} },
        { resource: 'ProductAttributes', fields: { sku: text, label: text, value: text }, children: {} },
      ],
      files: [
        { path: 'images/items/page.html', bytes: Buffer.from(`<p>uploaded</p>${script}`) },
        {
          path: 'images/items/drawing.svg',
          bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>document.documentElement.id = 'harmed'</script></svg>`),
        },
      ],
    })
    const address = (path: string): string => store.url + path
    foreign = await startForeign(
      () => `<title>foreign</title><a href="${address('/enamel-mug')}">to the mug</a><a href="${address('/_emulator/')}">to the inspector</a>
        <img id="picture" src="${address('/_shop/files/images/items/mug-enamel.png')}">
        <form method="post" action="${address('/_emulator/inspector/clock')}"><input name="action" value="freeze"><button>freeze</button></form>`,
    )
  })
  afterAll(async () => {
    foreign.close()
    await browser.close()
    await store.close()
  })

  test('hostile text in a record runs nowhere', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    const titles: string[] = []
    for (const path of [
      '/hostile',
      '/_shop/products?q=script',
      `/_emulator/inspector/records/Product?key=${encodeURIComponent(text)}`,
      `/_emulator/inspector/try?spec=Product&filters=${encodeURIComponent(`slug=hostile`)}`,
    ]) {
      await page.goto(store.url + path)
      titles.push(await page.title())
    }
    await page.goto(`${store.url}/hostile`)
    const heading = await page.locator('h1').innerText()

    expect(titles.filter((title) => title === 'harmed')).toEqual([])
    expect(heading).toContain(`<script>document.title = 'harmed'</script>`)
    expect(heading).toContain('[U+202E]gnp.')
    expect(wrong).toEqual([])
  })

  test('uploaded pages and drawings run nothing', async () => {
    await using window = await openWindow(browser)
    const { page } = window
    await page.goto(`${store.url}/_shop/files/images/items/page.html`)
    const shown = { title: await page.title(), text: await page.locator('p').innerText() }
    await page.goto(`${store.url}/_shop/files/images/items/drawing.svg`)
    const harmed = await page.locator('#harmed').count()

    expect(shown).toEqual({ title: '', text: 'uploaded' })
    expect(harmed).toBe(0)
  })

  test('another site may link to the shop, and do nothing else', async () => {
    await using window = await openWindow(browser)
    const { page } = window
    const other = `http://localhost:${(foreign.address() as AddressInfo).port}/`
    await page.goto(other)
    const picture = await page.evaluate<number>(`document.querySelector('#picture').naturalWidth`)
    const read = await page.evaluate(
      (url) =>
        fetch(url).then(
          () => 'read',
          () => 'refused',
        ),
      `${store.url}/API/V3/Product/?_key=${store.key}`,
    )
    await page.getByRole('link', { name: 'to the mug' }).click()
    const mug = await page.locator('h1').innerText()
    await page.goto(other)
    const [inspector] = await Promise.all([page.waitForResponse(/_emulator/), page.getByRole('link', { name: 'to the inspector' }).click()])
    await page.goto(other)
    const [posted] = await Promise.all([page.waitForResponse(/_emulator/), page.getByRole('button', { name: 'freeze' }).click()])

    expect({ picture, read, mug }).toEqual({ picture: 0, read: 'refused', mug: 'Enamel mug' })
    expect([inspector.status(), posted.status()]).toEqual([403, 403])
    expect(store.clock.isFrozen()).toBe(false)
  })
})

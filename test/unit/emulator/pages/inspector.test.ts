import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startExampleStore } from '../../../support/example-store.ts'
import { storeRequest } from '../store-request.ts'
import { getPage, partOf, pressButton, textOf, unescaped } from './page.ts'

const store = await startExampleStore()
const send = storeRequest(store)
afterAll(() => store.close())

const inspector = (page: string): ReturnType<typeof getPage> => getPage(store, `/_emulator/inspector/${page}`)

test('the overview says where the store is and what it holds, and never the key', async () => {
  const page = await getPage(store, '/_emulator/')

  expect(page.text).toContain(`Data API ${store.url}/API/V3/`)
  expect(page.text).toMatch(/Records \d+ Product /)
  expect(page.html).not.toContain(store.key)
})

test('records are listed by resource, filtered with wildcards, page by page', async () => {
  const all = await inspector('records')
  const prices = await inspector('records/PricingAdvanced?page=2')
  const tees = await inspector('records/Product?field=sku&value=TEE-C%25')

  const keys = [...partRows(tees.html)].map((row) => row.split(' ')[0])
  expect(partOf(all, /<tbody>/, '</tbody>')).toMatch(/Product \d+ A product of the shop/)
  expect(prices.text).toMatch(/Previous Page 2 of \d+ Next/)
  expect(keys).toEqual(['TEE-CLASSIC', 'TEE-COUNTER'])
})

function partRows(html: string): readonly string[] {
  const body = html.slice(html.indexOf('<tbody>'), html.indexOf('</tbody>'))
  return [...body.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) => textOf(row))
}

test('a record shows every field and what hangs on it', async () => {
  const product = await inspector('records/Product?key=TEE-CLASSIC')
  const place = await inspector('records/ProdCat?row=1')

  expect(product.text).toContain('title Classic tee')
  expect(product.text).toContain('gtin not set')
  expect(product.text).toContain('TEE-CLASSIC-s-navy')
  expect(place.status).toBe(200)
  expect(place.text).toMatch(/cat_code \S+/)
})

test('a request is tried: address, status and body as a program sees them', async () => {
  const page = await inspector(`try?spec=${encodeURIComponent('Product+Inventory')}&key=MUG-STONE&fields=sku%7CInventory%3Aquantity`)
  const bad = await inspector('try?spec=Product&search=DROP')
  const direct = await send('GET', 'Product+Inventory/MUG-STONE?_fields=sku|Inventory:quantity')

  const body = /<pre class="answer"[^>]*>([\s\S]*?)<\/pre>/.exec(page.html)?.[1]
  expect(page.text).toContain('GET /API/V3/Product+Inventory/MUG-STONE?_fields=sku%7CInventory%3Aquantity')
  expect(page.text).toContain('200 OK')
  expect(unescaped(body ?? '')).toBe(direct.text)
  expect(bad.text).toContain('406 Not Acceptable')
})

test('the request log shows the newest first, filters, and is cleared', async () => {
  store.clearRequests()
  await send('GET', 'Cat/?_results=1')
  await send('GET', 'Nothing/')
  await getPage(store, '/')
  const all = await inspector('requests')
  const refused = await inspector('requests?status=404')
  const pressed = await pressButton(store, 'requests', { action: 'clear' })

  expect(partRows(all.html)).toEqual([
    expect.stringMatching(/^GET \/API\/V3\/Nothing\/ 404/),
    expect.stringMatching(/^GET \/API\/V3\/Cat\/\?_results=1 200/),
  ])
  expect(partRows(refused.html)).toHaveLength(1)
  expect(pressed.status).toBe(303)
  expect(store.requests()).toEqual([])
})

test('the overview and the request log count the same requests', async () => {
  store.clearRequests()
  await send('GET', 'Cat/?_results=1')
  await getPage(store, '/')
  await getPage(store, '/_shop/shop.css')
  const overview = await inspector('')
  const log = await inspector('requests')

  expect(/Requests (\d+)/.exec(textOf(overview.html.slice(overview.html.indexOf('<dl class="facts">'))))?.[1]).toBe('1')
  expect(log.text).toContain('1 request.')
})

test('a fault is added with a form, acts, is shown and forgotten', async () => {
  const added = await pressButton(store, 'faults', {
    action: 'add',
    plans: '{"on":{"resource":"Cat"},"do":{"kind":"status","status":503}}',
  })
  const hit = await send('GET', 'Cat/')
  const page = await inspector('faults')
  await pressButton(store, 'faults', { action: 'clear' })

  expect(added.headers.get('location')).toBe('/_emulator/inspector/faults?done=add')
  expect(hit.status).toBe(503)
  expect(page.text).toContain('0 status GET /API/V3/Cat/')
  expect((await inspector('faults')).text).toContain('None: no faults are injected.')
})

test('a fault plan that is none is refused with what is wrong', async () => {
  const page = await pressButton(store, 'faults', { action: 'add', plans: '{"do":{"kind":"explode"}}' })

  expect(page.status).toBe(400)
  expect(page.text).toContain('"do.kind" must be one of status')
  expect(store.faults.plans()).toEqual([])
})

test('the clock is set, moved on, frozen and put back', async () => {
  await pressButton(store, 'clock', { action: 'freeze' })
  await pressButton(store, 'clock', { action: 'set', time: '2027-02-03 04:05:06' })
  await pressButton(store, 'clock', { action: 'advance', by: '86400000' })
  const page = await inspector('clock')
  const wrong = await pressButton(store, 'clock', { action: 'set', time: 'tomorrow' })
  await pressButton(store, 'clock', { action: 'reset' })

  expect(page.text).toContain('2027-02-04 04:05:06 UTC frozen')
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('Invalid time: "tomorrow".')
  expect(store.clock.now().toISOString()).toBe('2026-11-20T09:00:00.000Z')
})

test('a snapshot is saved, compared, put back and deleted', async () => {
  await pressButton(store, 'snapshots', { action: 'save', name: 'before' })
  await send('PUT', 'Product/MUG-STONE', '<ResultSet><Product><sku>MUG-STONE</sku><price>99</price></Product></ResultSet>')
  const compared = await inspector('snapshots?from=before')
  await pressButton(store, 'snapshots', { action: 'load', name: 'before' })
  const after = await inspector('records/Product?key=MUG-STONE')
  await pressButton(store, 'snapshots', { action: 'remove', name: 'before' })

  expect(compared.text).toContain('Product MUG-STONE changed price 21 99')
  expect(after.text).toContain('price 21')
  expect((await inspector('snapshots')).text).toContain('No snapshots.')
})

test('files are listed folder by folder', async () => {
  const root = await inspector('files')
  const items = await inspector('files?path=images/items')

  expect(partRows(root.html)).toEqual([expect.stringMatching(/^images\//)])
  expect(partRows(items.html)[0]).toMatch(/^axe-camp\.png 6\.7 kB 2026-11-20 09:00:0\d [0-9a-f]{12}$/)
  expect((await inspector('files?path=none')).status).toBe(404)
})

test('mails stand in the outbox with their text', async () => {
  await send('POST', 'Order', '<ResultSet><Order><order_number>77</order_number><email>a@b.example</email></Order></ResultSet>')
  await send(
    'POST',
    'Order?send_email=true',
    '<ResultSet><Order><order_number>77</order_number><status>packed</status></Order></ResultSet>',
  )
  const page = await inspector('outbox')
  await pressButton(store, 'outbox', { action: 'clear' })

  expect(page.text).toContain('to a@b.example')
  expect(page.text).toContain('packed')
  expect((await inspector('outbox')).text).toContain('No mails.')
})

test('a notification shows its attempts and is sent again', async () => {
  let calls = 0
  const receiver = createServer((request, response) => {
    calls += 1
    request.resume().on('end', () => response.writeHead(calls === 1 ? 500 : 204).end())
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  await send('POST', 'Webhooks', `<ResultSet><Webhook><name>NewOrder</name><url>${url}</url></Webhook></ResultSet>`)
  await send('POST', 'Order', '<ResultSet><Order><order_number>78</order_number></Order></ResultSet>')
  await store.webhooks.settled()
  const failed = await inspector('webhooks')
  const id = /name="id" value="(\d+)"/.exec(failed.html)?.[1] ?? ''
  await pressButton(store, 'webhooks', { action: 'resend', id })
  const again = await inspector('webhooks')
  receiver.close()

  expect(failed.text).toContain('failed NewOrder')
  expect(again.text).toContain('delivered NewOrder')
  expect(again.text).toContain('"order_number"')
  expect(calls).toBe(2)
})

test('keys are listed without their text, and ended', async () => {
  const { key, code } = store.keys.add({ title: 'for a test' })
  const page = await inspector('keys')
  await pressButton(store, 'keys', { action: 'expire', code })
  const answer = await fetch(`${store.url}/API/V3/Cat/?_key=${key}`)

  expect(page.text).toContain('for a test')
  expect(page.html).not.toContain(key)
  expect(page.html).not.toContain(store.key)
  expect(answer.status).toBe(401)
})

test('every assumption is listed with what it rests on and its switches', async () => {
  const page = await inspector('assumptions')

  expect(page.html.match(/<li id="[A-Z]\d+">/g)).toHaveLength(store.assumptions.length)
  expect(store.assumptions.length).toBeGreaterThan(100)
  expect(partOf(page, /<li id="W28">/, '</li>')).toMatch(/deletes .*generic \(active\) shown/)
})

test('lint finds nothing in the example', async () => {
  const page = await inspector('lint')

  expect(page.text).toContain('No findings')
})

test.each([
  ['an unknown page', 'nothing', 404],
  ['an unknown resource', 'records/Nothing', 404],
  ['a record that is not there', 'records/Product?key=none', 404],
  ['a row that is not there', 'records/ProdCat?row=99999', 404],
  ['more below a page', 'clock/more', 404],
])('%s is not found', async (_, path, status) => {
  expect((await inspector(path)).status).toBe(status)
})

const token = async (): Promise<string> => /name="token" value="([^"]+)"/.exec((await inspector('clock')).html)?.[1] ?? ''
const freeze = (headers: Record<string, string>, fields: Record<string, string>): Promise<Response> =>
  fetch(`${store.url}/_emulator/inspector/clock`, { method: 'POST', headers, body: new URLSearchParams({ action: 'freeze', ...fields }) })

test('a change needs the token of this run and a request of its own pages', async () => {
  const good = await token()
  const refused = [
    await freeze({ origin: store.url }, {}),
    await freeze({ origin: store.url }, { token: 'wrong' }),
    await freeze({}, { token: good }),
    await freeze({ origin: 'http://evil.example' }, { token: good }),
    await freeze({ origin: 'null' }, { token: good }),
    await freeze({ origin: store.url, 'sec-fetch-site': 'cross-site' }, { token: good }),
  ]

  expect(good).toMatch(/^[\w-]{32}$/)
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  expect(store.clock.isFrozen()).toBe(false)
})

test('what no form does is refused', async () => {
  const unknown = await pressButton(store, 'clock', { action: 'constructor' })
  const put = await fetch(`${store.url}/_emulator/inspector/clock`, { method: 'PUT', headers: { origin: store.url } })

  expect([unknown.status, put.status]).toEqual([400, 405])
})

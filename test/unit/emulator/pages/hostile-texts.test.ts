import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import type { Field } from '../../../../src/resources/field.ts'
import { resourceOf, resources } from '../../../../src/resources/registry.ts'
import type { Resource } from '../../../../src/resources/resource.ts'
import { storeRequest } from '../store-request.ts'
import { logIn, openAdministration } from '../../../support/administration.ts'
import { getPage, record } from './page.ts'
import { type Markup, readMarkup } from './read-markup.ts'

/** At most 25 characters, for the shortest key; ends an attribute and an element, and a statement of SQL. */
const key = `'"><script>k()</script>`
const hostile = `"'></title></textarea></pre><script>alert(1)</script><img src=x onerror=alert(2)><svg/onload=alert(3)>'; DROP TABLE Product;--\u202Egnp.\u0085\u2028&lt;script&gt;javascript:alert(4)`

/** Texts whose format the document shows. */
const shaped: Readonly<Record<string, string>> = {
  'Webhooks.name': 'NewOrder',
  'Webhooks.url': 'http://x/"><script>alert(5)</script>',
  'Options.o_value': `${key}=${hostile},b=2`,
  'Orderlines.code': '1-1',
  'Options.price': `${key}=3,b=2`,
  'Merchandising.discount': '10%',
  'OrderlineTax.rate': '25%',
}

function isKey(resource: Resource, name: string, field: Field): boolean {
  const short = field.kind === 'text' && field.maxLength !== undefined
  return name === resource.key || resource.natural.includes(name) || field.refersTo !== undefined || short
}

function valueOf(field: Field): string {
  switch (field.kind) {
    case 'text':
      return hostile
    case 'file':
      return `${key}.png`
    case 'choice':
      return field.values.at(-1) ?? ''
    case 'flag':
      return 'true'
    case 'integer':
    case 'decimal':
      return '1'
    case 'timestamp':
      return '2026-11-20 07:00:00'
    default:
      return field satisfies never
  }
}

function hostileRecord(resource: (typeof resources)[number]): RecordTree {
  const values = Object.entries(resource.fields).map(([name, field]) => {
    const value = shaped[`${resource.name}.${name}`] ?? (field.kind === 'text' && isKey(resource, name, field) ? key : valueOf(field))
    return [name, value] as const
  })
  return record(resource.name, Object.fromEntries(values))
}

const administrator = { user: hostile.slice(0, 60), password: 'pw' }
const clients = [{ id: 'hostile', title: hostile, redirectUris: ['https://x.example/"\'><script>'] }]
const store = await startEmulator({ webhooks: { timeoutMs: 200 }, administrator, oauth: { clients } })
const session = await logIn(store, 'pw')
const stored = resources.filter(({ name }) => name !== 'ApiAccess')
store.seed(stored.map(hostileRecord))
const pendingOrder = hostileRecord(resourceOf('Order'))
store.seed([
  record('CatParent', { cat_code: key, parent_code: '0' }),
  record('Product', { sku: 'SIMPLE', option_type: 'Simple', title: hostile, slug: '"><script>', inactive: 'true' }),
  record('Options', {
    code: 'o',
    sku: 'SIMPLE',
    o_group: hostile,
    o_label: hostile,
    o_value: `${hostile}=${hostile}`,
    o_widget: 'breaking_radio_preselect',
  }),
  record('Product', { sku: 'SUBS', option_type: 'Matrix', options_advanced: 'false', title: hostile }),
  { ...pendingOrder, fields: { ...pendingOrder.fields, order_number: '5', archived: 'false' } },
  record('Orderlines', { code: '5-1', order_number: '5', sku: key, description: hostile, options: hostile, price: hostile }),
  record('Variants', { code: `v${key}`, sku: 'SUBS', description: hostile, price: '1', image: hostile.slice(0, 40) }),
])
afterAll(() => store.close())

/** Every page that links lead to, each with what is wrong with it. */
async function crawl(starts: readonly string[]): Promise<ReadonlyMap<string, Markup & { status: number; html: string }>> {
  const seen = new Map<string, Markup & { status: number; html: string }>()
  const open = [...starts]
  for (let path = open.pop(); path !== undefined && seen.size < 400; path = open.pop()) {
    const [address = ''] = path.split('#')
    if (address === '' || seen.has(address) || /^\/_(?:shop|emulator\/assets)\/files\//.test(address)) continue
    const { html, status, headers } = await getPage(store, address, session)
    if (headers.get('content-type')?.startsWith('application/json')) continue
    const markup = readMarkup(html)
    seen.set(address, { ...markup, status, html })
    open.push(...markup.links)
  }
  return seen
}

await storeRequest(store)(
  'POST',
  'Shipments',
  `<ResultSet><Shipment><order_number>${key.replaceAll('<', '&lt;')}</order_number><send_email>1</send_email><email_to>${hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</email_to><email_subject>&lt;script&gt;</email_subject><notes>&lt;/pre&gt;&lt;script&gt;</notes></Shipment></ResultSet>`,
)
await storeRequest(store)('POST', 'Order', '<ResultSet><Order><order_number>9</order_number></Order></ResultSet>')
await storeRequest(store)('GET', `Product/?title=${encodeURIComponent(hostile)}`)
store.faults.add({ on: { path: hostile }, do: { kind: 'status', status: 500 } })
store.keys.add({ title: hostile })
store.seed({ files: [{ path: `images/items/${key.replaceAll('/', '')}.png`, bytes: Buffer.from('x') }] })
const pages = await crawl([
  '/',
  '/_emulator/',
  `/${encodeURIComponent('"><script>')}`,
  `/nothing/${encodeURIComponent(hostile)}`,
  `/_shop/products?q=${encodeURIComponent(hostile)}`,
  `/product/SIMPLE?group=${encodeURIComponent(hostile)}&currency=${encodeURIComponent(hostile)}&picture=${encodeURIComponent(hostile)}`,
  `/product/SUBS?variant=${encodeURIComponent(`v${key}`)}`,
  `/_emulator/inspector/try?spec=${encodeURIComponent(hostile)}&search=${encodeURIComponent(hostile)}`,
  `/_emulator/inspector/requests?path=${encodeURIComponent('<script>')}`,
  `/_emulator/inspector/files?path=${encodeURIComponent(hostile)}`,
  `/_emulator/inspector/records/${encodeURIComponent(hostile)}`,
  '/_emulator/inspector/requests?pages=on',
  '/_admin/orders',
  '/_admin/orders/1',
  `/_admin/orders/${encodeURIComponent(hostile)}`,
  `/_admin/${encodeURIComponent(hostile)}`,
  `/_admin/login?next=${encodeURIComponent(hostile)}`,
])

test.each([
  ['<b onclick="x">', 'attribute onclick'],
  ['<script>alert(1)</script>', 'script '],
  ['<a href="//evil">', 'href //evil'],
  ['<a href="javascript:x">', 'href javascript:x'],
  ['<object>', 'element object'],
  ['1 < 2', 'a bracket in < 2'],
  ['<b title=x>', 'a bracket in <b title=x>'],
  ['a\u202Eb', 'a control character'],
])('the reader of markup sees what is wrong with %s', (markup, fault) => {
  expect(readMarkup(markup).faults).toEqual([fault])
})

test('the store holds hostile text in every field of every resource', () => {
  const texts = stored.flatMap(({ fields }) => Object.values(fields)).filter(({ kind }) => kind === 'text')

  expect(stored.length).toBe(24)
  expect(texts.length).toBeGreaterThan(150)
})

test('no page holds markup, an address or a control character of the store', () => {
  const faults = [...pages].flatMap(([path, { faults }]) => faults.map((fault) => `${path}: ${fault}`))

  expect(faults).toEqual([])
  expect(pages.size).toBeGreaterThan(80)
  expect([...pages.values()].reduce((sum, { tags }) => sum + tags, 0)).toBeGreaterThan(5_000)
})

test('the pages of the administration tool are among them', () => {
  const shown = [...pages].filter(([path, { status }]) => path.startsWith('/_admin/') && status === 200).map(([path]) => path)

  expect(shown).toEqual(
    expect.arrayContaining(['/_admin/orders', '/_admin/orders/1', '/_admin/orders/5', '/_admin/keys', '/_admin/webhooks', '/_admin/oauth']),
  )
  expect(shown.filter((path) => /^\/_admin\/keys\/k\d+$/.test(path))).toHaveLength(1)
  expect(pages.size).toBeLessThan(400)
})

test.each([
  ['keys', { action: 'register', title: hostile, access: 'some', grant: hostile, deny: hostile, expires: hostile }],
  ['keys', { action: 'register', title: hostile.slice(0, 60), access: 'all' }],
  ['webhooks', { action: 'subscribe', event: hostile, url: hostile }],
  ['webhooks', { action: 'resend', id: hostile }],
  ['oauth', { action: 'register', id: hostile, title: hostile, redirects: hostile }],
  ['orders', { action: 'archive', number: hostile }],
])('a form of %s with hostile values is answered with a harmless page', async (page, fields) => {
  const administration = await openAdministration(store, 'pw')
  const pressed = await administration.press(page, fields)
  const seen = pressed.status === 303 ? await administration.get(page) : pressed

  const { faults, tags } = readMarkup(seen.html)
  expect(faults).toEqual([])
  expect(tags).toBeGreaterThan(50)
})

test('every page answers', () => {
  const broken = [...pages].filter(
    ([path, { status }]) => status >= 500 || (status !== 200 && !/nothing|q=|path=|%3Cscript|files|^\/_admin\/(?:$|login)/.test(path)),
  )

  expect(broken.map(([path, { status }]) => `${status} ${path}`)).toEqual([])
})

test('the text is shown, not dropped: in full on the record of every resource', () => {
  const shown = stored.filter(({ name, fields }) => {
    const own = [...pages].filter(
      ([path]) =>
        path.startsWith(`/_emulator/inspector/records/${name}?key=`) || path.startsWith(`/_emulator/inspector/records/${name}?row=`),
    )
    const wanted = Object.values(fields).some(({ kind, writeOnly }) => kind === 'text' && !writeOnly) ? '&lt;script&gt;' : ''
    return own.some(([, { html }]) => html.includes(wanted))
  })

  expect(shown.map(({ name }) => name)).toEqual(stored.map(({ name }) => name))
})

test('the store is unharmed', async () => {
  const answer = await storeRequest(store)('GET', 'Product/?_fields=sku')

  expect(answer.counts).toBe('0 3 3')
})

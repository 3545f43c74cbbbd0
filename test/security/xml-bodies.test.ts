import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { basic, storeRequest } from '../unit/emulator/store-request.ts'
import { timed } from '../support/cpu-ms.ts'

const store = await startEmulator({ key: 'security-key', maxBody: 8 * 1024 * 1024 })
const send = storeRequest(store)
afterAll(() => store.close())

const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
const bomb = `<!DOCTYPE ResultSet [<!ENTITY l0 "ha">${laughs}]>`
const external = '<!DOCTYPE ResultSet [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
const product = (title: string): string => `<ResultSet><Product><sku>A</sku><title>${title}</title></Product></ResultSet>`

const hostile: readonly (readonly [name: string, body: string])[] = [
  ['an entity bomb', bomb + product('&l12;')],
  ['an entity bomb without its declarations', product('&l12;')],
  ['an external entity', external + product('&x;')],
  ['a DTD of another host', `<!DOCTYPE ResultSet SYSTEM "http://127.0.0.1:9/x.dtd">${product('x')}`],
  ['a quadratic bomb', `<!DOCTYPE ResultSet [<!ENTITY a "${'a'.repeat(50_000)}">]>${product('&a;'.repeat(50_000))}`],
  ['100,000 levels', `<ResultSet><Product>${'<title>'.repeat(100_000)}${'</title>'.repeat(100_000)}</Product></ResultSet>`],
  ['100,000 levels of an unknown field', `<ResultSet><Product>${'<x>'.repeat(100_000)}</Product></ResultSet>`],
  ['200,000 attributes', `<ResultSet><Product ${Array.from({ length: 200_000 }, (_, n) => `a${n}=""`).join(' ')}><sku>A</sku>`],
  ['100,000 namespaces', `<ResultSet ${Array.from({ length: 100_000 }, (_, n) => `xmlns:n${n}="urn:${n}"`).join(' ')}><x/></ResultSet>`],
  ['a name of a million letters', `<ResultSet><${'p'.repeat(1_000_000)}/></ResultSet>`],
  ['a comment that never ends', `<ResultSet><!--${'-'.repeat(1_000_000)}`],
  ['a CDATA that never ends', `<ResultSet><Product><sku><![CDATA[${'x]'.repeat(500_000)}`],
  ['an instruction with a style sheet and a DTD', `<?xml-stylesheet href="x"?>${bomb}${product('x')}`],
  ['another encoding', `<?xml version="1.0" encoding="UTF-7"?>${product('+ADw-script')}`],
  ['a control character', product('\u0001')],
  ['a control character as a reference', product('&#1;')],
  ['half a surrogate as a reference', product('&#xD800;')],
]

test.each(hostile)('a write whose body holds %s is refused within two seconds and leaves nothing', async (_, body) => {
  const { seen, took } = await timed(() => send('POST', 'Product', body))

  expect(seen.status).toBe(400)
  expect(seen.text.length).toBeLessThan(4000)
  expect(took).toBeLessThan(2000)
  expect((await send('GET', 'Product/')).counts).toBe('0 0 0')
})

test('unknown fields by the ten thousand are one 406', async () => {
  const fields = Array.from({ length: 20_000 }, (_, n) => `<f${n}/>`).join('')

  const { seen, took } = await timed(() => send('POST', 'Product', `<ResultSet><Product><sku>A</sku>${fields}</Product></ResultSet>`))

  expect(seen.status).toBe(406)
  expect(took).toBeLessThan(2000)
})

test('a body over the limit is 413, whether it says its length or not', async () => {
  const large = product('x'.repeat(9 * 1024 * 1024))
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < large.length; at += 65_536) yield Buffer.from(large.slice(at, at + 65_536))
  }

  const said = await send('POST', 'Product', large)
  const unsaid = await fetch(`${store.url}/API/V3/Product`, {
    method: 'POST',
    headers: { authorization: basic(store.key) },
    body: ReadableStream.from(pieces()),
    duplex: 'half',
  })

  expect([said.status, unsaid.status]).toEqual([413, 413])
  expect(await unsaid.text()).toContain('<code>413</code>')
})

test.each(hostile.filter(([name]) => /bomb|external|DTD|levels|attributes|namespaces/.test(name)))(
  'a PROPFIND and a PROPPATCH whose body holds %s are refused within two seconds',
  async (_, body) => {
    const asked = { headers: { authorization: basic(store.key), depth: '0' }, body }

    const { seen, took } = await timed(() =>
      Promise.all(['PROPFIND', 'PROPPATCH'].map((method) => fetch(new Request(`${store.filesUrl}/${store.site}/`, { ...asked, method })))),
    )

    expect(seen.map(({ status }) => [400, 413].includes(status))).toEqual([true, true])
    expect(took).toBeLessThan(2000)
    await Promise.all(seen.map((answer) => answer.text()))
  },
)

import { afterAll, beforeEach, expect, test } from 'vitest'
import { resources } from '../../src/resources/registry.ts'
import type { Resource } from '../../src/resources/resource.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { readXml } from '../contract/xml-tree.ts'
import { faultOf, storeRequest } from '../unit/emulator/store-request.ts'

const store = await startEmulator({ key: 'security-key' })
const send = storeRequest(store)
beforeEach(() => store.reset())
afterAll(() => store.close())

const texts = [
  `'; DROP TABLE "Product"; --`,
  `" OR "1"="1`,
  `x') UNION SELECT key, key FROM "_key" --`,
  `%' OR 1=1 OR sku LIKE '%`,
  `</title></Product></ResultSet><script>alert(1)</script>`,
  `]]><!-- <!DOCTYPE x [<!ENTITY y "z">]> &y;`,
  `"><img src=x onerror=alert(1)>`,
  '${7*7}{{7*7}}<%= 7*7 %>',
  `\t\n  spaced \u00A0\u2028\u202Egnp.exe\uFEFF`,
  '\u{1F457}\u{10FFFF}\uFFFD',
  '../../../etc/passwd',
  'constructor',
  '__proto__',
]

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/** Texts whose format the document shows: other texts are refused (assumptions.md W25). */
const formatted: ReadonlySet<string> = new Set(['Options.o_value', 'Options.price', 'Merchandising.discount', 'OrderlineTax.rate'])

/** Fields that accept any text: those of kind text and file, except the few with a format or an effect. */
function freeFields(resource: Resource): string[] {
  return Object.entries(resource.fields)
    .filter(
      ([name, field]) =>
        (field.kind === 'text' || field.kind === 'file') &&
        field.owner !== 'store' &&
        !field.writeOnly &&
        name !== resource.key &&
        name !== 'password' &&
        !formatted.has(`${resource.name}.${name}`),
    )
    .map(([name]) => name)
}

/** The name of a file is kept without the space around it. */
function canonicalOf(resource: Resource, name: string, text: string): string {
  return resource.fields[name]?.kind === 'file' ? text.trim() : text
}

/** ApiAccess creates keys, subscriptions have a format, and Shipping is read-only: they are tested elsewhere. */
const written = resources.filter(({ name }) => !['ApiAccess', 'Webhooks', 'Shipping'].includes(name))

function recordOf(resource: Resource, text: string): string {
  const numbers = Object.entries(resource.fields).filter(
    ([, field]) => field.required && (field.kind === 'integer' || field.kind === 'decimal'),
  )
  const texts = freeFields(resource).map((name) => `<${name}>${escaped(text.slice(0, 60))}</${name}>`)
  const key = resource.identity === 'own' ? `<${resource.key}>${escaped(text.slice(0, 25))}</${resource.key}>` : ''
  return `<${resource.node}>${key}${numbers.map(([name]) => `<${name}>1</${name}>`).join('')}${texts.join('')}</${resource.node}>`
}

test.each(written.map((resource) => [resource.name, resource] as const))(
  '%s: SQL, markup and odd characters in every field come back as they went in, and find only their record',
  async (_, resource) => {
    const fields = freeFields(resource)
    for (const [at, text] of texts.entries()) {
      const reply = await send('POST', resource.name, `<ResultSet>${recordOf(resource, text)}</ResultSet>`)
      expect([text, reply.status]).toEqual([text, 200])
      expect((await send('GET', `${resource.name}/`)).counts).toBe(`0 ${at + 1} ${at + 1}`)
    }

    const root = readXml((await send('GET', `${resource.name}/`)).text)
    const seen = root.children.map(({ children }) => children.filter(({ name }) => fields.includes(name)).map((field) => field.text))
    const wanted = texts.map((text) => fields.map((name) => canonicalOf(resource, name, text.slice(0, 60))))
    const found =
      fields[0] === undefined
        ? null
        : await send('GET', `${resource.name}/?${fields[0]}=${encodeURIComponent((texts[0] ?? '').slice(0, 60))}`)

    expect(seen.map((row) => JSON.stringify(row)).toSorted()).toEqual(wanted.map((row) => JSON.stringify(row)).toSorted())
    expect(found?.counts.split(' ')[1] ?? '1').toBe('1')
  },
)

test('hostile texts in keys, filters, expressions, field lists and names of resources neither leak nor break', async () => {
  await send('POST', 'Product', '<ResultSet><Product><sku>A</sku></Product></ResultSet>')
  const places = texts.flatMap((text) => {
    const safe = encodeURIComponent(text)
    return [
      `Product/${safe}`,
      `Product/?sku=${safe}`,
      `Product/?${safe}=1`,
      `Product/?_fields=${safe}`,
      `Product/?_search=${encodeURIComponent(`sku = ${text}`)}`,
      `Product/?_search=${encodeURIComponent(`sku = '${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`)}`,
      `${safe}/`,
      `Product+${safe}/`,
      `${safe}.xsd`,
      `Product/A?_fields=${safe}`,
    ]
  })

  const seen = await Promise.all(places.map((place) => send('GET', place)))

  for (const answer of seen) expect(readXml(answer.text).name).toMatch(/^(?:rsp|ResultSet)$/)
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200, 404, 406]))
  expect(
    seen.filter(({ text }) => text.includes('<sku>') || text.includes('security-key') || /SQLITE|syntax error|\.ts:/.test(text)),
  ).toEqual([])
  expect((await send('GET', 'Product/')).counts).toBe('0 1 1')
})

test.each(['\u0000', '\u0001', '\u0008', '\u000B', '\u001B[31m', '\uFFFE', '\uD800'])(
  'the character %j, which XML cannot carry, is refused in a payload and harmless in an address',
  async (character) => {
    const payload = await send('POST', 'Product', `<ResultSet><Product><sku>a${character}</sku></Product></ResultSet>`)
    const safe = character === '\uD800' ? '%ED%A0%80' : encodeURIComponent(character)

    const key = await send('GET', `Product/a${safe}`)
    const filter = await send('GET', `Product/?sku=a${safe}`)
    const field = await send('GET', `Product/?_fields=a${safe}`)

    // fetch makes half a surrogate whole before it sends it, as U+FFFD.
    expect(payload.status).toBe(character === '\uD800' ? 200 : 400)
    expect([key.status, filter.status, field.status].map((status) => [200, 400, 404, 406].includes(status))).toEqual([true, true, true])
    for (const { text } of [key, filter, field]) expect(() => readXml(text)).not.toThrow()
  },
)

test('a password is never in the log of requests, nor is a key or a code', async () => {
  await send('GET', 'Product/?_key=security-key&sku=A')
  await send('GET', 'Customer/?password=hunter2')
  await (await fetch(`${store.url}/api_oauth?grant_type=authorization_code&code=secret-code&redirect_uri=x`)).text()

  const log = JSON.stringify(store.requests())

  expect(log).toContain('sku=A')
  expect(log).not.toMatch(/security-key|hunter2|secret-code/)
})

test('a message of a refusal names what was sent and shows nothing of the machine', async () => {
  const seen = await send('POST', 'Product', `<ResultSet><Product><sku>A</sku><price>'; DROP</price></Product></ResultSet>`)

  expect(faultOf(seen)).toMatch(/^400 Product\.price: /)
  expect(seen.text).not.toMatch(/\.ts|node_modules|SQLITE|\/work|at .*\(/)
})

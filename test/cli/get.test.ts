import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProgram } from '../../src/cli/run-program.ts'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import type { ResourceName } from '../../src/resources/registry.ts'
import { Collected } from '../support/collected.ts'
import { type Ended, planogram } from '../support/command-line.ts'
import { productElement, resultSet, startScriptedStore } from '../support/scripted-store.ts'
import { shopFolder } from '../support/shop-folder.ts'
import { surroundingsIn } from '../support/surroundings.ts'

const record = (resource: ResourceName, fields: Record<string, string>): RecordTree => ({ resource, fields, children: {} })
const hostile = '=cmd|"x"!A1\u009B2J'

const seed: readonly RecordTree[] = [
  record('Product', { sku: 'MUG', title: 'Mug', price: '8.50', gtin: '0123' }),
  record('Product', { sku: 'TEE', title: 'Tee, "classic"', inactive: 'true' }),
  record('Inventory', { sku: 'MUG', quantity: '5' }),
  record('ProdCat', { sku: 'MUG', cat_code: 'kitchen', sort: '1' }),
  record('ProdCat', { sku: 'MUG', cat_code: 'sale', sort: '2' }),
  record('Customer', { username: 'ann', password: 'letmein', email: 'ann@shop.example', phone_day: '+32 2 123 45' }),
  record('Customer', { username: 'bob', fname: hostile }),
  record('Webhooks', { id: '1', name: 'NewOrder', url: 'https://erp.example/in?token=abc' }),
]

let emulator: RunningEmulator
beforeAll(async () => {
  emulator = await startEmulator({ seed: { records: seed } })
})
afterAll(async () => {
  await emulator.close()
})

/** `get` with these words on a store at this address; the hosts of its key are kept in the folder. */
async function got(words: readonly string[], { url, config = '' }: { url: string; config?: string } = emulator): Promise<Ended> {
  using shop = shopFolder({
    'planogram.yaml': `stores:\n  live:\n    base_url: ${url}\n    key: \${SHOP_KEY}\n${config}default_store: live\n`,
  })
  return await planogram(shop.root, ['get', ...words], { SHOP_KEY: emulator.key, HOME: shop.root })
}

test('a table: columns that have values, child rows below their record, and the count on stderr', async () => {
  const { exitCode, stdout, stderr } = await got(['Product+Inventory+ProdCat', 'sku=M%', 'sku=TE%'])

  expect(exitCode).toBe(0)
  expect(stdout).toBe(
    [
      'sku  title           price  inactive  gtin',
      'MUG  Mug             8.5              0123',
      '  Inventory  quantity: 5',
      '  ProdCat  cat_code: kitchen, sort: 1',
      '  ProdCat  cat_code: sale, sort: 2',
      'TEE  Tee, "classic"         true',
      '',
    ].join('\n'),
  )
  expect(stderr).toMatch(/^2 products of store live \(http:\/\/127\.0\.0\.1:\d+\)\n$/)
})

test('JSON, YAML, XML and CSV of the same records: values are texts', async () => {
  const words = ['Product+ProdCat', 'sku=MUG', '--fields', 'sku,gtin|ProdCat:cat_code', '--format']

  const ended = await Promise.all(['json', 'yaml', 'xml', 'csv'].map((format) => got([...words, format])))

  expect(ended.map(({ stdout }) => stdout)).toEqual([
    '[\n{"sku":"MUG","gtin":"0123","ProdCat":[{"cat_code":"kitchen"},{"cat_code":"sale"}]}\n]\n',
    '- sku: "MUG"\n  gtin: "0123"\n  ProdCat:\n    - cat_code: "kitchen"\n    - cat_code: "sale"\n',
    '<?xml version="1.0" encoding="UTF-8"?>\n<ResultSet>\n<Product><sku>MUG</sku><gtin>0123</gtin><ProdCat><cat_code>kitchen</cat_code></ProdCat><ProdCat><cat_code>sale</cat_code></ProdCat></Product>\n</ResultSet>\n',
    'sku,gtin,ProdCat.cat_code\r\nMUG,0123,kitchen\r\nMUG,0123,sale\r\n',
  ])
})

/** The skus of the products that these words choose, as CSV. */
async function skus(...words: readonly string[]): Promise<string> {
  return (await got(['Product', '--fields', 'sku', '-f', 'csv', ...words])).stdout
}

test('filters, --any, --search and --limit choose the records', async () => {
  expect(await skus('inactive=true')).toBe('sku\r\nTEE\r\n')
  expect(await skus('inactive=true', 'sku=MUG')).toBe('sku\r\n')
  expect(await skus('inactive=true', 'sku=MUG', '--any')).toBe('sku\r\nMUG\r\nTEE\r\n')
  expect(await skus('--search', "price > 8 AND title = 'Mug'")).toBe('sku\r\nMUG\r\n')
})

test('--limit reads no more than it prints', async () => {
  const before = emulator.requests().length

  const stdout = await skus('--limit', '1')

  expect(stdout).toBe('sku\r\nMUG\r\n')
  expect(
    emulator
      .requests()
      .slice(before)
      .map(({ path }) => path),
  ).toEqual(['/API/V3/Product/?_results=1&_start=0&_fields=sku'])
})

test('a table fits the terminal: keys are whole, what has no room is named, texts and secrets are harmless', async () => {
  using shop = shopFolder({ 'planogram.yaml': `stores:\n  live: { base_url: ${emulator.url}, key: '\${K}' }\ndefault_store: live\n` })
  const shown = async (...words: readonly string[]): Promise<{ readonly lines: readonly string[]; readonly notes: string }> => {
    const [stdout, stderr] = [new Collected({ isTTY: true, columns: 36 }), new Collected()]
    await runProgram(
      ['get', ...words],
      surroundingsIn(shop.root, { env: { K: emulator.key, HOME: shop.root, NO_COLOR: '1' }, stdout, stderr }),
    )
    return { lines: stdout.text.split('\n').slice(0, -1), notes: stderr.text }
  }

  const customers = await shown('Customer', '--fields', 'username,fname,email')
  const webhooks = await shown('Webhooks', '--fields', 'url')

  expect(customers.lines).toEqual(['username  fname', 'ann', 'bob       =cmd|"x"!A1\uFFFD2J'])
  expect(customers.notes).toContain('No room for email: choose with --fields\n')
  expect(webhooks.lines).toEqual(['url', 'https://erp.example/in?token=***'])
})

test('an empty result: exit code 0 and an empty list', async () => {
  const ended = await Promise.all(['table', 'json', 'yaml', 'csv'].map((format) => got(['Order', '--fields', 'email', '-f', format])))

  expect(ended.map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual([
    [0, ''],
    [0, '[]\n'],
    [0, '[]\n'],
    [0, 'email\r\n'],
  ])
  expect(ended[0]?.stderr).toMatch(/^0 orders of store live /)
})

test('hashes of passwords are not printed, a formula is a text, and a terminal gets no escape code', async () => {
  const csv = await got(['Customer', '--format', 'csv'])
  using shop = shopFolder({ 'planogram.yaml': `stores:\n  live: { base_url: ${emulator.url}, key: '\${K}' }\ndefault_store: live\n` })
  const stdout = new Collected({ isTTY: true, columns: 40 })
  const env = { K: emulator.key, HOME: shop.root }
  await runProgram(['get', 'Customer', '-f', 'csv'], surroundingsIn(shop.root, { env, stdout, stderr: new PassThrough().resume() }))

  expect(csv.stdout).toContain(`ann,ann@shop.example,+32 2 123 45,`)
  expect(csv.stdout).toContain(`"'=cmd|""x""!A1`)
  expect(csv.stdout.split('\r\n')[0]).not.toContain('password')
  expect(csv.stderr).toContain('Not printed: Customer.password (secret)\n')
  expect(stdout.text).toContain('=cmd')
  expect(stdout.text).not.toContain('\u009B')
})

test.each([
  ['a resource', ['Prodct'], 'There is no resource `Prodct`.\n  help: Did you mean `Product`?'],
  ['a relation', ['Product+Shipments'], '`Shipments` is not related to'],
  ['a field', ['Product', 'titel=x'], 'Product has no field `titel`.\n  help: Did you mean `title`?'],
  ['a field of --search', ['Product', '--search', 'prize > 5'], 'Product has no field `prize`.\n  help: Did you mean `price`?'],
  ['a field of a child', ['Product+Inventory', '--fields', '|Inventory:qty'], 'Inventory has no field `qty`.'],
  ['a child of --fields', ['Product', '--fields', 'sku|Inventory:sku'], '--fields names `Inventory`, which is not'],
  ['a secret', ['Customer', '--fields', 'password'], 'The field `password` of Customer is a secret'],
  ['a filter', ['Product', 'price>5'], '`price>5` is not a filter.\n  help: Write `field=value`'],
  ['an expression', ['Product', '--search', 'price >> 5'], 'it cannot be read from `>` on'],
  ['CSV of two child resources', ['Product+ProdCat+ExtraImages', '-f', 'csv'], 'this read has ProdCat and ExtraImages'],
  ['a limit', ['Product', '--limit', '0'], '`--limit` does not accept `0`.'],
])('%s that is wrong is refused with what to do: exit code 64, and no record is read', async (_, words, message) => {
  const before = emulator.requests().length

  const { exitCode, stdout, stderr } = await got(words)

  expect([exitCode, stdout]).toEqual([64, ''])
  expect(stderr).toContain(message)
  const sent = emulator.requests().slice(before)
  expect(sent.filter(({ path }) => !path.includes('.xsd'))).toEqual([])
})

test('fields have the names of the catalogue, and those of the store in XML', async () => {
  await using store = await startScriptedStore((_, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' }).end(resultSet(['<Product><sku>MUG</sku><ean>01</ean></Product>']))
  })
  const given = { url: store.url, config: '    fields: { Product: { gtin: ean } }\n' }
  const words = ['Product', 'gtin=01', '--fields', 'gtin', '--search', 'NOT ISNULL(gtin)', '--format']

  const [json, xml] = [await got([...words, 'json'], given), await got([...words, 'xml'], given)]

  expect(json.stdout).toBe('[\n{"gtin":"01"}\n]\n')
  expect(xml.stdout).toContain('<Product><ean>01</ean></Product>')
  expect(decodeURIComponent(store.seen[0]?.url ?? '')).toContain(
    '?ean=01&_search=NOT ISNULL ( ean )&_results=2000&_start=0&_fields=ean,sku',
  )
})

test('a read that stays incomplete is an error, and its JSON is not closed', async () => {
  await using store = await startScriptedStore(({ url }, response) => {
    const page = url.includes('_start=0') ? [productElement('A')] : []
    response.writeHead(200, { 'content-type': 'application/xml' }).end(resultSet(page, { total: 2 }))
  })

  const { exitCode, stdout, stderr } = await got(['Product', '-f', 'json'], { url: store.url })

  expect(exitCode).toBe(1)
  expect(stdout).toBe('[\n{"sku":"A","title":"Title of A"}')
  expect(stderr).toContain('error[store-incomplete]')
})

test('a field that only a late record has is not dropped silently in CSV: it is named, exit code 1', async () => {
  const elements = Array.from({ length: 2001 }, (_, index) => productElement(`P${index}`))
  const late = '<Product><sku>LATE</sku><odd>x</odd></Product>'
  await using store = await startScriptedStore(({ url }, response) => {
    const start = Number(/_start=(\d+)/.exec(url)?.[1])
    const page = [...elements, late].slice(start, start + 2000)
    response.writeHead(200, { 'content-type': 'application/xml' }).end(resultSet(page, { start, total: 2002 }))
  })

  const { exitCode, stdout, stderr } = await got(['Product', '-f', 'csv'], { url: store.url })

  expect(exitCode).toBe(1)
  expect(stdout.split('\r\n')).toHaveLength(2004)
  expect(stderr).toContain('Left out, because the first records do not have them: odd.')
})

test('rows without a key are told apart by fields that are not printed', async () => {
  const row = (sku: string): RecordTree => record('ProductAttributes', { sku, label: 'Colour', value: 'Red' })
  await using small = await startEmulator({
    seed: { records: [record('Product', { sku: 'A' }), record('Product', { sku: 'B' }), row('A'), row('B')] },
  })
  using shop = shopFolder({ 'planogram.yaml': `stores:\n  live: { base_url: ${small.url}, key: '\${K}' }\ndefault_store: live\n` })

  const { stdout } = await planogram(shop.root, ['get', 'ProductAttributes', '--fields', 'value', '-f', 'json'], {
    K: small.key,
    HOME: shop.root,
  })

  expect(stdout).toBe('[\n{"value":"Red"},\n{"value":"Red"}\n]\n')
})

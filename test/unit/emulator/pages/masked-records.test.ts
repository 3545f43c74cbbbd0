import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'
import { getPage } from './page.ts'

const store = await startEmulator({ key: 'SECRET-key' })
const send = storeRequest(store)
afterAll(() => store.close())

const url = (secret: string): string => `http://u:${secret}@erp.example/it?a='&amp;t=${secret} b&lt;${secret}#x`
const hook = (secret: string): string => `<Webhook><name>NewOrder</name><url>${url(secret)}</url></Webhook>`

store.snapshots.save('empty')
await send('POST', 'Webhooks', `<ResultSet>${hook('SECRET')}</ResultSet>`)
await send('POST', 'Customer', '<ResultSet><Customer><username>ada</username><password>SECRET</password></Customer></ResultSet>')
await send('POST', 'ApiAccess', '<ResultSet><ApiAccess><title>Mine</title></ApiAccess></ResultSet>')
store.snapshots.save('before')
await send('PUT', 'Webhooks/1', `<ResultSet>${hook('OTHER-SECRET')}</ResultSet>`)
await send('PUT', 'Customer/ada', '<ResultSet><Customer><password>SECRET-two</password></Customer></ResultSet>')
await send('DELETE', `Webhooks?name=Gone&url=${encodeURIComponent('http://u:SECRET@h/?SECRET')}`)
await send('POST', 'Order', '<ResultSet><Order><order_number>1</order_number></Order></ResultSet>')
await store.webhooks.settled()

const hashes = store.records('Customer').map(({ fields }) => fields['password'] ?? '')

const inspector = '/_emulator/inspector'
const masked = ['http://***@erp.example/it?***#x']

test.each([
  [`${inspector}/records/Webhooks`, masked],
  [`${inspector}/records/Webhooks?key=1`, masked],
  [`${inspector}/records/Webhooks?row=1`, masked],
  [`${inspector}/records/Webhooks?field=url&value=${encodeURIComponent('http://u:OTHER%')}`, masked],
  [`${inspector}/records/Customer`, ['***']],
  [`${inspector}/records/Customer?key=ada`, ['***']],
  [`${inspector}/records/ApiAccess`, ['Mine']],
  [`${inspector}/try?spec=Webhooks`, masked],
  [`${inspector}/try?spec=Webhooks&key=1`, masked],
  [`${inspector}/try?spec=Customer&fields=password`, ['<password>***</password>']],
  [`${inspector}/snapshots?from=before`, masked],
  [`${inspector}/webhooks`, masked],
  [`${inspector}/requests`, ['http%3A%2F%2F***%40h%2F%3F***']],
  [`${inspector}/lint`, []],
  [`${inspector}/outbox`, []],
  [`${inspector}/keys`, ['Mine']],
  [`${inspector}/faults`, []],
  [`${inspector}/`, []],
  ['/_emulator/writes', masked],
  ['/_emulator/requests', ['http%3A%2F%2F***%40h%2F%3F***']],
  ['/_emulator/deliveries', masked],
  ['/_emulator/outbox', []],
  ['/_emulator/lint', []],
  ['/_emulator/snapshots/before/diff', masked],
  ['/_emulator/snapshots/empty/diff', ['Webhooks']],
  ['/_emulator/health', []],
])('%s shows no secret without a login', async (path, parts) => {
  const answer = await fetch(store.url + path, { headers: { accept: 'text/html' } })
  const shown = (await answer.text()).replaceAll('&lt;', '<').replaceAll('&gt;', '>')

  expect(answer.status).toBe(200)
  for (const part of parts) expect(shown).toContain(part)
  for (const secret of ['SECRET', ...hashes]) expect(shown).not.toContain(secret)
})

test('a filter on a secret field finds nothing out', async () => {
  const pages = ['http://u:OTHER%', 'http://u:WRONG%'].map(async (value) => {
    const answer = await fetch(`${store.url}${inspector}/records/Webhooks?field=url&value=${encodeURIComponent(value)}`)
    return (await answer.text()).replaceAll(/OTHER|WRONG/g, '')
  })

  const [right, wrong] = await Promise.all(pages)

  expect(right).toContain('erp.example')
  expect(right).toBe(wrong)
})

test.each([
  `filters=${encodeURIComponent('url=http://u:OTHER%')}`,
  `search=${encodeURIComponent("name = 'url' AND url > 'http://u:OTHER'")}`,
  `filters=${encodeURIComponent("_search=url > 'http://u:OTHER'")}`,
])('a tried request does not compare a secret: %s', async (asked) => {
  const sent = store.requests().length

  const page = await getPage(store, `${inspector}/try?spec=Webhooks&${asked}`)

  expect(page.text).toContain('The inspector needs no login, so it does not search by url. Send this request with a key.')
  expect(store.requests()).toHaveLength(sent)
})

test('a tried request can search for the name of a secret', async () => {
  const page = await getPage(store, `${inspector}/try?spec=Webhooks&search=${encodeURIComponent("name = 'url' OR name = 'NewOrder'")}`)

  expect(page.text).toContain('totalResults="1"')
})

test('the secrets are there for who has the key', async () => {
  const seen = await send('GET', 'Webhooks/1?_fields=url')

  expect(seen.records).toEqual([`<Webhook><url>${url('OTHER-SECRET')}</url></Webhook>`])
})

import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { getPage } from './page.ts'

const store = await startEmulator({ profile: 'hostile' })
afterAll(() => store.close())

const existing =
  'Pages are /_emulator/ and /_emulator/inspector/<name> with records, try, lint, requests, faults, clock, snapshots, files, outbox, ' +
  'webhooks, keys, assumptions; JSON is at /_emulator/<name> with health, assumptions, requests, writes, faults, snapshots, outbox, ' +
  'deliveries, lint, clock, seed, reset.'

test.each([
  ['GET', 'nope'],
  ['POST', 'nope'],
  ['GET', 'health2'],
  ['GET', 'toString'],
  ['GET', 'inspector/nope'],
  ['GET', 'inspector/lint/more'],
])('%s /_emulator/%s is JSON that names what exists', async (method, path) => {
  const answer = await fetch(`${store.url}/_emulator/${path}`, { method, headers: { 'x-emulator': '1' } })

  const body: unknown = await answer.json()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
  expect(body).toEqual({ error: `/_emulator/${path} not found. ${existing}` })
})

test.each(['nope', 'inspector/nope'])('/_emulator/%s is a page that names what exists for a browser', async (path) => {
  const page = await getPage(store, `/_emulator/${path}`)

  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(page.text).toContain(`/_emulator/${path} not found. ${existing}`)
})

test.each([
  ['PUT', 'inspector/lint', 405, { error: 'PUT is not supported here' }, 'GET, HEAD, POST'],
  ['GET', '%zz', 400, { error: 'The address contains a malformed escape' }, null],
])('%s /_emulator/%s is refused as JSON', async (method, path, status, body, allow) => {
  const answer = await fetch(`${store.url}/_emulator/${path}`, { method })

  expect([answer.status, answer.headers.get('allow'), await answer.json()]).toEqual([status, allow, body])
})

test('each page and each name of the control API that is listed exists', async () => {
  const names = /<name> with (.*); JSON is at \/_emulator\/<name> with (.*)\.$/.exec(existing)
  const pages = (names?.[1] ?? '').split(', ').map((name) => `inspector/${name}`)
  const lists = (names?.[2] ?? '').split(', ')

  const statuses = await Promise.all([...pages, ...lists].map(async (path) => (await fetch(`${store.url}/_emulator/${path}`)).status))

  expect(statuses.filter((status) => status === 404)).toEqual([])
  expect(statuses).toHaveLength(24)
})

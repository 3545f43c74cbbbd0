import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import type { AcceptedWrite } from '../../../../src/emulator/writes/write-log.ts'
import { basic, type StoreRequest, storeRequest } from '../store-request.ts'

const noon = new Date('2026-05-31T12:00:00Z')
let store: RunningEmulator
let send: StoreRequest

beforeEach(async () => {
  store = await startEmulator({ key: 'write-key', now: () => noon })
  send = storeRequest(store)
})
afterEach(() => store.close())

async function post(spec: string, ...nodes: readonly string[]): Promise<unknown> {
  return send('POST', spec, `<ResultSet>${nodes.join('')}</ResultSet>`).catch(() => undefined)
}

async function file(method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const body = method === 'PUT' ? { body: 'picture' } : {}
  const url = `${store.filesUrl}/shop/images/items/${path}`
  return (await fetch(url, { method, headers: { authorization: basic(store.key), ...headers }, ...body })).status
}

/** Number, method, rows with their change, and the answer. */
function short({ number, method, changes, answer }: AcceptedWrite): readonly unknown[] {
  return [number, method, changes.map(({ resource, change, key }) => `${change} ${resource} ${Object.values(key).join(',')}`), answer]
}

test('every write that changed the store is logged with its rows, in the order of the commits', async () => {
  await post(
    'Product+PricingAdvanced',
    '<Product><sku>A</sku><PricingAdvanced><price>5</price></PricingAdvanced><PricingAdvanced><start>10</start><price>4</price></PricingAdvanced></Product>',
  )
  await send('PUT', 'Product/A', '<ResultSet><Product><title>New</title></Product></ResultSet>')
  await post('PricingAdvanced', '<PricingAdvanced><uid>2</uid><price>3</price></PricingAdvanced>')
  await send('DELETE', 'PricingAdvanced?sku=A')
  await send('DELETE', 'Product/A')

  expect(store.writes.entries().map(short)).toEqual([
    [1, 'POST', ['created Product A', 'created PricingAdvanced 1,A,,,0,9999999', 'created PricingAdvanced 2,A,,,10,9999999'], 200],
    [2, 'PUT', ['updated Product A'], 200],
    [3, 'POST', ['updated PricingAdvanced 2,A,,,10,9999999'], 200],
    [4, 'DELETE', ['removed PricingAdvanced 1,A,,,0,9999999', 'removed PricingAdvanced 2,A,,,10,9999999'], 200],
    [5, 'DELETE', ['removed Product A'], 200],
  ])
  expect(new Set(store.writes.entries().map(({ at }) => at))).toEqual(new Set([noon.toISOString()]))
})

test('reads, refused writes, writes of nothing and seeds are not accepted writes', async () => {
  store.seed([{ resource: 'Product', fields: { sku: 'A' }, children: {} }])
  await send('GET', 'Product/')
  await post('Product', '<Product><sku>B</sku></Product>', '<Product><sku/></Product>')
  await send('DELETE', 'PricingAdvanced?sku=nothing')
  await file('GET', 'none.png')
  await file('PUT', 'missing/a.png')

  expect(store.writes.entries()).toEqual([])
})

test('files: uploaded, replaced, moved, removed', async () => {
  const to = `${store.filesUrl}/shop/images/items/b.png`
  await file('PUT', 'a.png')
  await file('PUT', 'a.png')
  await file('MOVE', 'a.png', { destination: to })
  await file('DELETE', 'b.png')
  await file('MKCOL', 'sub')

  expect(store.writes.entries().map(short)).toEqual([
    [1, 'PUT', ['created File images/items/a.png'], 201],
    [2, 'PUT', ['updated File images/items/a.png'], 204],
    [3, 'MOVE', ['removed File images/items/a.png', 'created File images/items/b.png'], 201],
    [4, 'DELETE', ['removed File images/items/b.png'], 204],
    [5, 'MKCOL', ['created File images/items/sub'], 201],
  ])
})

test('what the client saw: a status, or that the answer was lost', async () => {
  store.faults.add(
    { on: { nth: 1 }, do: { kind: 'lost-answer' } },
    { on: { nth: 2 }, do: { kind: 'cut', how: 'length' } },
    { on: { nth: 3 }, do: { kind: 'reset', when: 'after-headers' } },
    { on: { nth: 4 }, do: { kind: 'status', status: 502, when: 'after' } },
    { on: { nth: 5 }, do: { kind: 'status', status: 500 } },
  )

  for (const code of ['a', 'b', 'c', 'd', 'e', 'f']) await post('UserGroups', `<UserGroup><code>${code}</code></UserGroup>`)

  expect(store.writes.entries().map(({ changes, answer, fault }) => [changes[0]?.key, answer, fault])).toEqual([
    [{ code: 'a' }, 'lost', 'lost-answer'],
    [{ code: 'b' }, 'lost', 'cut'],
    [{ code: 'c' }, 'lost', 'reset'],
    [{ code: 'd' }, 502, 'status'],
    [{ code: 'f' }, 200, undefined],
  ])
})

test('a hook sees each write at its commit, before it is answered', async () => {
  const seen: (readonly unknown[])[] = []
  const end = store.writes.onWrite((write) => void seen.push([...short(write), store.writes.entries().length]))

  await post('UserGroups', '<UserGroup><code>a</code></UserGroup>')
  end()
  await post('UserGroups', '<UserGroup><code>b</code></UserGroup>')

  expect(seen).toEqual([[1, 'POST', ['created UserGroups a'], null, 1]])
})

test('the control API lists and clears the writes; secrets are masked; numbers go on', async () => {
  const control = `${store.url}/_emulator/writes`
  await fetch(`${store.url}/API/V3/UserGroups?_key=write-key`, {
    method: 'POST',
    body: '<ResultSet><UserGroup><code>a</code></UserGroup></ResultSet>',
  })

  const listed = await (await fetch(control)).text()
  const cleared = await fetch(control, { method: 'DELETE', headers: { 'x-emulator': '1' } })
  await post('UserGroups', '<UserGroup><code>b</code></UserGroup>')

  expect(listed).not.toContain('write-key')
  expect(JSON.parse(listed)).toEqual([
    {
      number: 1,
      at: noon.toISOString(),
      method: 'POST',
      target: '/API/V3/UserGroups?_key=***',
      changes: [{ resource: 'UserGroups', change: 'created', key: { code: 'a' } }],
      answer: 200,
    },
  ])
  expect([cleared.status, store.writes.entries().map(({ number }) => number)]).toEqual([204, [2]])
})

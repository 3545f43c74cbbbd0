import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../../src/cli/run-program.ts'
import { openOrderFeed } from '../../src/orders/listen/order-feed.ts'
import { orderNumberIn } from '../../src/orders/listen/receive-notifications.ts'
import { openStore } from '../../src/store/open-store.ts'
import { Collected } from '../support/collected.ts'
import { orderKey, orderOf, type OrderShop, startOrderShop } from '../support/order-shop.ts'
import { surroundingsIn } from '../support/surroundings.ts'

/** An output that says when something was written to it. */
class Watched extends Collected {
  override _write(chunk: Buffer, encoding: string, done: () => void): void {
    super._write(chunk, encoding, done)
    this.emit('wrote')
  }
}

interface Listening {
  readonly stdout: Collected
  readonly stderr: Collected
  /** Resolves when this text is on stdout or stderr. */
  readonly until: (text: string) => Promise<void>
  readonly signal: (name: 'SIGINT' | 'SIGTERM') => void
  readonly ended: Promise<number>
}

function startListening({ folder }: OrderShop, ...argv: readonly string[]): Listening {
  const [stdout, stderr] = [new Watched(), new Watched()]
  const listeners = new Set<(signal: 'SIGINT' | 'SIGTERM') => void>()
  const given = surroundingsIn(folder.root, {
    stdout,
    stderr,
    env: { SHOP_KEY: orderKey, PATH: process.env['PATH'] },
    onSignal: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  return {
    stdout,
    stderr,
    async until(text) {
      while (!`${stdout.text}${stderr.text}`.includes(text)) await Promise.race([once(stdout, 'wrote'), once(stderr, 'wrote')])
    },
    signal: (name) => listeners.forEach((listener) => listener(name)),
    ended: runProgram(['listen', ...argv], given),
  }
}

const numbersOf = ({ stdout }: Listening): readonly string[] =>
  stdout.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => String(JSON.parse(line).order_number))

async function statusOf(address: string, init: RequestInit): Promise<number> {
  return (await fetch(address, init)).status
}

async function createOrder({ emulator }: OrderShop, email: string): Promise<void> {
  const body = `<ResultSet><Order><email>${email}</email><Orderline><sku>MUG</sku><quantity>2</quantity></Orderline></Order></ResultSet>`
  const headers = { authorization: `Basic ${Buffer.from(`${orderKey}:`).toString('base64')}`, 'content-type': 'application/xml' }
  const { status } = await fetch(`${emulator.url}/API/V3/Order+Orderline`, { method: 'POST', headers, body })
  expect(status).toBe(200)
}

test('new orders come in full as the store notifies them, those of before do not; the subscription is removed at the end', async () => {
  await using shop = await startOrderShop([orderOf(1)])
  const listening = startListening(shop)
  await listening.until('Ctrl-C ends it')

  await createOrder(shop, 'bo@shop.example')
  await listening.until('bo@shop.example')
  listening.signal('SIGINT')

  expect(await listening.ended).toBe(0)
  expect(numbersOf(listening)).toEqual(['2'])
  expect(JSON.parse(listening.stdout.text)).toMatchObject({
    email: 'bo@shop.example',
    Orderlines: [{ code: '2-1', sku: 'MUG', quantity: '2' }],
    OrderlineTax: [],
    OrderlineDiscounts: [],
  })
  expect(listening.stderr.text).toContain('1 order of store live\n')
  expect((await shop.run('get', 'Webhooks', '-f', 'json')).stdout).toBe('[]\n')
})

test('--mark begins with the orders that are not marked, marks each, and a second run has none of them', async () => {
  await using shop = await startOrderShop([orderOf(1), orderOf(2, { integrated: 'true' }), orderOf(3)])

  const first = await shop.run('listen', '--mark', '--limit', '2')
  const left = await shop.run('get', 'Order', 'integrated=0', '--fields', 'order_number', '-f', 'json')

  expect(first.exitCode).toBe(0)
  expect(first.stdout.match(/"order_number":"\d+","username"/g)).toEqual(['"order_number":"1","username"', '"order_number":"3","username"'])
  expect(left.stdout).toBe('[]\n')
})

test('--exec gives an order to a command, marks it only where the command ended with 0, and never makes it a part of the command line', async () => {
  await using shop = await startOrderShop([orderOf(1, { comments: '$(touch hacked) `touch hacked`' })])
  const failing = startListening(shop, '--mark', '--exec', 'cat > first.json; exit 3')
  await failing.until('The command for order 1 failed')
  failing.signal('SIGTERM')
  const exitCode = await failing.ended

  const second = await shop.run('listen', '--mark', '--limit', '1', '--exec', 'cat > second.json; echo taken')

  expect(exitCode).toBe(143)
  expect(second).toMatchObject({ exitCode: 0, stdout: 'taken\n' })
  const [one, other] = ['first.json', 'second.json'].map((file) => readFileSync(join(shop.folder.root, file), 'utf8'))
  expect(one).toBe(other)
  expect(JSON.parse(one ?? '')).toMatchObject({ order_number: '1', comments: '$(touch hacked) `touch hacked`' })
  expect(() => readFileSync(join(shop.folder.root, 'hacked'))).toThrow('ENOENT')
})

test('strangers cannot notify, and a forged notification prints nothing that the store does not have', async () => {
  await using shop = await startOrderShop([])
  const listening = startListening(shop, '--path', '/hooks/secret')
  await listening.until('Ctrl-C ends it')
  const [, url = ''] = /Notifications at (\S+)/.exec(listening.stderr.text) ?? []

  const statuses = [
    await statusOf(url.replace('secret', 'other'), { method: 'POST', body: '{}' }),
    await statusOf(url, { method: 'GET' }),
    await statusOf(url, { method: 'POST', body: JSON.stringify({ order_number: 77, order: { email: 'mallory@evil.example' } }) }),
    await statusOf(url, { method: 'POST', body: 'not json' }),
    await statusOf(url, { method: 'POST', body: 'x'.repeat(1_000_001) }),
  ]
  await createOrder(shop, 'cy@shop.example')
  await listening.until('cy@shop.example')
  listening.signal('SIGINT')
  await listening.ended

  expect(statuses).toEqual([404, 405, 204, 204, 413])
  expect(numbersOf(listening)).toEqual(['1'])
})

test('a port that is taken and a number that cannot be meant are errors with what to do', async () => {
  await using shop = await startOrderShop([])
  const { port } = new URL(shop.emulator.url)

  const taken = await shop.run('listen', '--port', port)
  const never = await shop.run('listen', '--poll', '0')

  expect([taken.exitCode, never.exitCode]).toEqual([1, 64])
  expect(taken.stderr).toContain(`Port ${port} is used by another program.\n  help: Give another one with \`--port\`.`)
  expect(never.stderr).toContain('`--poll` does not accept `0`.\n  help: Give a number of seconds from 1 to 86400.')
})

test('a notification names its order in each form that is assumed', () => {
  expect([
    orderNumberIn('{"event":"NewOrder","order_number":"12","order":{"order_number":"12"}}'),
    orderNumberIn('{"order_number":12}'),
    orderNumberIn('{"order":{"order_number":"12"}}'),
  ]).toEqual(['12', '12', '12'])
  expect(['', '[]', 'null', '{"order_number":"1%"}', '{"order_number":{}}', '{"order":7}'].map(orderNumberIn)).toEqual(Array(6).fill(null))
})

test('orders whose notification was lost are found after the pause, also when the store could not be read in between', async () => {
  await using shop = await startOrderShop([])
  const store = openStore({
    name: 'live',
    baseUrl: shop.emulator.url,
    filesUrl: null,
    siteName: null,
    key: orderKey,
    sleep: () => Promise.resolve(),
  })
  const stopping = new AbortController()
  const faults: string[] = []
  const pauses: number[] = []
  const feed = openOrderFeed({
    store,
    pollMs: 5_000,
    async sleep(milliseconds) {
      pauses.push(milliseconds)
      if (pauses.length === 1) await createOrder(shop, 'di@shop.example')
      if (pauses.length === 1) shop.emulator.faults.add({ on: { method: 'GET' }, do: { kind: 'status', status: 500 }, times: 6 })
    },
    stop: stopping.signal,
    onFault: ({ code }) => faults.push(code),
  })

  const emails: string[] = []
  for await (const { fields } of feed.orders()) {
    emails.push(fields['email'] ?? '')
    stopping.abort()
  }
  await store.close()

  expect(emails).toEqual(['di@shop.example'])
  expect(faults.length).toBeGreaterThan(0)
  expect(new Set(pauses)).toEqual(new Set([5_000]))
})

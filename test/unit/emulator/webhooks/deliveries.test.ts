import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { order, outcome, startReceiver, subscribe } from './receiver.ts'
import { idleMs } from '../../../support/idle-ms.ts'

const folder = await mkdtemp(join(tmpdir(), 'planogram-webhooks-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('one attempt; what is not 2xx has failed, a redirect is not followed, and resend tries once more', async () => {
  await using target = await startReceiver()
  await using store = await startEmulator()
  await subscribe(store, target.url)
  target.answers.push(500, 302)
  await order(store)
  await store.webhooks.settled()
  await order(store)
  await store.webhooks.settled()
  const before = outcome(store)

  const again = await store.webhooks.resend(1)

  expect(before).toEqual([
    ['failed', 500],
    ['failed', 302],
  ])
  expect([again.id, again.state, again.attempts.map(({ status }) => status)]).toEqual([1, 'delivered', [500, 204]])
  expect(target.received.map(({ path, body }) => [path, (body as { order_number: string }).order_number])).toEqual([
    ['/', '1'],
    ['/', '2'],
    ['/', '1'],
  ])
  await expect(store.webhooks.resend(99)).rejects.toThrow('The embedded store has no notification 99')
})

test('webhookRetries three: up to three more attempts, until one is answered with 2xx', async () => {
  await using target = await startReceiver()
  await using store = await startEmulator({ switches: { webhookRetries: 'three' }, webhooks: { retryAfterMs: 1 } })
  await subscribe(store, target.url)

  target.answers.push(503, 503)
  await order(store)
  await store.webhooks.settled()
  target.answers.push(500, 500, 500, 500)
  await order(store)
  await store.webhooks.settled()

  expect(outcome(store)).toEqual([
    ['delivered', 503, 503, 204],
    ['failed', 500, 500, 500, 500],
  ])
})

test('a target that never answers does not delay the write, and is cut after the time-out', async () => {
  await using target = await startReceiver()
  await using store = await startEmulator({ webhooks: { timeoutMs: 1000 } })
  await subscribe(store, target.url)
  target.answers.push(0)

  await order(store)

  // A write that waited for its delivery would find it failed.
  const meanwhile = store.webhooks.deliveries().map(({ state }) => state)
  await store.webhooks.settled()
  expect(meanwhile.map((state) => ['pending', 'sending'].includes(state))).toEqual([true])
  expect(outcome(store)).toEqual([['failed', 'no answer within 1000 ms']])
  expect(store.webhooks.deliveries()[0]?.attempts[0]?.tookMs).toBeGreaterThanOrEqual(990)
})

test('a port that nobody listens on is one failed attempt with the reason', async () => {
  await using store = await startEmulator()
  const closed = await startReceiver()
  await closed[Symbol.asyncDispose]()
  await subscribe(store, closed.url)

  await order(store)
  await store.webhooks.settled()

  expect(outcome(store)).toEqual([['failed', 'ECONNREFUSED']])
})

test('only this machine is notified, or a listed host (H6); the rest is logged as refused', async () => {
  await using target = await startReceiver()
  const elsewhere = target.url.replace('127.0.0.1', '0.0.0.0')
  await using store = await startEmulator()
  const { port } = new URL(target.url)
  await using listed = await startEmulator({ webhooks: { hosts: ['0.0.0.0'] } })
  await using listedPort = await startEmulator({ webhooks: { hosts: [`0.0.0.0:${port}`, '0.0.0.0:443'] } })
  await using otherPort = await startEmulator({ webhooks: { hosts: ['0.0.0.0:80'] } })
  for (const url of [elsewhere, 'https://erp.example/hook', 'http://127.0.0.1.evil.example/']) await subscribe(store, url)
  await subscribe(listed, elsewhere)
  await subscribe(listedPort, elsewhere)
  // The default port of https; nothing listens there.
  await subscribe(listedPort, 'https://0.0.0.0/')
  await subscribe(otherPort, elsewhere)

  for (const each of [store, listed, listedPort, otherPort]) await order(each)
  await Promise.all([store, listed, listedPort, otherPort].map((each) => each.webhooks.settled()))

  expect(outcome(store)).toEqual(Array.from({ length: 3 }, () => ['refused', 'the target is neither this machine nor a listed host']))
  expect(outcome(listed)).toEqual([['delivered', 204]])
  expect(outcome(listedPort)).toEqual([
    ['delivered', 204],
    ['failed', 'ECONNREFUSED'],
  ])
  expect(outcome(otherPort)).toEqual([['refused', 'the target is neither this machine nor a listed host']])
  expect(target.received.length).toBe(2)
})

test('pause holds notifications back, resume sends them; reset forgets them', async () => {
  await using target = await startReceiver()
  await using store = await startEmulator()
  await subscribe(store, target.url)
  store.webhooks.pause()
  await order(store)
  await store.webhooks.settled()
  const held = [outcome(store), target.received.length]

  store.webhooks.resume()
  await store.webhooks.settled()

  expect(held).toEqual([[['pending']], 0])
  expect([outcome(store), target.received.length]).toEqual([[['delivered', 204]], 1])
  store.reset()
  expect(store.webhooks.deliveries()).toEqual([])
})

test('close cuts what hangs within a second, and the log says so', async () => {
  await using target = await startReceiver()
  const data = join(folder, 'cut')
  const store = await startEmulator({ data })
  await subscribe(store, target.url)
  target.answers.push(0)
  await order(store)

  const waited = await idleMs(() => store.close())

  expect(waited).toBeLessThan(1_500)
  await using again = await startEmulator({ data })
  expect(outcome(again)).toEqual([['failed', 'aborted: the store was closed']])
})

test('what waited goes out after a restart; what was on its way when the store was killed is lost, not sent twice', async () => {
  await using target = await startReceiver()
  const data = join(folder, 'kept')
  const first = await startEmulator({ data })
  await subscribe(first, target.url)
  first.webhooks.pause()
  await order(first)
  await order(first)
  await first.close()
  const database = new DatabaseSync(join(data, 'store.db'))
  database.exec(`UPDATE _delivery SET state = 'sending' WHERE id = 1`)
  database.close()

  await using second = await startEmulator({ data })
  await second.webhooks.settled()

  expect(outcome(second)).toEqual([['lost'], ['delivered', 204]])
  expect(target.received.map(({ body }) => (body as { order_number: string }).order_number)).toEqual(['2'])
})

test('what was pending in a state that is loaded is sent; what was on its way when it was saved is lost', async () => {
  await using target = await startReceiver()
  await using store = await startEmulator({ webhooks: { timeoutMs: 1_000 } })
  await subscribe(store, target.url)
  target.answers.push(0)
  const arrived = target.next()
  await order(store)
  await arrived
  store.webhooks.pause()
  await order(store)
  store.snapshots.save('waiting')
  store.webhooks.resume()
  await store.webhooks.settled()
  const before = outcome(store)

  store.snapshots.load('waiting')
  await store.webhooks.settled()

  expect(before).toEqual([
    ['failed', 'no answer within 1000 ms'],
    ['delivered', 204],
  ])
  expect(outcome(store)).toEqual([['lost'], ['delivered', 204]])
  expect(target.received.map(({ body }) => (body as { order_number: string }).order_number)).toEqual(['1', '2', '2'])
})

test('a store that starts with a snapshot sends what was pending in it', async () => {
  await using target = await startReceiver()
  const data = join(folder, 'snapshot')
  const first = await startEmulator({ data })
  await subscribe(first, target.url)
  first.webhooks.pause()
  await order(first)
  first.snapshots.save('waiting')
  first.webhooks.clear()
  await first.close()

  await using second = await startEmulator({ data, snapshot: 'waiting' })
  await second.webhooks.settled()

  expect([outcome(second), target.received.length]).toEqual([[['delivered', 204]], 1])
})

test('a user name in the address becomes basic authentication', async () => {
  await using target = await startReceiver()
  await using store = await startEmulator()
  await subscribe(store, target.url.replace('http://', 'http://erp:pass@'))

  await order(store)
  await store.webhooks.settled()

  expect(target.received[0]?.headers.authorization).toBe(`Basic ${Buffer.from('erp:pass').toString('base64')}`)
})

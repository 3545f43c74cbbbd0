import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EmulatorOptions, RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { order, outcome, type Receiver, startReceiver, subscribe } from './receiver.ts'

const retrying: EmulatorOptions = { switches: { webhookRetries: 'three' }, webhooks: { retryAfterMs: 300 } }

/** A store of which one notification was answered with 500 and waits for its next attempt. */
async function waiting(target: Receiver, options = retrying): Promise<RunningEmulator> {
  const store = await startEmulator(options)
  await subscribe(store, target.url)
  target.answers.push(500)
  const arrived = target.next()
  await order(store)
  await arrived
  await expect.poll(() => outcome(store)).toEqual([['sending', 500]])
  return store
}

test.each([
  ['clear', (store: RunningEmulator): void => store.webhooks.clear()],
  ['reset', (store: RunningEmulator): void => store.reset()],
])('%s ends the retries of notifications that are gone', async (_, remove) => {
  await using target = await startReceiver()
  await using store = await waiting(target)

  remove(store)
  await store.webhooks.settled()

  expect(outcome(store)).toEqual([])
  expect(target.received.length).toBe(1)
})

test('reset ends an attempt that is not answered, and nothing is noted of it in the new state', async () => {
  await using target = await startReceiver()
  await using store = await startEmulator()
  await subscribe(store, target.url)
  target.answers.push(0)
  const arrived = target.next()
  await order(store)
  await arrived

  store.reset()
  await subscribe(store, target.url)
  await order(store)
  await store.webhooks.settled()

  expect(outcome(store)).toEqual([['delivered', 204]])
  expect(target.received.length).toBe(2)
})

test('a notification of a loaded state is sent by that state alone', async () => {
  await using target = await startReceiver()
  await using store = await startEmulator(retrying)
  await subscribe(store, target.url)
  store.webhooks.pause()
  await order(store)
  store.snapshots.save('pending')
  target.answers.push(500)
  const arrived = target.next()
  store.webhooks.resume()
  await arrived
  await expect.poll(() => outcome(store)).toEqual([['sending', 500]])

  store.snapshots.load('pending')
  await store.webhooks.settled()

  expect(outcome(store)).toEqual([['delivered', 204]])
  expect(target.received.length).toBe(2)
})

test('what is sent by hand while it waits is not sent again', async () => {
  await using target = await startReceiver()
  await using store = await waiting(target)

  const again = await store.webhooks.resend(1)
  await store.webhooks.settled()

  expect([again.state, ...outcome(store)]).toEqual(['delivered', ['delivered', 500, 204]])
  expect(target.received.length).toBe(2)
})

test('a notification that waits for its next attempt has not failed yet; after close it has', async () => {
  const data = await mkdtemp(join(tmpdir(), 'planogram-retries-'))
  await using target = await startReceiver()
  const store = await waiting(target, { ...retrying, webhooks: { retryAfterMs: 60_000 }, data })
  await store.close()

  const later = await startEmulator({ data })
  const seen = outcome(later)
  await later.close()
  await rm(data, { recursive: true, force: true })

  expect(seen).toEqual([['failed', 500]])
})

test('names of listed hosts are compared without case', async () => {
  await using store = await startEmulator({ webhooks: { hosts: ['ERP.invalid'] } })
  await subscribe(store, 'http://erp.invalid/hook')

  await order(store)
  await store.webhooks.settled()

  expect(store.webhooks.deliveries().map(({ state }) => state)).toEqual(['failed'])
})

test('a target that does not answer does not hold up the notifications of another one', async () => {
  await using silent = await startReceiver()
  await using target = await startReceiver()
  await using store = await startEmulator()
  silent.answers.push(...Array.from({ length: 40 }, () => 0))
  await subscribe(store, silent.url)
  await subscribe(store, target.url)

  for (let number = 0; number < 12; number += 1) await order(store)

  await expect.poll(() => target.received.length).toBe(12)
  expect(silent.received.length).toBeLessThanOrEqual(4)
})

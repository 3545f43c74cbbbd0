import { expect, test } from 'vitest'
import { createClock } from '../../../../src/emulator/clock/clock.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'

const product = '<ResultSet><Product><sku>A</sku></Product></ResultSet>'

test('time passes on a frozen clock only where it is advanced; a new time that is set does not count', () => {
  const clock = createClock(() => new Date('2026-05-31T12:00:00Z'))
  clock.freeze()
  const start = clock.elapsedMs()

  clock.advance(150)
  clock.set(new Date('2027-01-01T00:00:00Z'))
  clock.advance(-40)
  clock.advance(50)

  expect([clock.elapsedMs() - start, clock.now().toISOString()]).toEqual([200, '2027-01-01T00:00:00.010Z'])
})

test('a clock that runs again counts from where it was frozen', () => {
  const clock = createClock(() => new Date('2026-05-31T12:00:00Z'))
  clock.freeze()
  const frozen = clock.elapsedMs()

  clock.run()

  expect(clock.elapsedMs()).toBeGreaterThanOrEqual(frozen)
})

test('the switch lag counts on the clock of the store', async () => {
  await using store = await startEmulator({ switches: { lag: '200' } })
  const send = storeRequest(store)
  store.clock.freeze()

  await send('POST', 'Product', product)
  store.clock.advance(199)
  const before = (await send('GET', 'Product/')).counts
  store.clock.advance(1)

  expect([before, (await send('GET', 'Product/')).counts]).toEqual(['0 0 0', '0 1 1'])
})

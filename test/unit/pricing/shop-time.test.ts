import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { shopNow, shopTime } from '../../../src/pricing/shop-time.ts'

test.each([
  ['2026-12-24T23:30:00Z', 'UTC', '2026-12-24 23:30:00'],
  ['2026-12-24T23:30:00Z', 'Europe/Oslo', '2026-12-25 00:30:00'],
  ['2026-07-01T04:05:06Z', 'America/New_York', '2026-07-01 00:05:06'],
  ['2026-07-01T03:59:59Z', 'America/New_York', '2026-06-30 23:59:59'],
])('%s in %s is %s', (moment, timezone, text) => {
  expect(shopTime(new Date(moment), timezone)).toBe(text)
})

test('UTC is written as any other zone without an offset', () => {
  const moments = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('+012000-01-01T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      expect(shopTime(moment, 'UTC')).toBe(shopTime(moment, 'Etc/UTC'))
    }),
  )
})

const zones = ['UTC', 'Europe/Oslo', 'America/New_York', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kathmandu', 'Asia/Manila']

test('a time of the shop is past where it is before the local time', () => {
  // The zones of Manila and of Alaska were 15 hours and more from Greenwich in 1844 and 1867.
  const moments = fc.date({ min: new Date('1800-01-02T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  const distances = fc.integer({ min: -3 * 86_400, max: 3 * 86_400 })
  let [past, ahead] = [0, 0]
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), distances, (moment, zone, seconds) => {
      const other = shopTime(new Date(moment.getTime() + seconds * 1_000), 'UTC')
      const now = shopNow(moment, zone)
      const isPast = other < shopTime(moment, zone)
      expect(now.isPast(other)).toBe(isPast)
      expect(now.time()).toBe(shopTime(moment, zone))
      if (isPast) past += 1
      else ahead += 1
    }),
  )
  expect(Math.min(past, ahead)).toBeGreaterThan(10)
})

test('the time of the shop itself is not past, the second before it is', () => {
  const now = shopNow(new Date('2026-07-01T12:00:00Z'), 'Europe/Oslo')
  expect(['2026-07-01 14:00:00', '2026-07-01 13:59:59'].map((time) => now.isPast(time))).toEqual([false, true])
})

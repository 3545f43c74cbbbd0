import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { shopTime } from '../../../src/pricing/shop-time.ts'

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

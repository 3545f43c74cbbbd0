import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDecimals,
  compareDecimals,
  multiplyDecimals,
  percentMoved,
  roundHalfUp,
  roundToMultiple,
  subtractDecimals,
} from '../../../src/records/decimal.ts'

const cents = fc.integer({ min: -1_000_000, max: 1_000_000 })

function inCents(value: number): string {
  const digits = String(Math.abs(value)).padStart(3, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

test('compares and subtracts exactly, where floats do not', () => {
  const long = ['0.1', '0.30000000000000000001', '12345678901234567890.01'] as const

  const compared = [
    compareDecimals('19.950', '19.95'),
    compareDecimals(long[0], '0.10001'),
    compareDecimals('-2', '-10'),
    compareDecimals('x', '1'),
  ]
  const subtracted = [
    subtractDecimals('0.3', '0.1'),
    subtractDecimals(long[1], '0.3'),
    subtractDecimals(long[2], '0.01'),
    subtractDecimals('1', '1.0'),
    subtractDecimals('', '1'),
  ]

  expect(compared).toEqual([0, -1, 1, undefined])
  expect(subtracted).toEqual(['0.2', '0.00000000000000000001', '12345678901234567890', '0', undefined])
})

test('agrees with whole cents', () => {
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      const difference = subtractDecimals(inCents(a), inCents(b))

      expect(compareDecimals(inCents(a), inCents(b))).toBe(Math.sign(a - b))
      expect(compareDecimals(difference ?? 'none', inCents(a - b))).toBe(0)
    }),
  )
})

test('gives the change of a price in per cent, half away from zero', () => {
  const moves = [
    ['20', '25'],
    ['20', '17.5'],
    ['3', '4'],
    ['8', '8.004'],
    ['5', '5'],
    ['0', '5'],
    ['1', '100'],
    ['-4', '-5'],
    ['a', '1'],
  ] as const

  const moved = moves.map(([before, after]) => percentMoved(before, after))

  expect(moved).toEqual(['25', '-12.5', '33.3', '0.1', '0', undefined, '9900', '-25', undefined])
})

test('adds and multiplies exactly', () => {
  const results = [
    addDecimals('0.1', '0.2'),
    addDecimals('-1.5', '1.50'),
    multiplyDecimals('19.95', '0.085'),
    multiplyDecimals('-0.10', '10'),
    addDecimals('1', 'x'),
    multiplyDecimals('', '1'),
  ]

  expect(results).toEqual(['0.3', '0', '1.69575', '-1', undefined, undefined])
})

test('rounds half up, never half to even and never away from zero', () => {
  const rounded = ['0.125', '0.115', '0.1249', '2', '2.5', '-0.125', '-0.126', '1.005', 'x'].map((text) => roundHalfUp(text, 2))

  expect(rounded).toEqual(['0.13', '0.12', '0.12', '2', '2.5', '-0.12', '-0.13', '1.01', undefined])
})

test('rounding agrees with whole thousandths', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), (thousandths) => {
      const text = addDecimals(
        '0',
        `${thousandths < 0 ? '-' : ''}${Math.trunc(Math.abs(thousandths) / 1000)}.${String(Math.abs(thousandths) % 1000).padStart(3, '0')}`,
      )

      expect(compareDecimals(roundHalfUp(text ?? '', 2) ?? '', inCents(Math.floor((thousandths + 5) / 10)))).toBe(0)
    }),
  )
})

test('the nearest multiple of a step, half away from zero', () => {
  const rounded = [
    ['17.955', '0.05'],
    ['17.925', '0.05'],
    ['17.9249', '0.05'],
    ['-17.925', '0.05'],
    ['7', '5'],
    ['7.5', '5'],
    ['0.02', '0.05'],
    ['3', '0.7'],
    ['1', '0'],
    ['1', '-1'],
    ['x', '1'],
  ].map(([text = '', step = '']) => roundToMultiple(text, step))

  expect(rounded).toEqual(['17.95', '17.95', '17.9', '-17.95', '5', '10', '0', '2.8', undefined, undefined, undefined])
})

test('a multiple is never farther away than half a step', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: 1, max: 500 }), (cents, step) => {
      const rounded = Number(roundToMultiple(inCents(cents), inCents(step))) * 100

      expect(Math.abs(Math.round(rounded) - cents) * 2).toBeLessThanOrEqual(step)
      expect(Math.abs(Math.round(rounded) % step)).toBe(0)
    }),
  )
})

test('compares short and long forms of one value the same', () => {
  const part = fc.nat({ max: 999_999_999 })

  fc.assert(
    fc.property(part, fc.nat({ max: 999_999 }), part, fc.nat({ max: 999_999 }), (whole, fraction, otherWhole, otherFraction) => {
      const left = `${whole}.${String(fraction).padStart(6, '0')}`
      const right = `${otherWhole}.${String(otherFraction).padStart(6, '0')}`
      const expected = whole === otherWhole ? Math.sign(fraction - otherFraction) : Math.sign(whole - otherWhole)

      expect([compareDecimals(left, right), compareDecimals(`${left}0000000000`, right)]).toEqual([expected, expected])
      expect(compareDecimals(left, `${left}0`)).toBe(0)
    }),
  )
})

import { expect, test } from 'vitest'
import { decimalSlip } from '../../../src/pricing/decimal-slip.ts'

test.each([
  ['9.90', '990', { factor: '100', isHigher: true }],
  ['990.00', '9.9', { factor: '100', isHigher: false }],
  ['0.1', '1', { factor: '10', isHigher: true }],
  ['1995', '1.995', { factor: '1000', isHigher: false }],
  ['-3', '-30', { factor: '10', isHigher: true }],
  ['123456789012345678.9', '1234567890123456789', { factor: '10', isHigher: true }],
])('from %s to %s the decimal point is misplaced', (before, after, slip) => {
  expect(decimalSlip(before, after)).toEqual(slip)
})

test.each([
  ['9.90', '991'],
  ['1', '10000'],
  ['3', '-30'],
  ['0', '0'],
  ['0', '10'],
  ['5', '5'],
  ['', '10'],
  ['123456789012345678.9', '1234567890123456788'],
])('from %s to %s the price moves otherwise', (before, after) => {
  expect(decimalSlip(before, after)).toBeNull()
})

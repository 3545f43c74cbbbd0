import { expect, test } from 'vitest'
import { decimalSlip } from '../../../src/pricing/decimal-slip.ts'

test.each([
  ['9.90', '990', { factor: '100', isHigher: true, isExact: true }],
  ['990.00', '9.9', { factor: '100', isHigher: false, isExact: true }],
  ['0.1', '1', { factor: '10', isHigher: true, isExact: true }],
  ['1995', '1.995', { factor: '1000', isHigher: false, isExact: true }],
  ['-3', '-30', { factor: '10', isHigher: true, isExact: true }],
  ['123456789012345678.9', '1234567890123456789', { factor: '10', isHigher: true, isExact: true }],
  ['8.60', '850', { factor: '100', isHigher: true, isExact: false }],
  ['9.90', '991', { factor: '100', isHigher: true, isExact: false }],
  ['850', '8.60', { factor: '100', isHigher: false, isExact: false }],
  ['2', '21', { factor: '10', isHigher: true, isExact: false }],
  ['19', '2', { factor: '10', isHigher: false, isExact: false }],
  ['2', '19', { factor: '10', isHigher: true, isExact: false }],
  ['123456789012345678.9', '1234567890123456788', { factor: '10', isHigher: true, isExact: false }],
])('from %s to %s the decimal point seems misplaced', (before, after, slip) => {
  expect(decimalSlip(before, after)).toEqual(slip)
})

test.each([
  ['9.90', '1040'],
  ['2', '21.01'],
  ['2', '18.99'],
  ['21.01', '2'],
  ['1', '10000'],
  ['3', '-30'],
  ['0', '0'],
  ['0', '10'],
  ['10', '0'],
  ['5', '5'],
  ['', '10'],
])('from %s to %s the price moves otherwise', (before, after) => {
  expect(decimalSlip(before, after)).toBeNull()
})

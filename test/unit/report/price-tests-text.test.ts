import { expect, test } from 'vitest'
import type { Outcome } from '../../../src/pricing/expectation.ts'
import { priceTestsText } from '../../../src/report/price-tests-text.ts'
import { plainTheme } from '../../../src/report/theme.ts'

const holds: Outcome = { kind: 'holds' }
const fails: Outcome = {
  kind: 'fails',
  message: 'TEE should cost 12.50 NOK (1 piece), but it comes out as 10.80 NOK',
  reason: 'It comes about so: simple price (10.80).',
  priced: null,
  unknown: null,
}

test('nothing without price tests, one line when all passed', () => {
  const texts = [[], [holds], [holds, holds]].map((outcomes) => priceTestsText(outcomes, plainTheme, 80))

  expect(texts).toEqual(['', '1 price test passed.\n', '2 price tests passed.\n'])
})

test('each that failed has its reason, with the exit code, within the width', () => {
  expect(priceTestsText([holds, fails], plainTheme, 60)).toBe(`1 of 2 price tests failed in the store (exit code 6):
! TEE should cost 12.50 NOK (1 piece), but it comes out as
  10.80 NOK.
  It comes about so: simple price (10.80).
`)
})

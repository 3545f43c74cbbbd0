import { expect, test } from 'vitest'
import type { Outcome } from '../../../src/pricing/expectation.ts'
import { priceTestsText } from '../../../src/report/price-tests-text.ts'
import { plainTheme } from '../../../src/report/theme.ts'

const holds: Outcome = { kind: 'holds' }
const fails: Outcome = {
  kind: 'fails',
  message: 'TEE should cost 12.50 NOK (1 piece), but costs 10.80 NOK',
  reason: 'How it is calculated: simple price (10.80).',
  priced: null,
  unknown: null,
}

test('no text without price tests, one line when all pass', () => {
  const texts = [[], [holds], [holds, holds]].map((outcomes) => priceTestsText(outcomes, plainTheme, 80))

  expect(texts).toEqual(['', '1 price test passed.\n', '2 price tests passed.\n'])
})

test('each failed test has its reason, wrapped to the width', () => {
  expect(priceTestsText([holds, fails], plainTheme, 60)).toBe(`1 of 2 price tests failed in the store (exit code 6):
! TEE should cost 12.50 NOK (1 piece), but costs 10.80 NOK.
  How it is calculated: simple price (10.80).
`)
})

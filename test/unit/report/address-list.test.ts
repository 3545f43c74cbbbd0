import { expect, test } from 'vitest'
import { addressListText } from '../../../src/report/address-list.ts'
import { plainTheme } from '../../../src/report/theme.ts'

test('a list of 150,000 addresses is printed, one per line', () => {
  const entries = Array.from({ length: 150_000 }, (_, at) => ({ address: `product.SKU-${at}`, at: null, count: 1 }))

  const lines = addressListText(
    { address: '', entries },
    () => {
      throw new Error('no entry has a place')
    },
    { theme: plainTheme, width: 80 },
  ).split('\n')

  expect(lines).toHaveLength(entries.length + 1)
  expect([lines[0], lines.at(-2)]).toEqual(['product.SKU-0       1', 'product.SKU-149999  1'])
})

import { expect, test } from 'vitest'
import { addressMatcher } from '../../../src/plan/selection.ts'

test('? matches one character, also one of two UTF-16 units; * matches any text, and other characters themselves', () => {
  const addresses = ['product.A', 'product.😀', 'product.😀😀', 'product.T-1', 'product.T+1', 'product.[T]/attribute.a b']
  const matched = (glob: string): readonly string[] => addresses.filter(addressMatcher([glob]))

  expect(matched('product.?')).toEqual(['product.A', 'product.😀'])
  expect(matched('product.??')).toEqual(['product.😀😀'])
  expect(matched('product.T-?')).toEqual(['product.T-1'])
  expect(matched('product.T+1')).toEqual(['product.T+1'])
  expect(matched('*.[T]/*')).toEqual(['product.[T]/attribute.a b'])
  expect(matched('product.😀*')).toEqual(['product.😀', 'product.😀😀'])
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { extraImageCodes } from '../../../../src/catalogue/expand/extra-image-codes.ts'
import { optionCode } from '../../../../src/records/derived-codes.ts'
import { charactersOf } from '../../../../src/resources/scalar.ts'

test('option codes are readable while they fit', () => {
  expect(optionCode('TEE-CLASSIC', 'size')).toBe('TEE-CLASSIC-size')
  expect(optionCode('x'.repeat(60), 'abc')).toBe(`${'x'.repeat(60)}-abc`)
  expect(optionCode('x'.repeat(60), 'abcd')).toMatch(/^x{56}[0-9a-f]{8}$/)
})

test('derived codes are the same in every version: another code would be another record', () => {
  expect(extraImageCodes('TEE', ['a.png', 'b.png'])).toEqual(['bjmyietwd3rn-845', 'bjmyietwd3rn-752'])
  expect(optionCode('x'.repeat(60), 'abcd')).toBe(`${'x'.repeat(56)}c13c6ceb`)
})

test('option codes never pass the limit, and differ where their products or keys do', () => {
  const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 90 })

  fc.assert(
    fc.property(word, word, word, (sku, one, other) => {
      expect(charactersOf(optionCode(sku, one))).toBeLessThanOrEqual(64)
      expect(optionCode(sku, one) === optionCode(sku, other)).toBe(one === other)
    }),
  )
})

test('codes of extra pictures fit, differ, and do not depend on the order of the others', () => {
  const codes = extraImageCodes('TEE', ['a.png', 'b.png', 'c.png'])

  const turned = extraImageCodes('TEE', ['c.png', 'a.png', 'b.png'])

  expect(codes.every((code) => /^[a-z2-7]{12}-\d{3}$/.test(code))).toBe(true)
  expect(turned).toEqual([codes[2], codes[0], codes[1]])
  expect(extraImageCodes('MUG', ['a.png'])[0]).not.toBe(codes[0])
})

test('a thousand pictures of one product have a thousand codes', () => {
  const codes = extraImageCodes(
    'TEE',
    Array.from({ length: 1000 }, (_, index) => `${index}.png`),
  )

  expect(new Set(codes).size).toBe(1000)
  expect(codes.every((code) => /^[a-z2-7]{12}-\d{3}$/.test(code))).toBe(true)
})

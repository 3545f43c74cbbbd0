import { expect, test } from 'vitest'
import { codeLengths } from '../../../src/rules/code-lengths.ts'
import { keysDifferOnlyByCase } from '../../../src/rules/keys-differ-only-by-case.ts'
import { uniqueCodes } from '../../../src/rules/unique-codes.ts'
import { variantCodeIsSku } from '../../../src/rules/variant-code-is-sku.ts'
import { lines, product, record, shop } from './desired-shop.ts'

function sameCodes(sku: string): Parameters<typeof product>[1] {
  return {
    Variants: [record('Variants', { code: 'V', sku })],
    Options: [record('Options', { code: 'size', sku })],
    ExtraImages: [record('ExtraImages', { code: `${sku}-1`, sku })],
  }
}

test('codes are counted in characters against what the declarations allow', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const context = shop({
    Cat: [record('Cat', { code: 'c'.repeat(65) }), record('Cat', { code: '🧢'.repeat(64) })],
    Product: [
      product('CAP', {
        ExtraImages: [record('ExtraImages', { code: letters }), record('ExtraImages', { code: letters.slice(1) })],
        Options: [record('Options', { code: 'o'.repeat(66) })],
      }),
    ],
  })

  const problems = codeLengths.check(context)

  expect(problems.map(({ message, fix }) => [message, fix])).toEqual([
    [`Cat code "${'c'.repeat(65)}" has 65 characters; the store takes at most 64`, 'Shorten it by 1.'],
    [`ExtraImages code "${letters}" has 26 characters; the store takes at most 25`, 'Shorten it by 1.'],
    [`Options code "${'o'.repeat(66)}" has 66 characters; the store takes at most 64`, 'Shorten it by 2.'],
  ])
})

test('a variant code that is a sku is a problem at the variant, with the product beside it', () => {
  const variants = [record('Variants', { code: 'MUG' }), record('Variants', { code: 'TEE-s' })]

  const problems = variantCodeIsSku.check(shop({ Product: [product('TEE', { Variants: variants }), product('MUG')] }))

  expect(lines(problems)).toEqual(['MUG | error: variant MUG has the sku of a product as its code'])
  expect(problems[0]?.related?.at.file).toBe('MUG 1')
})

test('two products cannot have one variant, option or extra picture code', () => {
  const problems = uniqueCodes.check(shop({ Product: [product('A', sameCodes('A')), product('B', sameCodes('B'))] }))

  expect(lines(problems)).toEqual([
    'V B | error: Variants code "V" is used twice: by A and by B',
    'size B | error: Options code "size" is used twice: by A and by B',
  ])
})

test('keys that differ only by case or by spaces at the end are problems, products and variants together', () => {
  const context = shop({
    UserGroups: [record('UserGroups', { code: 'vip' }), record('UserGroups', { code: 'vip ' })],
    Cat: [record('Cat', { code: 'Tees' }), record('Cat', { code: 'tees' }), record('Cat', { code: 'tee' })],
    Product: [product('MUG', { Variants: [record('Variants', { code: 'tee' })] }), product('TEE')],
  })

  const problems = keysDifferOnlyByCase.check(context)

  expect(problems.map(({ message }) => message)).toEqual([
    'the categories "Tees" and "tees" differ only by case or by spaces at the end',
    'the customer groups "vip" and "vip " differ only by case or by spaces at the end',
    'the products or variants "tee" and "TEE" differ only by case or by spaces at the end',
  ])
})

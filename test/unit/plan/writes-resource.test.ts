import { expect, test } from 'vitest'
import { writesResource } from '../../../src/plan/writes-resource.ts'
import { post, record } from '../../support/apply-bench.ts'

test('rows are found in a step of their own and nested in a product; a step without them is not counted', () => {
  const frame = { id: 's1', stage: 'products', title: '', needs: [], changes: [] } as const
  const row = record('VariantOptions', { variant_code: 'A' })
  const nested = record('Product', { sku: 'A' }, { Variants: [record('Variants', { code: 'A-s' }, { VariantOptions: [row] })] })

  expect(writesResource([{ ...frame, ...post('Product', [record('Product', { sku: 'A' })]) }], 'VariantOptions')).toBe(false)
  expect(writesResource([{ ...frame, ...post('Product', [nested]) }], 'VariantOptions')).toBe(true)
  expect(writesResource([{ ...frame, ...post('VariantOptions', [row]) }], 'VariantOptions')).toBe(true)
})

import { expect, test } from 'vitest'
import { categoryCycles } from '../../../src/rules/category-cycles.ts'
import { pictureForm } from '../../../src/rules/picture-form.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { pictures, record, shop } from './desired-shop.ts'

function category(code: string, ...parents: string[]): DesiredRecord {
  return record('Cat', { code }, { CatParent: parents.map((parent) => record('CatParent', { cat_code: code, parent_code: parent })) })
}

test('a chain of 20,000 categories is no cycle, and does not overflow the stack', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => category(`c${index}`, `c${index + 1}`))

  expect(categoryCycles.check(shop({ Cat: chain }))).toEqual([])
  expect(categoryCycles.check(shop({ Cat: [...chain, category('c20000', 'c0')] }))).toHaveLength(1)
})

test('a picture of more than 2 MB is reported', () => {
  const pixels = { width: 2_000, height: 1_500, cmyk: false }
  const context = pictures({
    'large.jpg': { kind: 'jpeg', size: 2_000_001, pixels },
    'largest.jpg': { kind: 'jpeg', size: 2_000_000, pixels },
  })

  expect(pictureForm.check(context).map(({ at }) => at.file)).toEqual(['names large.jpg'])
})

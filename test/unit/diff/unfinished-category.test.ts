import { expect, test } from 'vitest'
import { diffRoot } from '../../../src/diff/diff-root.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import type { Children, RecordTree } from '../../../src/resources/record-tree.ts'
import { desired, diffContext, live } from '../../support/desired-records.ts'

const place = desired('CatParent', { cat_code: 'tees', parent_code: '0' })
/** A category without declared parents. */
const want: DesiredRecord = {
  ...desired('Cat', { code: 'tees', hide: 'false' }),
  onCreate: { fields: {}, children: { CatParent: [place] } },
}

/** What a plan does to the category where the store has it hidden or not, with these rows. */
function changed(hide: string, children: Children<RecordTree>): readonly string[] {
  const stored = live('Cat', { code: 'tees', hide }, children)
  return diffRoot({ desired: want, live: stored, base: undefined }, diffContext()).map(({ action, address }) => `${action} ${address}`)
}

test('the top-level place of a category is written while its creation is not confirmed', () => {
  expect(changed('true', { CatParent: [] })).toEqual(['update category.tees', 'create category.tees/parent.0'])
})

test('a category that is shown without a place, or has one already, gets none', () => {
  const elsewhere = live('CatParent', { cat_code: 'tees', parent_code: 'sale' })

  expect(changed('false', { CatParent: [] })).toEqual([])
  expect(changed('true', { CatParent: [elsewhere] })).toEqual(['update category.tees'])
  expect(changed('true', {})).toEqual(['update category.tees'])
})

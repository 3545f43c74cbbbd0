import { expect, test } from 'vitest'
import type { RootedChange } from '../../../src/diff/change.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { documentedCapabilities } from '../../../src/resources/capabilities.ts'
import type { Children, RecordTree } from '../../../src/resources/record-tree.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { desired, live } from '../../support/desired-records.ts'
import { changesOf } from '../../support/planned-changes.ts'

function brief(changes: readonly RootedChange[]): string[] {
  return changes.map((change) => `${change.action} ${change.address}${change.action === 'cannot' ? `: ${change.reason}` : ''}`)
}

function product(fields: Fields, children: Children<DesiredRecord> = {}): DesiredRecord {
  return desired('Product', { sku: 'TEE', ...fields }, { children })
}

function stored(fields: Fields, children: Children<RecordTree> = {}): RecordTree {
  return live('Product', { sku: 'TEE', ...fields }, children)
}

/** A product whose access group the store has twice. */
function doubledAccess(inactive: string): { want: DesiredRecord; have: RecordTree } {
  const want = product({}, { ProdAccessGroup: [desired('ProdAccessGroup', { sku: 'TEE', group_code: 'vip' })] })
  const rows = ['vip', 'vip'].map((group_code) => live('ProdAccessGroup', { sku: 'TEE', group_code }))
  return { want, have: stored({ inactive }, { ProdAccessGroup: rows }) }
}

test('a row that the store has twice is deleted and inserted again, with all its values', () => {
  const want = product({}, { ProdCat: [desired('ProdCat', { sku: 'TEE', cat_code: 'tees' })] })
  const rows = ['10', '5'].map((sort) => live('ProdCat', { sku: 'TEE', cat_code: 'tees', sort }))

  const [change] = changesOf(want, stored({}, { ProdCat: rows }))

  expect(change).toMatchObject({
    action: 'update',
    address: 'product.TEE/category.tees',
    fields: [],
    again: {
      copies: ['10', '5'].map((sort) => ({ sku: 'TEE', cat_code: 'tees', sort })),
      row: { sku: 'TEE', cat_code: 'tees', sort: '10' },
    },
  })
})

test('an access row that the store has twice is deleted only while nobody sees the product', () => {
  const [shown, hidden] = [doubledAccess('false'), doubledAccess('true')]

  const changes = [changesOf(shown.want, shown.have), changesOf(hidden.want, hidden.have)]
  const withoutDeletes = changesOf(hidden.want, hidden.have, documentedCapabilities)

  expect(changes.map(brief)).toEqual([
    [
      'cannot product.TEE/access.vip: The store has this row 2 times. Equal rows can only be deleted together, and meanwhile other customers would see the product. Remove one in the admin tool.',
    ],
    ['update product.TEE/access.vip'],
  ])
  expect(brief(withoutDeletes)).toEqual([
    'cannot product.TEE/access.vip: The store has this row 2 times. The platform documents no way to remove this row. Remove it in the admin tool, or set capabilities.deletes.',
  ])
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOfRoot, type Change, type ChangeRoot, type RootedChange } from '../../../src/diff/change.ts'
import { type ChangeRun, isPackedRoot } from '../../../src/diff/packed-changes.ts'
import { openRootPacking } from '../../../src/diff/packed-root.ts'
import { isSeveral, rootGroups } from '../../../src/diff/root-groups.ts'
import { anyChanges } from '../../support/any-changes.ts'
import { change, rootRecord } from '../../support/sample-plan.ts'

function listed(runs: readonly ChangeRun<Change>[]): readonly (readonly Change[])[] {
  return rootGroups(runs, addressOfRoot).map((group) => {
    if (isSeveral(group)) return group
    return isPackedRoot(group) ? [] : [group]
  })
}

function own(root: ChangeRoot, action: 'create' | 'update'): RootedChange {
  return change({ address: root.address, root, resource: 'Product', action, key: { sku: root.key } })
}

test('changes are grouped by root in the order in which the roots first come, whatever is between those of one root', () => {
  let [several, alone] = [0, 0]
  fc.assert(
    fc.property(
      anyChanges.chain((changes) => fc.shuffledSubarray([...changes], { minLength: changes.length })),
      (changes) => {
        const groups = listed([changes])

        several += groups.filter(({ length }) => length > 1).length
        alone += groups.filter(([only, ...others]) => only && others.length === 0 && only.address === addressOfRoot(only)).length
        expect(groups).toEqual([...Map.groupBy(changes, addressOfRoot).values()])
      },
    ),
  )
  expect(Math.min(several, alone)).toBeGreaterThan(20)
})

test('an own change that is the only one of its root makes no list, a packed root stays packed', () => {
  const [mug, tee, hat] = [rootRecord('Product', 'MUG'), rootRecord('Product', 'TEE'), rootRecord('Product', 'HAT')]
  const [alone, first] = [own(mug, 'update'), own(tee, 'update')]
  const row = change({ address: 'stock.TEE', root: tee, resource: 'Inventory', action: 'update' })
  const packed = openRootPacking()([own(hat, 'create')])

  const groups = rootGroups([[alone, first], ...(packed ? [packed] : []), [row]], addressOfRoot)

  expect(groups).toEqual([alone, [first, row], packed])
})

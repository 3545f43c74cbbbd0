import { expect, test } from 'vitest'
import type { RecordChange, RootedChange } from '../../../../src/diff/change.ts'
import { listOfRuns } from '../../../../src/diff/packed-changes.ts'
import { openRootPacking, type PackedRoot } from '../../../../src/diff/packed-root.ts'
import { planText } from '../../../../src/report/plan-text.ts'
import { plainTheme } from '../../../../src/report/theme.ts'
import { planView } from '../../../../src/report/view/plan-view.ts'
import type { RootView } from '../../../../src/report/view/root-view.ts'
import { rootsOfUnits, unitsOfAlone } from '../../../../src/report/view/units.ts'
import { change, planOf, rootRecord } from '../../../support/sample-plan.ts'

/** A new product with attributes, declared in a folder of its own. */
function created(sku: string, attributes: readonly string[]): readonly RecordChange[] {
  const root = rootRecord('Product', sku, `The ${sku}`)
  const source = { file: `${sku}/products.yaml`, line: 2, column: 3 }
  const own = { address: root.address, action: 'create', resource: 'Product', root, key: { sku }, source } as const
  return [
    change({ ...own, fields: [{ field: 'title', before: null, after: root.title, base: null }] }),
    ...attributes.map((label) =>
      change({ ...own, address: `${root.address}/attribute.${label}`, resource: 'ProductAttributes', key: { sku, label } }),
    ),
  ]
}

const roots = [created('TEE', ['Fabric', 'Fit']), created('MUG', []), created('HAT', ['Size'])]

test('new products that have no cause in common are shown from packed changes as from others', () => {
  const pack = openRootPacking()
  const packed = roots.map((changes): PackedRoot | readonly RootedChange[] => pack(changes) ?? changes)

  const [plain, shown] = [planView(planOf(roots.flat())), planView(planOf(listOfRuns(packed)))]

  expect(shown.roots.map((root) => root.packed?.count)).toEqual([3, 1, 2])
  expect(plain.alone.map(({ units }) => units.length)).toEqual([3, 1, 2])
  expect(shown.alone).toEqual(plain.alone)
  const partsOf = ({ roots: all, alone }: typeof plain): readonly RootView[] => rootsOfUnits(all, alone.flatMap(unitsOfAlone))
  expect(partsOf(shown)).toEqual(partsOf(plain))
  const text = (view: typeof plain): string => planText(view, plainTheme, { width: 80, verbose: true, full: true, by: 'cause' })
  expect(text(shown)).toBe(text(plain))
})

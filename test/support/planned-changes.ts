import type { Change, RootedChange } from '../../src/diff/change.ts'
import { diffRoot } from '../../src/diff/diff-root.ts'
import { defaultLimits, type PlanLimits } from '../../src/plan/plan-limits.ts'
import { planSteps } from '../../src/plan/plan-steps.ts'
import type { Step } from '../../src/plan/step.ts'
import type { DesiredRecord } from '../../src/records/desired.ts'
import type { Capabilities } from '../../src/resources/capabilities.ts'
import type { Children, RecordTree } from '../../src/resources/record-tree.ts'
import type { Fields } from '../../src/resources/resource.ts'
import { desired, diffContext, knownCapabilities, live } from './desired-records.ts'

/** The changes of one root record; by default, of a store with all capabilities. */
export function changesOf(want: DesiredRecord, have?: RecordTree, capabilities: Capabilities = knownCapabilities): readonly RootedChange[] {
  return diffRoot({ desired: want, live: have, base: undefined }, diffContext(capabilities))
}

/** Steps and hazards under the default limits. */
export function planned(
  changes: readonly Change[],
  more: { limits?: Partial<PlanLimits>; capabilities?: Capabilities } = {},
): ReturnType<typeof planSteps> {
  return planSteps(changes, { limits: { ...defaultLimits, ...more.limits }, capabilities: more.capabilities ?? knownCapabilities })
}

function what(step: Step): string {
  switch (step.kind) {
    case 'post':
      return `POST ${step.spec} of ${step.records.length}`
    case 'delete-prices':
      return `DELETE prices ${step.skus.join(' ')}`
    case 'delete-entry':
      return `DELETE price ${step.uid} of ${step.sku}`
    case 'delete-row':
      return `DELETE ${step.resource} ${JSON.stringify(step.where)}`
    case 'put-file':
      return `PUT ${step.path}`
    case 'delete-file':
      return `DELETE ${step.path}`
    case 'verify':
      return `read back ${step.of.join(' ')}`
    case 'barrier':
      return 'barrier'
    default:
      return step satisfies never
  }
}

/** Steps as one line each. */
export function brief(steps: readonly Step[]): string[] {
  return steps.map(
    (step) =>
      `${step.id} ${step.stage} | ${step.title} | ${what(step)} | ${step.idempotency}${step.needs.length > 0 ? ` after ${step.needs.join(' ')}` : ''}`,
  )
}

/** A product of the catalogue. */
export function product(sku: string, fields: Fields, children: Children<DesiredRecord> = {}): DesiredRecord {
  return desired('Product', { sku, title: `Title of ${sku}`, ...fields }, { children })
}

/** The same as a record of a store. */
export function stored(sku: string, fields: Fields, children: Children<RecordTree> = {}): RecordTree {
  return live('Product', { sku, title: `Title of ${sku}`, ...fields }, children)
}

/** Price entries for everybody by first quantity. */
export function entries(sku: string, prices: Readonly<Record<string, string>>): DesiredRecord[] {
  const starts = Object.keys(prices)
  return starts.map((start, index) => {
    const end = String(Number(starts[index + 1] ?? '10000000') - 1)
    return desired('PricingAdvanced', { sku, group_code: '', start, end, price: prices[start] ?? '' })
  })
}

/** The same as rows of a store, with uids. */
export function storedEntries(sku: string, prices: Readonly<Record<string, string>>): RecordTree[] {
  return entries(sku, prices).map(({ resource, fields }, index) => live(resource, { ...fields, uid: `${sku}-${index + 1}` }))
}

/** The owner of a grid that is on. */
export const onGrid = { price: '20', advanced_pricing: 'true', inactive: 'false' }
/** The same with the grid off and the simple price in use. */
export const offGrid = { price: '20', advanced_pricing: 'false', inactive: 'false' }

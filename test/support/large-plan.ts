import { createHash } from 'node:crypto'
import type { Change } from '../../src/diff/change.ts'
import { diffFiles } from '../../src/diff/diff-files.ts'
import { diffRoot } from '../../src/diff/diff-root.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import type { OnPlanCount } from '../../src/plan/plan-count.ts'
import { defaultLimits } from '../../src/plan/plan-limits.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { DesiredRecord, WantedFile } from '../../src/records/desired.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { desired, diffContext, knownCapabilities, live } from './desired-records.ts'

/** The bytes of every picture of a large plan. */
export const largePlanPicture = new TextEncoder().encode('a picture')

const sha256 = createHash('sha256').update(largePlanPicture).digest('hex')
const source = { file: 'catalogue.yaml', start: 0, end: 1 }

function product(number: number): DesiredRecord {
  const sku = `SKU-${number}`
  const price = (group: string, amount: string): DesiredRecord =>
    desired('PricingAdvanced', { sku, start: '0', end: '9999999', group_code: group, price: amount })
  return desired(
    'Product',
    { sku, title: `Product ${number}`, image: `${sku}.jpg`, inactive: 'false', advanced_pricing: 'true' },
    { children: { PricingAdvanced: [price('', '5'), price('dealer', '4')] } },
  )
}

/** What the store has of a product: every second one is not there yet, the others have another title and other prices. */
function stored({ fields: { sku = '' } }: DesiredRecord, number: number): RecordTree | undefined {
  if (number % 2 === 0) return undefined
  const price = (uid: string, group: string): RecordTree =>
    live('PricingAdvanced', { uid, sku, start: '0', end: '9999999', group_code: group, price: '9' })
  return live(
    'Product',
    { sku, title: 'Another title', image: `${sku}.jpg`, inactive: 'false', advanced_pricing: 'true' },
    { PricingAdvanced: [price(`${number}-1`, ''), price(`${number}-2`, 'dealer')] },
  )
}

/** The records of the store for which `largeChanges(count)` are the changes. */
export function largeStore(count: number): readonly RecordTree[] {
  return Array.from({ length: count }, (_, number) => stored(product(number), number) ?? []).flat()
}

/** At least `count` changes of records (new products, new titles, new prices in place) and `count` uploads. */
export function largeChanges(count: number): readonly Change[] {
  const context = diffContext()
  const records: Change[] = []
  for (let number = 0; records.length < count; number += 1) {
    const wanted = product(number)
    records.push(...diffRoot({ desired: wanted, live: stored(wanted, number), base: undefined }, context))
  }
  const files = Array.from({ length: count }, (_, number): WantedFile => {
    const name = `SKU-${number}.jpg`
    return { path: `images/items/${name}`, from: `images/${name}`, size: largePlanPicture.length, sha256, source }
  })
  return [...records, ...diffFiles(files, [], context)]
}

/** The plan of these changes, for the store of `memory-store.ts`. */
export function planOfChanges(changes: readonly Change[], onCount?: OnPlanCount): Plan {
  return makePlan({
    changes,
    madeFrom: {
      catalogue: 'c'.repeat(64),
      store: { name: 'memory', baseUrl: 'https://memory.example', filesUrl: null },
      capabilities: knownCapabilities,
      certificate: [],
    },
    notices: [],
    limits: defaultLimits,
    engineVersion: '0.1.0',
    madeAt: '2026-11-20T07:00:00Z',
    ...(onCount && { onCount }),
  })
}

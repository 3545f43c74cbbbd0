import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Change } from '../../../src/diff/change.ts'
import { diffRoot } from '../../../src/diff/diff-root.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { desired, diffContext } from '../../support/desired-records.ts'
import { planOfChanges } from '../../support/large-plan.ts'

/** Prints how much heap a plan of so many flat new products takes, for the counts on the command line: `<count> <bytes>` on each line. */
setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

function heapBytes(): number {
  for (let turn = 0; turn < 4; turn += 1) if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed
}

/** A product with a price, a category and a stock record, and no variants. */
function flat(number: number): DesiredRecord {
  const sku = `SKU-${number}`
  const own = {
    title: `Product ${number}`,
    description: `Description of ${number}`,
    brand: 'Northwind',
    weight: '0.2',
    slug: `product-${number}`,
  }
  return desired(
    'Product',
    { sku, ...own, price: '9.95', inactive: 'false' },
    {
      children: {
        ProdCat: [desired('ProdCat', { sku, cat_code: 'tees', sort: '10' })],
        Inventory: [desired('Inventory', { sku, stock_message: 'Soon' })],
      },
      onCreate: { fields: { advanced_pricing: 'false' }, children: {} },
    },
  )
}

function changesOf(count: number): readonly Change[] {
  const context = diffContext()
  return Array.from({ length: count }, (_, number) => diffRoot({ desired: flat(number), live: undefined, base: undefined }, context)).flat()
}

// The code is compiled, and its tables are filled, before the first measurement.
planOfChanges(changesOf(100))
for (const count of process.argv.slice(2).map(Number)) {
  const before = heapBytes()
  const plan = planOfChanges(changesOf(count))
  const bytes = heapBytes() - before
  process.stdout.write(`${plan.changes.length / 3} ${bytes}\n`)
}

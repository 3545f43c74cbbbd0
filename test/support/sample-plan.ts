import { formatPlanFile } from '../../src/plan/plan-file.ts'
import type { Change, ChangeRoot, FieldChange, FileChange, GridChange, GridDiff, RecordChange } from '../../src/diff/change.ts'
import type { GridRow } from '../../src/pricing/grid-row.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { Step } from '../../src/plan/step.ts'
import { addressOf } from '../../src/records/address.ts'
import type { RootName } from '../../src/records/desired.ts'
import { documentedCapabilities } from '../../src/resources/capabilities.ts'

type Given<C, Needed extends keyof C> = Omit<Partial<C>, Needed> & Pick<C, Needed> & { readonly reason?: string }

/** A root record that changes belong to. */
export function rootRecord(resource: RootName, key: string, title = ''): ChangeRoot {
  return { address: addressOf(resource, { [resource === 'Product' ? 'sku' : 'code']: key }), resource, key, title }
}

/** A change of a record with default values for what the test does not name; without a root it is its own root. */
export function change(given: Given<RecordChange, 'address' | 'action' | 'resource'>): RecordChange {
  const [key = ''] = Object.values(given.key ?? {})
  const root: ChangeRoot = { address: given.address, resource: 'Product', key, title: '' }
  return { kind: 'record', root, key: {}, fields: [], origin: 'git', source: null, ...given } as RecordChange
}

/** An update of these fields of a product. */
export function updatedProduct(sku: string, fields: readonly FieldChange[], title = ''): RecordChange {
  const root = rootRecord('Product', sku, title)
  return change({ address: root.address, root, resource: 'Product', action: 'update', key: { sku }, fields })
}

/** The change of a grid, in the same way. */
export function gridOf(given: Given<GridChange, 'sku' | 'action' | 'grid'>): GridChange {
  const address = addressOf('PricingAdvanced', { sku: given.sku })
  return { kind: 'grid', address, root: rootRecord('Product', given.sku), fields: [], origin: 'git', source: null, ...given } as GridChange
}

/** The first grid of the hidden product TEE: one price for every quantity. */
export const freshGrid = gridOf({
  action: 'create',
  sku: 'TEE',
  grid: {
    owner: 'Product',
    ownerBefore: { price: '9', on: false },
    way: 'fresh',
    before: [],
    after: [row(0, 9_999_999, '5')],
    bridgePrice: '9',
    onSale: false,
  },
})

/** A grid of a product on sale, with these entries before and after; updated in place unless the test names another way. */
export function movedGrid({
  before,
  after,
  way = 'in-place',
  ...given
}: Omit<Given<GridChange, 'sku'>, 'grid' | 'action'> & Pick<GridDiff, 'before' | 'after'> & Partial<Pick<GridDiff, 'way'>>): GridChange {
  const price = before[0]?.price ?? null
  const grid: GridDiff = { owner: 'Product', ownerBefore: { price, on: true }, way, bridgePrice: null, onSale: true, before, after }
  return gridOf({ action: 'update', grid, ...given })
}

/** A field of a record that exists: before and after. */
export function field(name: string, before: string | null, after: string | null): FieldChange {
  return { field: name, before, after, base: null }
}

/** A price entry: a price, or a price with its group and currency. */
export function row(start: number, end: number, priced: string | (Partial<GridRow> & { price: string })): GridRow {
  const more = typeof priced === 'string' ? { price: priced } : priced
  return { group_code: '', currency_code: '', start: String(start), end: String(end), ...more }
}

/** The text of a plan file in one. */
export function planFileText(plan: Plan): string {
  return [...formatPlanFile(plan)].join('')
}

/** A plan of these changes, with one step that carries out all of them. */
export function planOf(changes: readonly Change[], more: Partial<Plan> = {}): Plan {
  const possible = changes.filter(({ action }) => action !== 'cannot')
  const step: Step = {
    id: 's001',
    stage: 'products',
    title: 'create 1 product',
    idempotency: 'keyed',
    needs: [],
    changes: possible.map(({ address }) => address),
    kind: 'post',
    spec: 'Product',
    records: [],
  }
  return {
    formatVersion: '1.0',
    engineVersion: '0.1.0',
    madeAt: '2026-11-20T07:00:00.000Z',
    madeFrom: {
      catalogue: 'c'.repeat(64),
      store: { name: 'production', baseUrl: 'https://shop.example', filesUrl: 'https://files.example' },
      capabilities: documentedCapabilities,
      certificate: [{ resource: 'Product', seen: 4, total: 4, orphans: 0 }],
    },
    changes,
    steps: possible.length === 0 ? [] : [step],
    hazards: [],
    guards: [],
    notices: [],
    base: 'none',
    warnings: [],
    untouched: { drift: [], left: [], unmanaged: [], files: [] },
    estimate: { writes: possible.length === 0 ? 0 : 5, uploads: 0, uploadBytes: 0 },
    planHash: '7f3c91aa'.repeat(8),
    ...more,
  }
}

const oak = { root: rootRecord('Product', 'OAK-TABLE', 'Oak table') }
const elm = { root: rootRecord('Product', 'ELM-TABLE', 'Elm table') }
const at = (file: string, line: number): Change['source'] => ({ file, line, column: 3 })

const longBefore =
  '<p>Solid oak table with a removable leaf. It is made in our own workshop from trees of the region, oiled by hand and delivered ready to use.</p>\n<p>Seats six adults.</p>'
const longAfter =
  '<p>Solid ash table with a removable leaf. It is made in our own workshop from trees of the region, oiled by hand and delivered ready to use.</p>\n<p>Seats eight adults.</p>'

/** A grid of nine cells, of which six change. */
export const oakGrid = {
  owner: 'Product',
  ownerBefore: { price: '499', on: true },
  way: 'bridge',
  bridgePrice: '499',
  onSale: true,
  before: [
    row(1, 9, '499'),
    row(10, 49, '479'),
    row(50, 9_999_999, '459'),
    row(1, 9, { price: '399', group_code: 'dealer' }),
    row(10, 49, { price: '379', group_code: 'dealer' }),
    row(50, 9_999_999, { price: '359', group_code: 'dealer' }),
    row(1, 9, { price: '449', group_code: 'vip' }),
    row(10, 49, { price: '429', group_code: 'vip' }),
  ],
  after: [
    row(1, 9, '499'),
    row(10, 49, '479'),
    row(50, 9_999_999, '469'),
    row(1, 9, { price: '349', group_code: 'dealer' }),
    row(10, 49, { price: '339', group_code: 'dealer' }),
    row(50, 9_999_999, { price: '359', group_code: 'dealer' }),
    row(1, 9, { price: '149', group_code: 'vip' }),
    row(10, 49, { price: '429', group_code: 'vip' }),
    row(50, 9_999_999, { price: '399', group_code: 'vip' }),
    row(50, 9_999_999, { price: '40.5', group_code: 'vip', currency_code: 'EUR' }),
  ],
} as const satisfies GridDiff

const elmGrid = {
  owner: 'Product',
  ownerBefore: { price: null, on: false },
  way: 'fresh',
  bridgePrice: '299',
  onSale: false,
  before: [],
  after: [row(1, 9, '299'), row(10, 9_999_999, '279')],
} as const satisfies GridDiff

/** One of each: a category, a product that changes in every way, a new one, files, and a change that the store cannot do. */
export const sampleChanges: readonly Change[] = [
  change({
    address: 'category.tables',
    root: rootRecord('Cat', 'tables', 'Tables'),
    resource: 'Cat',
    action: 'update',
    key: { code: 'tables' },
    fields: [field('name', 'Tables', 'Dining tables')],
    origin: 'adopt',
    source: at('categories.yaml', 12),
  }),
  change({
    ...oak,
    address: 'product.OAK-TABLE',
    resource: 'Product',
    action: 'update',
    key: { sku: 'OAK-TABLE' },
    fields: [field('title', 'Oak table', 'Oak table, extendable'), field('weight', '38', '41.5'), field('comment', longBefore, longAfter)],
    source: at('products/tables.yaml', 14),
  }),
  gridOf({ ...oak, sku: 'OAK-TABLE', action: 'update', grid: oakGrid, source: at('prices.yaml', 88) }),
  change({
    ...oak,
    address: 'variant.OAK-120',
    resource: 'Variants',
    action: 'update',
    key: { code: 'OAK-120' },
    fields: [field('price', '100', '89.5')],
    source: at('products/tables.yaml', 31),
  }),
  change({
    ...oak,
    address: 'product.OAK-TABLE/category.sale',
    resource: 'ProdCat',
    action: 'remove',
    key: { sku: 'OAK-TABLE', cat_code: 'sale' },
    fields: [],
  }),
  change({
    ...oak,
    address: 'product.OAK-TABLE/attribute.Fit',
    resource: 'ProductAttributes',
    action: 'cannot',
    key: { sku: 'OAK-TABLE', label: 'Fit' },
    reason: 'This store shows no way to remove an attribute. Remove it in the shop, or allow deletes in planogram.yaml.',
    source: at('products/tables.yaml', 20),
  }),
  change({
    ...elm,
    address: 'product.ELM-TABLE',
    resource: 'Product',
    action: 'create',
    key: { sku: 'ELM-TABLE' },
    fields: [field('title', null, 'Elm table'), field('price', null, '299')],
    source: at('products/tables.yaml', 61),
  }),
  gridOf({ ...elm, sku: 'ELM-TABLE', action: 'create', grid: elmGrid, source: at('prices.yaml', 120) }),
  change({
    ...elm,
    address: 'product.ELM-TABLE/category.tables',
    resource: 'ProdCat',
    action: 'create',
    key: { sku: 'ELM-TABLE', cat_code: 'tables' },
  }),
  ...[1, 2, 3, 4, 5, 6].map((n) => file(`images/items/elm-${n}.jpg`, null)),
  file('images/items/oak-4.jpg', 214_000),
]

function file(path: string, before: number | null): FileChange {
  return {
    kind: 'file',
    address: `file.${path}`,
    action: before === null ? 'create' : 'update',
    file: {
      path,
      from: path.replace('images/items/', 'images/'),
      before: before === null ? null : { size: before, sha256: null },
      after: { size: 173_000, sha256: 'a'.repeat(64) },
    },
    origin: before === null ? 'git' : 'adopt',
    source: at('products/tables.yaml', 61),
  }
}

/** The sample changes as a plan with a hazard and a notice. */
export const samplePlan: Plan = planOf(sampleChanges, {
  hazards: [{ kind: 'hides-grid', address: 'grid.OAK-TABLE', sku: 'OAK-TABLE', seconds: 4, price: '499' }],
  notices: ['prune is not enforced yet'],
  estimate: { writes: 5, uploads: 7, uploadBytes: 1_211_000 },
})

import { expect, test } from 'vitest'
import type { Run } from '../../../src/apply/events.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { bareRecord } from '../../../src/plan/record-of-change.ts'
import type { ResourceName } from '../../../src/resources/registry.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { apply } from '../../../src/workspace/apply.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import { planUndo } from '../../../src/workspace/plan-undo.ts'
import { openEmptyShop } from '../../support/empty-shop.ts'
import { storeDump } from '../../support/store-dump.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

type Row = readonly [ResourceName, Fields]

interface Shop {
  readonly planOf: (text: string) => Promise<Plan>
  readonly apply: (made: Plan, runId?: string) => Promise<Run>
  readonly undoOf: (run: string) => Promise<Plan>
  readonly dump: () => Promise<readonly string[]>
}

type TextSwitch = 'verbatim' | 'trim' | 'lf'

/** A shop whose store has these rows. */
async function shopWith(rows: readonly Row[], text: TextSwitch = 'verbatim'): Promise<Shop> {
  const config = 'guards: { max_changes: off, price_change: off, max_removals: off, open_access: off, empty_category: off }\n'
  const { folder, emulator, store, state } = await openEmptyShop({ 'planogram.yaml': config, 'shop.yaml': '' }, { switches: { text } })
  const load = (): ReturnType<typeof loadCatalogue> => loadCatalogue({ root: folder.root })
  emulator.seed(rows.map(([resource, fields]) => bareRecord(resource, fields)))
  return {
    planOf: async (document) => {
      folder.write('shop.yaml', document)
      return plan({ catalogue: await load(), store, state })
    },
    apply: async (made, runId = 'run-1') => apply({ plan: made, catalogue: await load(), store, state, clock: virtualClock(), runId }),
    undoOf: async (run) => planUndo({ run, store, state, config: (await load()).config }),
    dump: () => storeDump(store),
  }
}

function inWords({ changes }: Plan): readonly string[] {
  return changes.map((change) => `${change.action} ${change.address}`)
}

const tee: Row = ['Product', { sku: 'TEE', title: 'Tee', price: '5' }]
const sizes: Row = ['Product', { sku: 'TEE', title: 'Tee', price: '5', option_type: 'Matrix' }]
const small: Row = ['Variants', { code: 'TEE-s ', sku: 'TEE', price: '5', advanced_pricing: 'false' }]
const product = (content: string): string => `products:\n  TEE: { title: Tee, ${content} }\n`

test.each<readonly [string, readonly Row[], string, readonly string[]]>([
  [
    'an attribute whose label ends with a blank',
    [tee, ['ProductAttributes', { sku: 'TEE', label: 'Fit ', value: 'Slim' }]],
    product('price: 5, attributes: { Fit: Wide }'),
    ['update product.TEE/attribute.Fit%20'],
  ],
  [
    'an attribute whose label ends with a no-break space',
    [tee, ['ProductAttributes', { sku: 'TEE', label: 'Fit\u00A0', value: 'Slim' }]],
    product('price: 5, attributes: { Fit: Wide }'),
    ['update product.TEE/attribute.Fit%C2%A0'],
  ],
  [
    'a place in another category',
    [tee, ['Cat', { code: 'tees', name: 'Tees' }], ['ProdCat', { sku: 'TEE', cat_code: 'tees ', sort: '3' }]],
    `categories: { tees: { name: Tees } }\n${product('price: 5, categories: { tees: 3 }')}`,
    ['create product.TEE/category.tees', 'remove product.TEE/category.tees%20'],
  ],
  [
    'access of another group',
    [tee, ['UserGroups', { code: 'vip', title: 'VIP' }], ['ProdAccessGroup', { sku: 'TEE', group_code: 'vip ' }]],
    `groups: { vip: { title: VIP } }\n${product('price: 5, access: [vip]')}`,
    ['create product.TEE/access.vip', 'remove product.TEE/access.vip%20'],
  ],
  [
    'prices of another group',
    [
      ['Product', { sku: 'TEE', title: 'Tee', price: '5', advanced_pricing: 'true' }],
      ['UserGroups', { code: 'vip', title: 'VIP' }],
      ['PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', price: '5' }],
      ['PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', price: '4', group_code: 'vip ' }],
    ],
    `groups: { vip: { title: VIP } }\n${product('pricing: { breaks: [0], prices: { default: [5], vip: [4] } }')}`,
    ['update grid.TEE'],
  ],
  [
    'a variant with its grid',
    [sizes, small],
    product('variants: { list: { TEE-s: { pricing: { breaks: [0], prices: { default: [7] } } } } }'),
    ['create grid.TEE-s%20'],
  ],
])('of a store with other blanks, %s: the plan converges, and its undo restores the store', async (_, rows, document, expected) => {
  const shop = await shopWith(rows)
  const before = await shop.dump()

  const made = await shop.planOf(document)
  const run = await shop.apply(made)
  const second = await shop.planOf(document)
  const undo = await shop.apply(await shop.undoOf('run-1'), 'run-2')

  expect(inWords(made)).toEqual(expected)
  expect([run.outcome, run.failures, second.changes]).toEqual(['done', [], []])
  expect([undo.outcome, await shop.dump()]).toEqual(['done', before])
})

test('the new stock of a variant is written with the code of the store', async () => {
  const shop = await shopWith([sizes, small])
  const document = product('variants: { list: { TEE-s: { price: 6, inventory: { quantity: 9 } } } }')

  const run = await shop.apply(await shop.planOf(document))
  const second = await shop.planOf(document)

  expect([run.outcome, second.changes]).toEqual(['done', []])
  expect((await shop.dump()).filter((row) => row.startsWith('Inventory'))).toEqual(['Inventory ["TEE-s ","9",""]'])
})

test('an attribute that the store has with and without a blank is named, and no plan repeats itself', async () => {
  const labels = ['Fit', 'Fit '].map((label): Row => ['ProductAttributes', { sku: 'TEE', label, value: 'Slim' }])
  const shop = await shopWith([tee, ...labels])

  const made = await shop.planOf(product('price: 5, attributes: { Fit: Wide }'))

  expect(made.steps).toEqual([])
  expect(made.changes.map((change) => change.action === 'cannot' && change.reason)).toEqual([
    'The store has this row 2 times. Their label differs only in blanks: "Fit " and "Fit". Remove one in the admin tool.',
  ])
})

const labelled = (value: string): string => product(`price: 5, attributes: { "Fit ": ${value}, "Cut ": Straight }`)

test.each<TextSwitch>(['verbatim', 'trim', 'lf'])(
  'with the switch text: %s, a label with a blank in the catalogue converges',
  async (text) => {
    const shop = await shopWith([tee, ['ProductAttributes', { sku: 'TEE', label: 'Cut', value: 'Slim' }]], text)

    const first = await shop.apply(await shop.planOf(labelled('Slim')))
    const second = await shop.planOf(labelled('Slim'))
    const changed = await shop.apply(await shop.planOf(labelled('Wide')), 'run-2')
    const last = await shop.planOf(labelled('Wide'))

    expect([first.outcome, second.changes, changed.outcome, last.changes]).toEqual(['done', [], 'done', []])
  },
)

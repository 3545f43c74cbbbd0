import { expect, test } from 'vitest'
import { diffStore, type StoreDiff } from '../../../src/diff/diff-store.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import type { Children, RecordTree } from '../../../src/resources/record-tree.ts'
import { desired, diffContext, live, stream } from '../../support/desired-records.ts'

async function compared(want: readonly DesiredRecord[], there: readonly RecordTree[]): Promise<StoreDiff['changes']> {
  const { changes } = await diffStore({ roots: { Product: want }, files: [] }, { Product: stream(there) }, diffContext())
  return changes
}

function inWords(changes: StoreDiff['changes']): readonly string[] {
  return changes.map((change) => `${change.action} ${change.address}`)
}

const rows = {
  Variants: [
    desired('Variants', { code: 'V', sku: 'NEW' }, { children: { PricingAdvanced: [desired('PricingAdvanced', { price: '1' })] } }),
  ],
  Options: [desired('Options', { code: 'O', sku: 'NEW', o_group: 'size' })],
  ExtraImages: [desired('ExtraImages', { code: 'X', sku: 'NEW', image: 'x.jpg' })],
}

function holding(children: Children<RecordTree>): RecordTree {
  return live('Product', { sku: 'OLD' }, children)
}

test.each<[string, Children<DesiredRecord>, RecordTree]>([
  ['variant', { Variants: rows.Variants }, holding({ Variants: [live('Variants', { code: 'V', sku: 'OLD' })] })],
  ['option', { Options: rows.Options }, holding({ Options: [live('Options', { code: 'O', sku: 'OLD', o_group: 'colour' })] })],
  [
    'extra image',
    { ExtraImages: rows.ExtraImages },
    holding({ ExtraImages: [live('ExtraImages', { code: 'X', sku: 'OLD', image: 'y.jpg' })] }),
  ],
])('a new product does not take the %s of a product that the catalogue does not have', async (_, children, old) => {
  const changes = await compared([desired('Product', { sku: 'NEW' }, { children })], [old])

  expect(inWords(changes)).toEqual(['cannot product.NEW'])
})

test('a known product gets its other rows where the store has one of them elsewhere', async () => {
  const want = desired('Product', { sku: 'NEW' }, { children: { Variants: rows.Variants, Options: rows.Options } })
  const own = live('Product', { sku: 'NEW' }, { Variants: [], Options: [] })

  const changes = await compared([want], [own, holding({ Variants: [live('Variants', { code: 'V', sku: 'OLD' })], Options: [] })])

  expect(inWords(changes)).toEqual(['create product.NEW/option.size', 'cannot variant.V'])
})

test('rows that the catalogue does not declare of a product stay there', async () => {
  const want = [desired('Product', { sku: 'NEW' }, { children: { Variants: rows.Variants } }), desired('Product', { sku: 'OLD' })]

  const changes = await compared(want, [holding({ Variants: [live('Variants', { code: 'V', sku: 'OLD' })] })])

  expect(inWords(changes)).toEqual(['cannot product.NEW'])
})

test('codes of options and pictures are apart from those of variants', async () => {
  const want = desired('Product', { sku: 'NEW' }, { children: { Options: rows.Options, ExtraImages: rows.ExtraImages } })
  const variants = [live('Variants', { code: 'O', sku: 'OLD' }), live('Variants', { code: 'X', sku: 'OLD' })]

  const changes = await compared([want], [holding({ Variants: variants, Options: [], ExtraImages: [] })])

  expect(inWords(changes)).toEqual(['create product.NEW', 'create product.NEW/extra-image.x.jpg', 'create product.NEW/option.size'])
})

/** An option of size with this code, of a product in a store. */
function stored(sku: string, code: string): RecordTree {
  return live('Product', { sku }, { Options: [live('Options', { code, sku, o_group: 'size' })] })
}

/** A product of the catalogue with one option. */
function sized(sku: string, code = `${sku}-size`): DesiredRecord {
  return desired('Product', { sku }, { children: { Options: [desired('Options', { code, sku, o_group: 'size' })] } })
}

test.each([
  ['as it is', sized('OLD')],
  ['with another title', { ...sized('OLD'), fields: { sku: 'OLD', title: 'Old' } }],
])('an option that the store has with the code of another product stays where it is: %s', async (_, old) => {
  const changes = await compared([old, sized('NEW')], [stored('OLD', 'NEW-size'), live('Product', { sku: 'NEW' }, { Options: [] })])

  expect(inWords(changes)).toContain('cannot product.NEW/option.size')
})

test('a given code that another option keeps in the store is refused, a free one is not', async () => {
  const there = [stored('OLD', 'ERP-1'), live('Product', { sku: 'NEW' }, { Options: [] })]

  const refused = await compared([sized('OLD'), sized('NEW', 'ERP-1')], there)
  const created = await compared([sized('OLD'), sized('NEW', 'ERP-2')], there)

  expect([inWords(refused), inWords(created)]).toEqual([['cannot product.NEW/option.size'], ['create product.NEW/option.size']])
})

test('an option that leaves its product still moves to another one', async () => {
  const old = desired('Product', { sku: 'OLD' }, { children: { Options: [] } })

  const changes = await compared([old, sized('NEW')], [stored('OLD', 'NEW-size'), live('Product', { sku: 'NEW' }, { Options: [] })])

  expect(inWords(changes)).toContain('create product.NEW/option.size')
})

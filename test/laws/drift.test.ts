import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareRecord } from '../../src/plan/record-of-change.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { text } from '../support/odd-texts.ts'
import { openShop, type Shop } from '../support/open-shop.ts'
import { isWhole } from '../support/whole.ts'

/** A seeded sample; `PLANOGRAM_FULL=1` runs many more. */
const runs = isWhole ? { numRuns: 300 } : { numRuns: 7, seed: 4_711 }
const patience = 600_000

const shopYaml = `groups:
  dealer: { title: Dealers }
categories:
  tees: { name: T-shirts, description: All of them }
  sale: { name: Sale }
defaults:
  products: { brand: Northwind }
products:
  # Comment
  TEE: { title: Tee, price: 10, weight: 0.2, categories: [tees], attributes: { Fit: Loose, Material: Cotton }, access: [dealer] }
  MUG: { title: Mug, price: 8, categories: { tees: 10, sale: 3 } }
  LAMP:
    title: Lamp
    options: { base: { label: Base, values: { oak: Oak, ash: Ash } } }
    variants: { matrix: "{sku}-{base}", each: { price: 3, weight: 1 }, override: { LAMP-oak: { price: 4 } } }
`

const sku = fc.constantFrom('TEE', 'MUG', 'LAMP')
const price = fc.integer({ min: 1, max: 9_999 }).map((cents) => String(cents / 100))

/** What somebody writes to the store. */
const edit: fc.Arbitrary<RecordTree> = fc.oneof(
  fc.tuple(sku, text).map(([key, title]) => bareRecord('Product', { sku: key, title })),
  fc.tuple(sku, text).map(([key, brand]) => bareRecord('Product', { sku: key, brand })),
  fc.tuple(fc.constantFrom('TEE', 'MUG'), price).map(([key, value]) => bareRecord('Product', { sku: key, price: value })),
  fc.tuple(sku, fc.constantFrom('tees', 'sale')).map(([key, cat]) => bareRecord('ProdCat', { sku: key, cat_code: cat })),
  fc.tuple(fc.constantFrom('Fit', 'Colour'), text).map(([label, value]) => bareRecord('ProductAttributes', { sku: 'TEE', label, value })),
  fc.tuple(fc.constantFrom('oak', 'ash'), price).map(([base, value]) => bareRecord('Variants', { code: `LAMP-${base}`, price: value })),
  fc.tuple(fc.constantFrom('tees', 'sale'), text).map(([code, name]) => bareRecord('Cat', { code, name })),
  text.map((title) => bareRecord('UserGroups', { code: 'dealer', title })),
)

interface Written {
  readonly changes: readonly { readonly root: string }[]
  readonly written: { readonly unwritten: readonly { readonly address: string }[] } | null
}

async function driftOf(shop: Shop, ...argv: readonly string[]): Promise<Written> {
  const { stdout, stderr } = await shop.run('drift', '--format', 'json', ...argv)
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

async function plannedRoots(shop: Shop): Promise<readonly string[]> {
  const { stdout, stderr } = await shop.run('plan', '--format', 'json')
  if (stdout === '') throw new Error(stderr)
  const { changes }: { changes: readonly { root: { address: string } }[] } = JSON.parse(stdout)
  return changes.map(({ root }) => root.address)
}

test(
  'drift --write takes over what was edited in the store, or lists it: then plan and drift have nothing else',
  { timeout: patience },
  async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 5 }), async (edits) => {
        await using shop = await openShop([], { 'shop.yaml': shopYaml })
        await shop.run('apply', '--auto-approve')
        const untouched = await driftOf(shop)
        shop.emulator.seed(edits)

        const { changes, written } = await driftOf(shop, '--write', '--force')

        const listed = new Set(written?.unwritten.map(({ address }) => address))
        const after = await driftOf(shop)
        taken += changes.filter(({ root }) => !listed.has(root)).length
        expect(untouched.changes).toEqual([])
        expect((await plannedRoots(shop)).filter((root) => !listed.has(root))).toEqual([])
        expect(after.changes.filter(({ root }) => !listed.has(root))).toEqual([])
      }),
      runs,
    )
    expect(taken).toBeGreaterThan(10)
  },
)

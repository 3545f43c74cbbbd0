import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openRememberedShop, type RememberedShop } from '../support/remembered-shop.ts'
import { isWhole } from '../support/whole.ts'

/** A seeded sample; `PLANOGRAM_FULL=1` runs many more. */
const runs = isWhole ? { numRuns: 12 } : { numRuns: 2, seed: 4_711 }

/** One step of a history: an edit of the catalogue, of the store, of a file or of the surroundings, an apply, or nothing. */
interface Step {
  readonly kind: 'document' | 'picture text' | 'new document' | 'store' | 'both' | 'apply' | 'variable' | 'time' | 'nothing'
  readonly sku: string
  readonly price: string
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind']>(
    'document',
    'picture text',
    'new document',
    'store',
    'both',
    'apply',
    'variable',
    'time',
    'nothing',
    'nothing',
  ),
  sku: fc.constantFrom('MUG', 'CUP'),
  price: fc.constantFrom('8.50', '9'),
})

const documentOf = (prices: ReadonlyMap<string, string>): string =>
  `products:\n${[...prices].map(([sku, price]) => `  ${sku}: { title: ${sku}, price: ${price}, comment: { file: copy/${sku}.html } }\n`).join('')}`

async function take({ kind, sku, price }: Step, shop: RememberedShop, prices: Map<string, string>): Promise<void> {
  if (kind === 'document' || kind === 'both') shop.folder.write('shop.yaml', documentOf(prices.set(sku, price)))
  if (kind === 'store' || kind === 'both') await shop.store.post('Product', [{ resource: 'Product', fields: { sku, price }, children: {} }])
  if (kind === 'picture text') shop.folder.write(`copy/${sku}.html`, `<p>${price}</p>`)
  if (kind === 'new document') shop.folder.write('more.yaml', price === '9' ? '' : 'products: { JUG: { title: Jug, price: 5 } }\n')
  if (kind === 'apply') await shop.run('apply', '--auto-approve')
  if (kind === 'variable') shop.env = { ...shop.env, ANY: price }
  if (kind === 'time') shop.now = new Date(shop.now.getTime() + 3_600_000)
}

/** The number of requests can differ: those of a comparison that found a difference count too. */
function withoutRequests(stderr: string): string {
  return stderr.replace(/in \d+ requests?/, '')
}

test('a history of edits on both sides gives the plans that it gives without memory', { timeout: 120_000 }, async () => {
  let repeated = 0

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: isWhole ? 15 : 10 }), async (steps) => {
      const prices = new Map([
        ['MUG', '8.50'],
        ['CUP', '9'],
      ])
      const copies = { 'copy/MUG.html': 'mug', 'copy/CUP.html': 'cup' }
      await using shop = await openRememberedShop({ 'shop.yaml': documentOf(prices), 'overlay/empty.yaml': '', ...copies })
      await shop.run('apply', '--auto-approve')
      for (const each of steps) {
        await take(each, shop, prices)
        const [fresh, remembered] = [await shop.run('plan', '--fresh', '--format', 'json'), await shop.repeated('--format', 'json')]
        const made = remembered ?? (await shop.run('plan', '--format', 'json'))
        if (remembered) repeated += 1
        expect({ ...made, stderr: withoutRequests(made.stderr) }).toEqual({ ...fresh, stderr: withoutRequests(fresh.stderr) })
      }
    }),
    runs,
  )

  expect(repeated).toBeGreaterThan(2)
})

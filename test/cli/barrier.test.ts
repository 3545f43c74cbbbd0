import { expect, onTestFinished, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { shopFolder, type ShopFolder } from '../support/shop-folder.ts'

interface ShownPlan {
  readonly plan_hash: string
  readonly steps: readonly { readonly id: string; readonly kind: string; readonly needs: readonly string[]; readonly title: string }[]
}

function shopOf(): ShopFolder {
  const shop = shopFolder({
    'shop.yaml': 'categories: { tees: { name: Tees } }\nproducts: { TEE: { title: Tee, price: 1, categories: [tees] } }\n',
  })
  onTestFinished(() => shop[Symbol.dispose]())
  return shop
}

async function planned({ root }: ShopFolder, ...more: string[]): Promise<ShownPlan> {
  const { stdout } = await planogram(root, ['plan', '--format', 'json', ...more])
  return JSON.parse(stdout)
}

test('--barrier puts a barrier before everything that is shown; a saved plan keeps it, and the second plan is empty', async () => {
  const shop = shopOf()

  const [plain, barred] = [await planned(shop), await planned(shop, '--barrier', '--out', 'plan.json')]
  const applied = await planogram(shop.root, ['apply', 'plan.json', '--auto-approve'])
  const second = await planned(shop)

  expect(plain.steps.map(({ title }) => title)).toEqual([
    'create 1 category',
    'create 1 product, hidden until they are verified',
    'read back 1 product',
    'show 1 product',
  ])
  expect(barred.steps.map(({ id, title, needs }) => `${id} ${title} (${needs.join(' ')})`)).toEqual([
    's001 create 1 category, hidden until they are verified ()',
    's002 create 1 product, hidden until they are verified (s001)',
    's003 read back 1 category (s001)',
    's004 read back 1 product (s002)',
    's005 barrier: go on if all that was prepared is there (s001 s002 s003 s004)',
    's006 show 1 category (s003 s005)',
    's007 show 1 product (s004 s005)',
  ])
  expect(applied.exitCode).toBe(0)
  expect(second.steps).toEqual([])
})

test('apply without a plan takes --barrier; with a saved plan or --resume it is refused', async () => {
  const shop = shopOf()

  const refused = await planogram(shop.root, ['apply', 'plan.json', '--barrier', '--auto-approve'])
  const resumed = await planogram(shop.root, ['apply', '--resume', '--barrier'])
  const applied = await planogram(shop.root, ['apply', '--barrier', '--auto-approve'])

  expect([refused.exitCode, resumed.exitCode, applied.exitCode]).toEqual([64, 64, 0])
  expect(refused.stderr).toContain('`--barrier` is for a new plan')
  expect(applied.stderr).toMatch(/^verify +3\/3 .*\n^go live +2\/2 /m)
  expect(applied.stderr.replace(/\s+/g, ' ')).toContain('4 requests. Nothing is shown to shoppers before everything is checked.')
})

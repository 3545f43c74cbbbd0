import { expect, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { pricedShop as shop, pricedShopText as shopText } from '../support/priced-shop.ts'

test('--table draws every group, quantity and currency, with what moves; as JSON too', async () => {
  using folder = shop()
  await planogram(folder.root, ['apply', '--auto-approve'])
  folder.write('shop.yaml', shopText.replace('17.50', '17.00'))

  const table = await planogram(folder.root, ['price', 'TEE-s', '--table', '--at', '2026-11-30'])
  const json = await planogram(folder.root, [
    'price',
    'TEE-s',
    '-t',
    '--currency',
    'NOK',
    '--offline',
    '--at',
    '2026-11-30',
    '--format',
    'json',
  ])

  expect(table.stdout).toBe(`TEE-s "Classic tee"
price per piece, on 2026-11-30 00:00:00

NOK
quantity    1-11         12-47     48+
─────────┬───────┬─────────────┬──────
default  │ 19.95 │ 17.50→17.00 │ 15.00
         │       │      ▼2.9 % │
dealer   │ 15.00 │       13.75 │ 12.00

EUR (forced price, otherwise x 0.085)
quantity   1-11       12-47     48+
─────────┬──────┬───────────┬──────
default  │ 1.70 │ 1.49→1.45 │  1.28
         │      │    ▼2.7 % │
dealer   │ 1.28 │      1.17 │ 10.90

Prices that differ: store local → git.
`)
  const parsed: { desired: unknown[]; live: null } = JSON.parse(json.stdout)
  expect(parsed.desired[1]).toEqual({ group: '', currency: 'NOK', start: 12, end: 47, price: '17' })
  expect([parsed.desired.length, parsed.live]).toEqual([6, null])
})

test('--table of a product that customers buy as variants: one table for those that cost the same', async () => {
  using folder = shop()
  await planogram(folder.root, ['apply', '--auto-approve'])
  const dearer =
    'm: Medium, l: Large } } }\n    variants: { matrix: "{sku}-{size}", each: { pricing: tees }, override: { TEE-m: { price: 21 } } }'
  folder.write('shop.yaml', shopText.replace(/m: Medium.*\n.*/, dearer))

  const table = await planogram(folder.root, ['price', 'TEE', '--table', '--at', '2026-11-30', '--currency', 'NOK'])
  const json = await planogram(folder.root, ['price', 'TEE', '--table', '--offline', '--format', 'json'])

  expect(table).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: `TEE "Classic tee"
price per piece, on 2026-11-30 00:00:00

TEE-s
quantity    1-11   12-47     48+
─────────┬───────┬───────┬──────
default  │ 19.95 │ 17.50 │ 15.00
dealer   │ 15.00 │ 13.75 │ 12.00

TEE-m
quantity          1-11         12-47           48+
─────────┬─────────────┬─────────────┬────────────
default  │ 19.95→21.00 │ 17.50→21.00 │ 15.00→21.00
         │      ▲5.3 % │     ▲20.0 % │     ▲40.0 %
dealer   │ 15.00→21.00 │ 13.75→21.00 │ 12.00→21.00
         │     ▲40.0 % │     ▲52.7 % │     ▲75.0 %

TEE-l (not in the store)
quantity    1-11   12-47     48+
─────────┬───────┬───────┬──────
default  │ 19.95 │ 17.50 │ 15.00
dealer   │ 15.00 │ 13.75 │ 12.00

Prices that differ: store local → git.
`,
  })
  const parsed: { variants: { codes: string[]; desired: unknown[]; live: null }[] } = JSON.parse(json.stdout)
  expect(parsed.variants.map(({ codes, desired, live }) => [codes, desired.length, live])).toEqual([
    [['TEE-s', 'TEE-l'], 12, null],
    [['TEE-m'], 2, null],
  ])
})

import { expect, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { pricedConfig, pricedShop as shop, pricedShopText as shopText } from '../support/priced-shop.ts'

const tests = `expect:
  - { sku: TEE-m, group: dealer, quantity: 50, currency: EUR, price: 10.90 }
  - { sku: TEE, options: { size: s }, at: 2026-12-24 18:00:00, price: 17.96 }
  - { sku: MUG, options: { glaze: gold }, customer_discount: 20%, price: 9.20 }
`

test('what a customer pays in git and in the store, and why', async () => {
  using folder = shop()
  await planogram(folder.root, ['apply', '--auto-approve'])
  folder.write('shop.yaml', shopText.replace('12.00]', '12.60]'))

  const ended = await planogram(folder.root, [
    'price',
    'TEE-m',
    '-g',
    'dealer',
    '-n',
    '50',
    '--at',
    '2026-12-10',
    '--customer-discount',
    '5%',
  ])

  expect(ended).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: `TEE-m "Classic tee"
50 pieces, group dealer, in NOK, customer discount 5%, on 2026-12-10 00:00:00

                                           in git  in store local
entry of group dealer from quantity 48      12.60           12.00
promotion: 10% off [1, 2]                   11.34           10.80
customer discount: 5% off [3, 4]            10.77           10.26
                                        ─────────  ──────────────
price per piece                         10.77 NOK       10.26 NOK  ▲5.0 %
all 50 pieces                              538.50          513.00

Assumptions (not in the document of the platform):
  [1] the promotion applies after quantity, group and options
  [2] its last day or second is included
  [3] the customer discount applies after the promotion
  [4] prices are rounded half up to 2 places after each step
`,
  })
})

test('options choose the variant, or adjust the price, on both sides', async () => {
  using folder = shop()
  await planogram(folder.root, ['apply', '--auto-approve'])

  const variant = await planogram(folder.root, ['price', 'TEE', '--option', 'size=s', '--at', '2026-11-30', '--format', 'json'])
  const adjusted = await planogram(folder.root, ['price', 'MUG', '--option', 'glaze=gold', '--currency', 'EUR', '--format', 'json'])

  const answers: unknown[] = [variant, adjusted].map(({ stdout }) => JSON.parse(stdout))
  expect(answers).toMatchObject([
    { sku: 'TEE-s', desired: { price: '19.95', currency: 'NOK' }, live: { price: '19.95' } },
    { sku: 'MUG', query: { options: { glaze: 'gold' } }, desired: { price: '0.98', currency: 'EUR' }, live: { price: '0.98' } },
  ])
})

test('a promotion is looked up on the clock of the shop', async () => {
  using folder = shop()

  const [last, over] = await Promise.all(
    ['2026-12-24 23:59', '2026-12-25'].map((at) => planogram(folder.root, ['price', 'TEE-s', '--offline', '--at', at])),
  )

  expect(last?.stdout).toContain('price                                             17.96 NOK')
  expect(over?.stdout).toContain('promotion of 10%: its last day was 2026-12-24')
})

test.each([
  ['an unknown sku', ['TEE-n'], 'There is no product or variant "TEE-n" in the catalogue or store local.', 'Did you mean "TEE-s"?'],
  ['an unknown option', ['MUG', '-o', 'glase=gold'], 'MUG has no option "glase".', 'Did you mean "glaze"? Available: glaze.'],
  ['an unknown value', ['MUG', '-o', 'glaze=pink'], 'Option glaze of MUG has no value "pink".', 'Available: plain, gold.'],
  ['options where there are none', ['TEE-s', '-o', 'colour=red'], 'TEE-s has no option "colour".', 'Available: size.'],
  [
    'a table of one group',
    ['TEE', '--table', '-g', 'dealer'],
    '`--table` cannot be combined with `--group`.',
    'Omit `--table` or `--group`.',
  ],
  ['no quantity', ['TEE', '-n', '0'], '`--quantity` does not accept `0`.', 'Quantity must be 1 or more.'],
  ['half a piece', ['TEE', '-n', '0.5'], '`--quantity` does not accept `0.5`.', 'Quantity must be a whole number of at most 9 digits.'],
  ['a day that is not on the calendar', ['TEE', '--at', '2026-02-30'], '`--at` does not accept `2026-02-30`.', 'Give a date that exists'],
  ['a discount above 100%', ['TEE', '--customer-discount', '101%'], '`--customer-discount` does not accept `101%`.', 'from 0% to 100%'],
  [
    'a choice that is made twice',
    ['TEE', '-o', 'size=s', '-o', 'size=m'],
    '`--option` does not accept `size=m`.',
    'Choose the option size once.',
  ],
  ['half an option', ['TEE', '-o', 'size'], '`--option` does not accept `size`.', 'Give name=value, such as size=m.'],
  ['an unknown group', ['MUG', '--group', 'deler'], '`--group` does not accept `deler`', 'Did you mean `dealer`?'],
  [
    'an unknown group of a table of nothing else',
    ['MUG', '--offline', '-g', 'retail'],
    'no such group in the catalogue.',
    'Available groups: dealer, vip.',
  ],
])('%s is wrong usage, and the message says what is right', async (_, argv, message, fix) => {
  using folder = shop()

  const ended = await planogram(folder.root, ['price', ...argv])

  expect([ended.exitCode, ended.stdout]).toEqual([64, ''])
  expect(ended.stderr).toContain(message)
  expect(ended.stderr).toContain(fix)
})

test('a group that only the store has is accepted', async () => {
  using folder = shop()
  await planogram(folder.root, ['apply', '--auto-approve'])
  folder.write('shop.yaml', shopText.replace('  vip: { title: VIP }\n', ''))

  const online = await planogram(folder.root, ['price', 'MUG', '-g', 'vip'])
  const offline = await planogram(folder.root, ['price', 'MUG', '-g', 'vip', '--offline'])

  expect([online.exitCode, online.stderr]).toEqual([0, expect.not.stringContaining('--group')])
  expect([offline.exitCode, offline.stderr]).toEqual([
    64,
    'error[wrong-usage]: `--group` does not accept `vip`: there is no such group in the catalogue.\n  help: Available groups: dealer.\n',
  ])
})

test('a store that cannot be read is omitted, with the reason: exit code 1', async () => {
  using folder = shop({
    'planogram.yaml': `${pricedConfig.replace('stores: {', 'stores: { far: { base_url: "http://127.0.0.1:1", key: "${FAR_KEY}" },')}default_store: far\n`,
  })

  const ended = await planogram(folder.root, ['price', 'MUG', '-g', 'dealer'], { FAR_KEY: 'k-1234567890' })
  const offline = await planogram(folder.root, ['price', 'MUG', '-o', 'glaze=plain', '--offline'])
  const json = await planogram(folder.root, ['price', 'MUG', '--format', 'json'], { FAR_KEY: 'k-1234567890' })
  const unknown = await planogram(folder.root, ['price', 'MUGG'], { FAR_KEY: 'k-1234567890' })

  expect(ended.exitCode).toBe(1)
  expect(ended.stderr).toMatch(/^Cannot read store far: .*Only git is shown \(exit code 1\); --offline omits the store\.$/m)
  expect(ended.stderr).not.toContain('k-1234567890')
  expect(ended.stdout).toContain('price         8.50 NOK')
  expect([offline.exitCode, offline.stderr]).toEqual([0, ''])
  expect(JSON.parse(json.stdout)).toMatchObject({
    desired: { price: '8.5' },
    live: null,
    live_failure: 'Could not connect to 127.0.0.1:1: connection refused.',
  })
  expect(unknown.stderr).toMatch(/^Cannot read store far: [^]*There is no product or variant "MUGG" in the catalogue\./)
})

test('an option that is not chosen, and an unknown currency, are noted beside the price', async () => {
  using folder = shop()

  const [whole, open, currency] = await Promise.all(
    [['TEE'], ['MUG'], ['MUG', '-o', 'glaze=gold', '--currency', 'eur']].map((argv) =>
      planogram(folder.root, ['price', ...argv, '--offline']),
    ),
  )

  expect([whole?.stderr, open?.stderr, currency?.stderr]).toEqual([
    'Customers buy a variant of TEE: name one (TEE-s, TEE-m), or choose with --option size=s|m.\n',
    'An option can change this price: --option glaze=plain|gold.\n',
    'No price is in the currency "eur"; did you mean "EUR"?\n',
  ])
})

test('a timed promotion that is over is one line, also where the store writes its end with a time', async () => {
  using folder = shop()
  await planogram(folder.root, ['apply', '--auto-approve'])

  const over = await planogram(folder.root, ['price', 'TEE-s', '--at', '2026-12-25'])
  const before = await planogram(folder.root, ['price', 'TEE-s', '--at', '2026-11-30 23:59:59'])

  expect(over.stdout).toMatch(/promotion of 10%: its last day was 2026-12-24 +19\.95 +19\.95\n/)
  expect(before.stdout).toMatch(/promotion of 10%: it starts on 2026-12-01 +19\.95 +19\.95\n/)
})

test('a sku that only the store has is priced there; a product with variants and no price says so', async () => {
  using folder = shop()
  await planogram(folder.root, ['apply', '--auto-approve'])
  folder.write('shop.yaml', shopText.slice(0, shopText.indexOf('  MUG:')))

  const gone = await planogram(folder.root, ['price', 'MUG'])
  const whole = await planogram(folder.root, ['price', 'TEE'])

  expect(gone.stdout).toContain('in git: there is no product or variant MUG')
  expect(gone.stdout).toMatch(/price +no price +8\.50 NOK/)
  expect(whole.stdout).toContain('product TEE has neither a price nor entries; customers')
})

test('price tests hold in validate and again in the store after apply', async () => {
  using folder = shop({ 'tests.yaml': tests })

  const valid = await planogram(folder.root, ['validate'])
  const applied = await planogram(folder.root, ['apply', '--auto-approve'])

  expect(valid.exitCode).toBe(0)
  expect(applied.exitCode).toBe(0)
  expect(applied.stdout).toContain('3 price tests passed.\n')
  expect(applied.stderr).not.toContain('not yet in force')
})

test('a price test that fails is a problem at its place, with the price that it meets', async () => {
  using folder = shop({ 'tests.yaml': tests.replace('price: 10.90', 'price: 9.90') })

  const { exitCode, stdout } = await planogram(folder.root, ['validate'])

  expect(exitCode).toBe(65)
  expect(stdout).toContain(`error[expect-holds]: TEE-m should cost 9.90 EUR (50 pieces, group dealer, in EUR), but costs 10.90 EUR
  --> tests.yaml:2:5
  1 │ expect:
> 2 │   - { sku: TEE-m, group: dealer, quantity: 50, currency: EUR, price: 9.90 }
    │     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  3 │   - { sku: TEE, options: { size: s }, at: 2026-12-24 18:00:00, price: 17.96 }
  note: the calculation starts here
  --> shop.yaml:8:64
  7 │     prices: { default: [19.95, 17.50, 15.00], dealer: [15.00, 13.75, 12.00] }
> 8 │     forced: [{ currency: EUR, group: dealer, start: 48, price: 10.90 }]
    │                                                                ^^^^^
  9 │ products:
  help: How it is calculated: price forced in EUR for group dealer from quantity 48 (10.90), then promotion of 10%: it is timed, and the query has no time (10.90).
`)
})

test('a price test that fails in the store ends apply with exit code 6, also when there was nothing to do', async () => {
  using folder = shop()
  folder.write('shop.yaml', shopText.replace('price: 8.50', 'price: 8.50\n    merchandising: { discount: 50% }'))
  await planogram(folder.root, ['apply', '--auto-approve'])
  folder.write('shop.yaml', shopText.replace('title: Mug', 'title: A mug'))
  folder.write('tests.yaml', 'expect:\n  - { sku: MUG, price: 8.50 }\n')

  const applied = await planogram(folder.root, ['apply', '--auto-approve'])
  const again = await planogram(folder.root, ['apply', '--auto-approve'])

  const said = `1 of 1 price test failed in the store (exit code 6):
! MUG should cost 8.50 NOK (1 piece), but costs 4.25 NOK.
  How it is calculated: simple price (8.50), then promotion: 50% off (4.25).
`
  expect([applied.exitCode, again.exitCode]).toEqual([6, 6])
  expect(applied.stdout).toContain(said)
  expect(again.stdout).toContain(said)
})

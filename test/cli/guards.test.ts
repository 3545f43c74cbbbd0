import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../../src/cli/run-program.ts'
import { bareRecord } from '../../src/plan/record-of-change.ts'
import { openState } from '../../src/state/open-state.ts'
import { type Ended, planogram } from '../support/command-line.ts'
import { openShop } from '../support/open-shop.ts'
import { surroundingsIn } from '../support/surroundings.ts'
import { shopFolder, type ShopFolder } from '../support/shop-folder.ts'
import { startTerminal } from '../support/terminal.ts'

const mug = (price: string): string => `products:\n  MUG: { title: Mug, price: ${price} }\n`

/** A shop whose mug costs 8.50 in the store, and 85 in the catalogue. */
async function slippedShop(config = ''): Promise<ShopFolder> {
  const shop = shopFolder({
    'planogram.yaml': `stores: { local: { emulator: true } }\n${config}`,
    'shop.yaml': mug('8.50'),
  })
  onTestFinished(() => shop[Symbol.dispose]())
  await planogram(shop.root, ['apply', '--auto-approve'])
  shop.write('shop.yaml', mug('85'))
  return shop
}

async function hashOf(shop: ShopFolder): Promise<string> {
  const { stdout } = await planogram(shop.root, ['plan', '--format', 'json'])
  const { plan_hash: hash }: { plan_hash: string } = JSON.parse(stdout)
  return hash
}

const apply = (shop: ShopFolder, ...more: readonly string[]): Promise<Ended> => planogram(shop.root, ['apply', '--auto-approve', ...more])

test('a plan that guards stop is shown, and not applied: exit code 3, with the config keys and the flags', async () => {
  const shop = await slippedShop()
  const hash = (await hashOf(shop)).slice(0, 8)

  const planned = await planogram(shop.root, ['plan', '--out', 'plan.json'])
  const detailed = await planogram(shop.root, ['plan', '--detailed-exitcode'])
  const direct = await apply(shop)
  const saved = await apply(shop, 'plan.json')
  const silent = await planogram(shop.root, ['apply'])
  const after = await planogram(shop.root, ['plan', '--detailed-exitcode'])

  expect([planned, detailed, direct, saved, silent, after].map(({ exitCode }) => exitCode)).toEqual([0, 2, 3, 3, 3, 2])
  expect(planned.stdout).toContain(
    [
      'Guards that stop apply (2):',
      'x price_change: 1 price changes by more than 30%',
      '    MUG: 8.50 to 85.00 (+900%) at shop.yaml:2',
      'x decimal_slip: 1 decimal point looks misplaced',
      '    MUG: 8.50 to 85.00 (+900%) at shop.yaml:2',
    ].join('\n'),
  )
  expect(direct.stderr).toContain('Guards that stop apply (2):')
  expect(saved.stderr).toContain(
    [
      `error[guard-stopped]: 2 guards stop plan ${hash}: \`price_change\`: 1 price changes by more than 30% (MUG: 8.50 to 85.00 (+900%) at shop.yaml:2); \`decimal_slip\`: 1 decimal point looks misplaced (MUG: 8.50 to 85.00 (+900%) at shop.yaml:2). Nothing was written.`,
      `  help: Change the catalogue, or \`guards.price_change\`, \`guards.decimal_slip\` in planogram.yaml; or allow exactly this plan with \`--override price_change=${hash} --override decimal_slip=${hash}\`.`,
    ].join('\n'),
  )
})

test('--override allows exactly that guard for exactly that plan, and is recorded with the run', async () => {
  const shop = await slippedShop('guards: { decimal_slip: off }\n')
  const hash = await hashOf(shop)

  const other = await apply(shop, '--override', `price_change=${'ab'.repeat(6)}`)
  const otherGuard = await apply(shop, '--override', `hide=${hash}`)
  const right = await apply(shop, '--override', `price_change=${hash.slice(0, 8)}`)

  expect([other, otherGuard, right].map(({ exitCode }) => exitCode)).toEqual([4, 3, 0])
  expect(other.stderr).toContain(
    `error[plan-stale]: The override of \`price_change\` is for plan abababab; the plan is now ${hash.slice(0, 8)}. Nothing was written.\n`,
  )
  expect(otherGuard.stderr).toContain('error[guard-stopped]: Guard `price_change` stops plan')
  expect(right.stderr).toContain(`overridden for plan ${hash.slice(0, 8)}: price_change\n`)
  const state = await openState(`${shop.root}/.planogram/state.db`)
  const runs = await state.runs()
  await state.close()
  expect(runs.map(({ outcome, overrides }) => [outcome, overrides])).toEqual([
    ['done', ['price_change']],
    ['done', []],
  ])
})

test('an override of an unknown guard, without a hash, or with --resume is wrong usage', async () => {
  const shop = await slippedShop()

  const unknown = await apply(shop, '--override', 'price_chang=12345678')
  const short = await apply(shop, '--override', 'price_change=1234567')
  const bare = await apply(shop, '--override', 'everything')
  const resumed = await apply(shop, '--resume', '--override', 'hide=12345678')

  expect([unknown, short, bare, resumed].map(({ exitCode }) => exitCode)).toEqual([64, 64, 64, 64])
  expect(unknown.stderr).toMatch(
    /^error\[wrong-usage\]: `--override` does not accept `price_chang=12345678`\.\n {2}help: Did you mean `price_change`\? /,
  )
  expect(short.stderr).toContain('help: Give the plan hash: `price_change=` and at least 8 of its 64 digits from 0 to 9 and a to f.\n')
  expect(bare.stderr).toContain('Guards are max_removals, max_changes, ')
})

test('a category whose products are all retired or hidden already stops an apply, as one whose products are deleted', async () => {
  const category = 'categories: { tees: { name: Tees } }\n'
  const [tee, mug] = ['TEE: { title: Tee, price: 19.95, categories: [tees] }', 'MUG: { title: Mug, price: 8.50, categories: [tees] }']
  const old = 'OLD: { title: Old tee, price: 9.95, categories: [tees], inactive: true }'
  using shop = shopFolder({
    'planogram.yaml': 'stores: { local: { emulator: true } }\nguards: { max_changes: off }\nmanage: { prune: { products: retire } }\n',
    'shop.yaml': `${category}products:\n  ${tee}\n  ${mug}\n  ${old}\n`,
  })
  await apply(shop)
  shop.write('shop.yaml', `${category}products:\n  ${mug}\n  ${old}\n`)
  const one = await planogram(shop.root, ['plan'])
  shop.write('shop.yaml', `${category}products:\n  ${old}\n`)

  const both = await apply(shop)

  expect(one.stdout).not.toContain('Guards that stop apply')
  expect(both.exitCode).toBe(3)
  expect(both.stderr).toContain(
    'Guard `empty_category` stops plan ' +
      `${(await hashOf(shop)).slice(0, 8)}: 1 category loses its last product that customers see (category.tees (2 products)`,
  )
})

const slugged = (mug: string, cup: string): string =>
  `products:\n  MUG: { title: Mug, price: 8.50${mug} }\n  CUP: { title: Cup, price: 7, slug: ${cup} }\n`

test('a slug that another product of the catalogue still has in the store stops an apply, until that one gets another or is hidden', async () => {
  using shop = shopFolder({
    'planogram.yaml': 'stores: { local: { emulator: true } }\n',
    'shop.yaml': slugged(', slug: mug', 'cup'),
  })
  await apply(shop)

  shop.write('shop.yaml', slugged('', 'mug'))
  const kept = await apply(shop)
  shop.write('shop.yaml', slugged(', slug: big-mug', 'mug'))
  const renamed = await apply(shop)
  shop.write('shop.yaml', slugged(', inactive: true', 'big-mug'))
  const hidden = await apply(shop)

  expect([kept, renamed, hidden].map(({ exitCode }) => exitCode)).toEqual([3, 0, 0])
  expect(kept.stderr).toMatch(
    /Guard `same_slug` stops plan \w{8}: 1 record gets the slug of another one that stays visible \(product\.CUP at shop\.yaml:3 gets "mug" of product\.MUG at shop\.yaml:2: give product\.MUG another slug, or hide or remove it\)\. Nothing was written\.\n/,
  )
})

test('a slug of two records of the store stops an apply that hides one of them and leaves the other visible', async () => {
  await using shop = await openShop([], {
    'old.yaml': 'products: { A: { title: Mug, price: 8.50, slug: mug } }\n',
    'shop.yaml': 'products: { MUG: { title: Mug, price: 8.50 } }\n',
  })
  appendFileSync(join(shop.root, 'planogram.yaml'), 'manage: { prune: { products: retire } }\n')
  await shop.run('apply', '--auto-approve')
  shop.emulator.seed([bareRecord('Product', { sku: 'B', title: 'Mug of somebody', slug: 'mug' })])
  rmSync(join(shop.root, 'old.yaml'))
  writeFileSync(join(shop.root, 'shop.yaml'), 'products: { MUG: { title: Mug, price: 8.50, slug: mug } }\n')

  const stopped = await shop.run('apply', '--auto-approve')

  expect(stopped.exitCode).toBe(3)
  expect(stopped.stderr).toContain(
    '1 record gets the slug of another one that stays visible (product.MUG at shop.yaml:1 gets "mug" of product.B: give product.B another slug',
  )
})

test('a saved plan that is in the store already needs no override again; one of which something is left does', async () => {
  using shop = shopFolder({
    'planogram.yaml': 'stores: { local: { emulator: true } }\nguards: { hide: 0 }\n',
    'shop.yaml': 'products: { MUG: { title: Mug, price: 8.50 }, TEE: { title: Tee, price: 19.95 } }\n',
  })
  await apply(shop)
  shop.write('shop.yaml', 'products: { MUG: { title: Mug, price: 8.50, inactive: true }, TEE: { title: Tee, price: 20 } }\n')
  await planogram(shop.root, ['plan', '--out', 'plan.json'])
  const hash = (await hashOf(shop)).slice(0, 8)

  const stopped = await apply(shop, 'plan.json')
  const first = await apply(shop, 'plan.json', '--override', `hide=${hash}`)
  const again = await apply(shop, 'plan.json')
  const state = await openState(`${shop.root}/.planogram/state.db`)
  const [run] = await state.runs()
  await state.close()
  const undone = await planogram(shop.root, ['undo', run?.id ?? '', '--auto-approve'])
  const left = await apply(shop, 'plan.json')

  expect([stopped, first, again, undone, left].map(({ exitCode }) => exitCode)).toEqual([3, 0, 0, 0, 3])
  expect(again.stderr).toContain(`All changes of plan ${hash} are in the store already.\n`)
})

test('max_plan_age stops a saved plan that is too old, which an override allows', async () => {
  using shop = shopFolder({
    'planogram.yaml': 'stores: { local: { emulator: true } }\nguards: { max_plan_age: 0s }\n',
    'shop.yaml': mug('8.50'),
  })
  await planogram(shop.root, ['plan', '--out', 'plan.json'])
  const hash = (await hashOf(shop)).slice(0, 8)

  const old = await apply(shop, 'plan.json')
  const allowed = await apply(shop, 'plan.json', '--override', `max_plan_age=${hash}`)

  expect([old.exitCode, allowed.exitCode]).toEqual([3, 0])
  expect(old.stderr).toMatch(
    /error\[guard-stopped\]: Guard `max_plan_age` stops plan \w{8}: the plan is \d+s old \(limit 0s\)\. Nothing was written\.\n/,
  )
  expect(old.stderr).toContain(
    'help: Make a new plan with `planogram plan --out <file>`, or change `guards.max_plan_age` in planogram.yaml; or',
  )
})

test('in a terminal the review shows the guards, applying is refused, and the exit code is 3', async () => {
  const shop = await slippedShop()
  const hash = (await hashOf(shop)).slice(0, 8)
  await planogram(shop.root, ['plan', '--out', 'plan.json'])
  const terminal = startTerminal(120, 24)
  onTestFinished(() => terminal.close())
  const stderr = new PassThrough({ encoding: 'utf8' })
  const [stdin, stdout] = [terminal.stdin as PassThrough, terminal.stdout as PassThrough]
  const exit = runProgram(['apply', 'plan.json', '-s', 'local'], surroundingsIn(shop.root, { stdin, stdout, stderr }))

  const first = await terminal.until('x price_change')
  terminal.press('a')
  const confirm = await terminal.until('Nothing can be applied')
  terminal.press('yes\r')
  await terminal.until('x price_change')
  terminal.press('q')

  expect(await exit).toBe(3)
  expect(first).toContain('x price_change: 1 price changes by more than 30%')
  expect(confirm).toContain(`planogram apply plan.json -s local --override price_change=${hash} --override decimal_slip=${hash}`)
  expect(stderr.read()).toContain('error[guard-stopped]: 2 guards stop plan')
})

test('a dated discount from a raised price is a warning from the runs in the state, and stops nothing', async () => {
  const shop = shopFolder({
    'planogram.yaml': 'stores: { local: { emulator: true } }\nguards: { price_change: off }\n',
    'shop.yaml': mug('8.50'),
  })
  onTestFinished(() => shop[Symbol.dispose]())
  await apply(shop)
  shop.write('shop.yaml', mug('12'))
  await apply(shop)
  const year = new Date().getUTCFullYear() + 1
  const dates = `start_date: ${year}-01-02, end_date: ${year}-01-09`
  shop.write('shop.yaml', mug(`12, merchandising: { discount: 10%, timed_promotion: true, ${dates} }`))

  const planned = await planogram(shop.root, ['plan', '--out', 'plan.json'])
  const shown = await planogram(shop.root, ['show', 'plan.json'])
  shop.write('planogram.yaml', 'stores: { local: { emulator: true } }\nguards: { price_30d: off }\n')
  const silent = await planogram(shop.root, ['plan'])
  const applied = await apply(shop)

  expect(planned.stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /warning: The discount of MUG is taken from 12\.00, and its lowest price of the last 30 days was 8\.50 \(\d{4}-\d\d-\d\d\)\. warning: Prices before /,
  )
  expect(shown.stdout).toContain('warning: The discount of MUG')
  expect(silent.stdout).not.toContain('warning:')
  expect(applied.exitCode).toBe(0)
})

/** A grid whose dealer prices are in line 7. */
function grid(dealer: string): string {
  return `groups: { dealer: { title: Dealers } }
price_lists:
  tees:
    breaks: [0, 12]
    prices:
      default: [20, 18]
      dealer: ${dealer}
products:
  TEE: { title: Tee, pricing: tees }
`
}

test('a guard names the place of the price entry that it is about, not of the first one of the grid', async () => {
  using shop = shopFolder({ 'planogram.yaml': 'stores: { local: { emulator: true } }\n', 'shop.yaml': grid('[15, 14]') })
  await planogram(shop.root, ['apply', '--auto-approve'])
  shop.write('shop.yaml', grid('[15, 140]'))

  const { stdout } = await planogram(shop.root, ['plan'])

  const cases = stdout.split('\n').filter((line) => line.startsWith('    TEE for group dealer'))
  expect(cases.length).toBe(3)
  expect(cases.filter((line) => !line.endsWith(' at shop.yaml:7'))).toEqual([])
})

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../../src/cli/run-program.ts'
import { stored } from '../support/any-store.ts'
import { Collected } from '../support/collected.ts'
import { openShop, type Shop } from '../support/open-shop.ts'
import { surroundingsIn } from '../support/surroundings.ts'

const live = [
  ...['CUP', 'MUG', 'TEE'].map((sku) => stored('Product', { sku, title: sku, price: '5' })),
  stored('Cat', { code: 'old', name: 'Old' }),
]
const catalogue = `categories:
  old: { name: Old }
  drinks: { name: Drinks }
products:
  CUP: { title: New cup, price: 5, categories: [drinks] }
  MUG: { title: New mug, price: 5 }
  TEE: { title: New tee, price: 5 }
`

async function plannedShop(skipped?: readonly string[], hash?: string): Promise<Shop> {
  const shop = await openShop(live, { 'shop.yaml': catalogue })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  await shop.run('plan', '--out', 'plan.json')
  if (skipped !== undefined) decide(shop, skipped, hash)
  return shop
}

/** What a review of the plan saves. */
function decide(shop: Shop, skipped: readonly string[], hash = hashOf(shop)): void {
  writeFileSync(join(shop.root, 'plan.json.decisions.json'), JSON.stringify({ format_version: '1', plan_hash: hash, skipped }))
}

function hashOf({ root }: Shop): string {
  return /"plan_hash": ?"(\w+)"/.exec(readFileSync(join(root, 'plan.json'), 'utf8'))?.[1] ?? ''
}

function titles({ emulator }: Shop): readonly string[] {
  return emulator.records('Product').map(({ fields }) => String(fields['title']))
}

test('what a review skipped is not applied; the rest is, and the run has converged', async () => {
  const shop = await plannedShop(['product.MUG'])

  const applied = await shop.run('apply', 'plan.json', '--auto-approve')
  const rest = await shop.run('plan')

  expect(applied.stderr).toMatch(/1 record skipped in the review: plan \w{8} is without it/)
  expect(applied.exitCode).toBe(0)
  expect(titles(shop)).toEqual(['New cup', 'MUG', 'New tee'])
  expect(rest.stdout).toContain('Plan: 0 to create, 1 to update, 0 to remove.')
})

test('a plan that was approved whole by its hash is not applied in part without a question', async () => {
  const shop = await plannedShop(['product.MUG'])

  const applied = await shop.run('apply', 'plan.json', '--auto-approve', '--plan-hash', hashOf(shop))

  expect(applied.exitCode).toBe(4)
  expect(applied.stderr).toContain('plan.json.decisions.json skips 1 record of a plan that `--plan-hash` approves whole.')
  expect(titles(shop)).toEqual(['CUP', 'MUG', 'TEE'])
})

test('what needs a skipped record is skipped with it', async () => {
  const shop = await plannedShop(['category.drinks'])

  const applied = await shop.run('apply', 'plan.json', '--auto-approve')

  expect(applied.stderr).toMatch(/2 records skipped in the review: plan \w{8} is without them/)
  expect(titles(shop)).toEqual(['CUP', 'New mug', 'New tee'])
})

/** The same plan, which a guard stops because of the price of MUG. */
async function stoppedShop(skipped: string): Promise<Shop> {
  const shop = await plannedShop()
  writeFileSync(join(shop.root, 'shop.yaml'), catalogue.replace('New mug, price: 5', 'New mug, price: 50'))
  await shop.run('plan', '--out', 'plan.json')
  decide(shop, [skipped])
  return shop
}

test('what a guard stops can be skipped: the rest is applied without a terminal', async () => {
  const shop = await stoppedShop('product.MUG')

  const applied = await shop.run('apply', 'plan.json', '--auto-approve')

  expect(applied.exitCode).toBe(0)
  expect(titles(shop)).toEqual(['New cup', 'MUG', 'New tee'])
})

test('what a guard stops and nobody skipped is not applied', async () => {
  const shop = await stoppedShop('product.TEE')

  const applied = await shop.run('apply', 'plan.json', '--auto-approve')

  expect(applied.exitCode).toBe(3)
  expect(applied.stderr).toContain('1 record skipped in the review')
  expect(applied.stderr).toContain('error[guard-stopped]')
  expect(applied.stderr).toContain('MUG: 5.00 to 50.00 (+900%) at shop.yaml:6')
  expect(titles(shop)).toEqual(['CUP', 'MUG', 'TEE'])
})

test('a terminal without cursor movements asks about a plan that guards stop, where a part of it was skipped', async () => {
  const shop = await stoppedShop('product.MUG')
  const isTTY = true
  const stdin = Object.assign(new PassThrough(), { isTTY })
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY })
  const env = { SHOP_KEY: shop.emulator.key, TERM: 'dumb' }
  stdin.write('yes\n')

  const exitCode = await runProgram(['apply', 'plan.json'], surroundingsIn(shop.root, { stdin, stdout: new Collected(), stderr, env }))

  expect(stderr.read()).toContain('Type `yes`:')
  expect(exitCode).toBe(0)
  expect(titles(shop)).toEqual(['New cup', 'MUG', 'New tee'])
})

test('decisions about another plan do not count', async () => {
  const shop = await plannedShop(['product.MUG'], '0'.repeat(64))

  const applied = await shop.run('apply', 'plan.json', '--auto-approve')

  expect(applied.exitCode).toBe(0)
  expect(titles(shop)).toEqual(['New cup', 'New mug', 'New tee'])
})

test('a plan that is created again under the name of a reviewed one says that the review does not count, and so does its apply', async () => {
  const shop = await plannedShop(['product.MUG', 'product.TEE'])
  const reviewed = hashOf(shop).slice(0, 8)
  writeFileSync(join(shop.root, 'shop.yaml'), catalogue.replace('New cup', 'Another cup'))

  const again = await shop.run('plan', '--out', 'plan.json')
  const applied = await shop.run('apply', 'plan.json', '--auto-approve')

  const now = hashOf(shop).slice(0, 8)
  const note = `plan.json.decisions.json skips 2 records of an earlier plan (${reviewed}): it does not count for plan ${now}, which has to be reviewed again.\n`
  expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining(note)])
  expect([applied.exitCode, applied.stderr]).toEqual([0, expect.stringContaining(note)])
})

test('where everything is skipped, nothing is written', async () => {
  const shop = await plannedShop(['product.MUG', 'product.TEE', 'category.drinks'])
  const before = titles(shop)

  const applied = await shop.run('apply', 'plan.json', '--auto-approve')

  expect(applied.stdout).toContain('No changes.')
  expect(titles(shop)).toEqual(before)
})

test('an approved change that is not what was reviewed any more makes the plan stale', async () => {
  const shop = await plannedShop(['product.MUG'])
  shop.emulator.seed([stored('Product', { sku: 'TEE', title: 'Foreign', price: '5' })])

  const applied = await shop.run('apply', 'plan.json', '--auto-approve')

  expect(applied.exitCode).toBe(4)
  expect(applied.stderr).toContain('product.TEE title: the store has "Foreign" instead of "TEE"')
  expect(titles(shop)).toEqual(['CUP', 'MUG', 'Foreign'])
})

test('a damaged file of decisions is an error that names it, and nothing is written', async () => {
  const shop = await plannedShop()
  writeFileSync(join(shop.root, 'plan.json.decisions.json'), '{"skipped":')
  const before = titles(shop)

  const applied = await shop.run('apply', 'plan.json', '--auto-approve')

  expect(applied.exitCode).toBe(1)
  expect(applied.stderr).toContain('plan.json.decisions.json does not contain the decisions of a review.')
  expect(applied.stderr).toContain('Delete it, and decide again with `planogram review <plan>`.')
  expect(titles(shop)).toEqual(before)
})

test('without a terminal, review says so and how to read the plan', async () => {
  const shop = await plannedShop()

  const reviewed = await shop.run('review', 'plan.json')

  expect(reviewed.exitCode).toBe(5)
  expect(reviewed.stderr).toContain('No interactive terminal to review the plan in')
  expect(reviewed.stderr).toContain('Print the plan with `planogram show plan.json`.')
  expect(statSync(join(shop.root, 'plan.json')).isFile()).toBe(true)
})

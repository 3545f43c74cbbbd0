import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const mug = 'products:\n  MUG: { title: Mug, price: 8.50 }\n'

test('plan and apply: the store is made equal, and the second apply has nothing to do', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })

  const applied = await planogram(shop.root, ['apply', '--auto-approve'])
  const again = await planogram(shop.root, ['apply', '--auto-approve'])

  expect(applied.exitCode).toBe(0)
  expect(applied.stderr).toContain('+ product MUG "Mug"')
  expect(applied.stdout).toContain('The store now matches the catalogue.')
  expect(again.exitCode).toBe(0)
  expect(again.stdout).toContain('Nothing to do')
})

test('--detailed-exitcode: 2 with changes, 0 without', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })

  const before = await planogram(shop.root, ['plan', '--detailed-exitcode'])
  await planogram(shop.root, ['apply', '--auto-approve'])
  const after = await planogram(shop.root, ['plan', '--detailed-exitcode'])

  expect([before.exitCode, after.exitCode]).toEqual([2, 0])
})

test('--format json prints the plan alone on stdout, and the saved plan is the same', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })

  const ended = await planogram(shop.root, ['plan', '--format', 'json', '--out', 'plan.json'])

  const printed: { format_version: string; plan_hash: string } = JSON.parse(ended.stdout)
  expect(printed.format_version).toBe('2')
  expect(JSON.parse(readFileSync(join(shop.root, 'plan.json'), 'utf8'))).toEqual(printed)
})

test('show prints a saved plan without a store', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  const planned = await planogram(shop.root, ['plan', '--out', 'plan.json'])

  const shown = await planogram(shop.root, ['show', 'plan.json'])

  expect(shown.exitCode).toBe(0)
  expect(shown.stdout).toBe(planned.stdout)
})

test('a saved plan is applied while it holds, and refused with exit code 4 when it no longer does', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  await planogram(shop.root, ['plan', '--out', 'plan.json'])
  shop.write('shop.yaml', mug.replace('8.50', '9.50'))

  const stale = await planogram(shop.root, ['apply', 'plan.json', '--auto-approve'])
  const nothing = await planogram(shop.root, ['plan', '--detailed-exitcode'])
  shop.write('shop.yaml', mug)
  const fresh = await planogram(shop.root, ['apply', 'plan.json', '--auto-approve'])

  expect(stale.exitCode).toBe(4)
  expect(stale.stderr).toContain('no longer holds: one change differs (product.MUG). Nothing was written.')
  expect(nothing.exitCode).toBe(2)
  expect(fresh.exitCode).toBe(0)
})

test('a plan file that is not there, is no plan, or was edited, is refused', async () => {
  using shop = shopFolder({ 'shop.yaml': mug, 'broken.json': '{ "format_version": ' })
  await planogram(shop.root, ['plan', '--out', 'plan.json'])
  shop.write('edited.json', readFileSync(join(shop.root, 'plan.json'), 'utf8').replaceAll('8.5', '0.5'))

  const missing = await planogram(shop.root, ['apply', 'no-such.json', '--auto-approve'])
  const broken = await planogram(shop.root, ['show', 'broken.json'])
  const edited = await planogram(shop.root, ['apply', 'edited.json', '--auto-approve'])

  expect([missing.exitCode, broken.exitCode, edited.exitCode]).toEqual([1, 1, 1])
  expect(missing.stderr).toContain('Cannot read the plan')
  expect(broken.stderr).toContain('error[plan-file-broken]')
  expect(edited.stderr).toContain('error[plan-file-broken]')
})

test('without a terminal and without --auto-approve nothing is written, exit code 5', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })

  const ended = await planogram(shop.root, ['apply'])
  const left = await planogram(shop.root, ['plan', '--detailed-exitcode'])

  expect(ended.exitCode).toBe(5)
  expect(ended.stderr).toContain('Nobody can be asked here, so nothing was written')
  expect(left.exitCode).toBe(2)
})

test('a protected store without a terminal takes only a saved plan with its hash', async () => {
  using shop = shopFolder({
    'shop.yaml': mug,
    'planogram.yaml': 'stores: { live: { emulator: true, protected: true } }\ndefault_store: live\n',
  })
  await planogram(shop.root, ['plan', '--out', 'plan.json'])
  const { plan_hash: hash }: { plan_hash: string } = JSON.parse(readFileSync(join(shop.root, 'plan.json'), 'utf8'))

  const without = await planogram(shop.root, ['apply', 'plan.json', '--auto-approve'])
  const unsaved = await planogram(shop.root, ['apply', '--auto-approve', '--plan-hash', hash])
  const withHash = await planogram(shop.root, ['apply', 'plan.json', '--auto-approve', '--plan-hash', hash])

  expect([without.exitCode, unsaved.exitCode, withHash.exitCode]).toEqual([5, 5, 0])
  expect(without.stderr).toContain(`is protected`)
})

test('an invalid catalogue ends with 65 before a store is touched', async () => {
  using shop = shopFolder({ 'shop.yaml': 'products:\n  MUG: { titel: Mug, price: 8.50 }\n' })

  const ended = await planogram(shop.root, ['plan'])

  expect(ended.exitCode).toBe(65)
  expect(ended.stdout).toBe('')
  expect(ended.stderr).toContain('Did you mean "title"?')
  expect(existsSync(join(shop.root, '.planogram'))).toBe(false)
})

test('a folder without a config says how to go on', async () => {
  using shop = shopFolder({})

  const ended = await planogram(shop.root, ['plan', '--chdir', 'nowhere'])

  expect(ended.exitCode).toBe(1)
  expect(ended.stderr).toContain('error[config-missing]')
})

test('a store that the config does not name is wrong usage', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })

  const ended = await planogram(shop.root, ['plan', '--store', 'prodution'])

  expect(ended.exitCode).toBe(64)
  expect(ended.stderr).toContain('prodution')
})

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Ended, planogram } from '../support/command-line.ts'
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
  expect(again.stdout).toContain('No changes.')
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
  expect(printed.format_version).toBe('8')
  expect(JSON.parse(readFileSync(join(shop.root, 'plan.json'), 'utf8'))).toEqual(printed)
})

test('show prints a saved plan without a store', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  const planned = await planogram(shop.root, ['plan', '--out', 'plan.json'])

  const shown = await planogram(shop.root, ['show', 'plan.json'])

  expect(shown.exitCode).toBe(0)
  expect(shown.stdout).toBe(planned.stdout)
})

test('a plan on a pipe has no width limit: no line is cut, and its address has the port', async () => {
  const title = `A mug with ${'a very long name '.repeat(12)}`.trim()
  using shop = shopFolder({ 'shop.yaml': `products:\n  MUG: { title: "${title}", price: 8.50 }\n` })

  const planned = await planogram(shop.root, ['plan', '--out', 'plan.json'])
  const shown = await planogram(shop.root, ['show', 'plan.json'])
  const applied = await planogram(shop.root, ['apply', '--auto-approve'])

  const addresses = [planned.stdout, shown.stdout, applied.stderr].map((text) => /^Plan for local · (\S+) · /m.exec(text)?.[1])
  expect(addresses).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)))
  expect(shown.stdout).toContain(`+ product MUG "${title}"  shop.yaml:2`)
  expect(`${planned.stdout}${shown.stdout}${applied.stderr}`).not.toContain('…')
})

test('--plan-hash refuses every other plan, also where there is nothing to do', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  const hashOf = async (): Promise<string> => {
    const { stdout } = await planogram(shop.root, ['plan', '--format', 'json'])
    const { plan_hash: hash }: { plan_hash: string } = JSON.parse(stdout)
    return hash
  }
  const apply = async (hash: string): Promise<Ended> => await planogram(shop.root, ['apply', '--auto-approve', '--plan-hash', hash])
  const wrong = 'ab'.repeat(32)

  const malformed = await apply('abc')
  const before = await apply(wrong)
  const right = await apply(await hashOf())
  const after = await apply(wrong)
  const nothing = await apply(await hashOf())

  expect([malformed, before, right, after, nothing].map(({ exitCode }) => exitCode)).toEqual([64, 4, 0, 4, 0])
  expect(malformed.stderr).toBe(
    'error[wrong-usage]: `--plan-hash` does not accept `abc`.\n  help: Give the `plan_hash` of the plan file: 64 digits from 0 to 9 and a to f.\n',
  )
  expect(after.stderr).toMatch(
    /error\[plan-stale\]: The approved plan \(`--plan-hash abababab\.\.\.`\) is stale: the plan is now \w{8}\. Nothing was written\.\n {2}help: Review the plan of now, then pass its hash: \w{64}\.\n$/,
  )
  expect(after.stdout).toBe('')
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
  expect(stale.stderr).toMatch(
    /is stale: one value differs\. Nothing was written\.\n {2}product\.MUG price: the catalogue has "9\.5" instead of "8\.5"\n {2}help: /,
  )
  expect(nothing.exitCode).toBe(2)
  expect(fresh.exitCode).toBe(0)
})

test('a comment, another order of keys and another file name leave a saved plan valid', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  await planogram(shop.root, ['plan', '--out', 'plan.json'])
  rmSync(join(shop.root, 'shop.yaml'))
  shop.write('drinks/mugs.yaml', '# reviewed by Ann\nproducts:\n  MUG:\n    price: 8.5\n    title: Mug\n')

  const applied = await planogram(shop.root, ['apply', 'plan.json', '--auto-approve'])

  expect(applied.exitCode).toBe(0)
  expect(applied.stdout).toContain('The store now matches the catalogue.\nApplied: 1 created.')
})

test('a saved plan that is applied again writes nothing and ends with 0', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  await planogram(shop.root, ['plan', '--out', 'plan.json'])
  await planogram(shop.root, ['apply', 'plan.json', '--auto-approve'])

  const again = await planogram(shop.root, ['apply', 'plan.json', '--auto-approve'])

  expect(again.exitCode).toBe(0)
  expect(again.stdout).toBe('The store now matches the catalogue.\nAll changes of the plan are in the store already.\n')
  expect(again.stderr).toMatch(/, 0 writes, 0 uploads; run \S+ is recorded/)
})

test('a saved plan without steps says what differs now', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  await planogram(shop.root, ['apply', '--auto-approve'])
  await planogram(shop.root, ['plan', '--out', 'nothing.json'])

  const unchanged = await planogram(shop.root, ['apply', 'nothing.json', '--auto-approve'])
  shop.write('shop.yaml', mug.replace('8.50', '9.50'))
  await planogram(shop.root, ['apply', '--auto-approve'])
  shop.write('shop.yaml', mug)
  const moved = await planogram(shop.root, ['apply', 'nothing.json', '--auto-approve'])

  expect([unchanged.exitCode, moved.exitCode]).toEqual([0, 6])
  expect(unchanged.stdout).toContain('No changes.')
  expect(moved.stdout).toContain('~ product MUG "Mug"')
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
  expect(ended.stderr).toContain('error[no-terminal]: No interactive terminal to approve the plan in')
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

test('a folder without a config is reported with what to do', async () => {
  using shop = shopFolder({})

  const ended = await planogram(shop.root, ['plan', '--config', 'nowhere.yaml'])

  expect(ended.exitCode).toBe(1)
  expect(ended.stderr).toContain('error[config-missing]')
  expect(ended.stderr).toContain('start one with `planogram init`')
})

test('a store that the config does not name is wrong usage', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })

  const ended = await planogram(shop.root, ['plan', '--store', 'prodution'])

  expect(ended.exitCode).toBe(64)
  expect(ended.stderr).toContain('prodution')
})

import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planFormats } from '../../src/cli/plan-formats.ts'
import { openState } from '../../src/state/open-state.ts'
import { documentCache } from '../../src/workspace/document-cache.ts'
import { readPlanRecord } from '../../src/workspace/remembered/plan-record.ts'
import { readSealedText } from '../../src/workspace/remembered/sealed-bytes.ts'
import { changes, live, openPlanned } from '../support/plan-inputs.ts'
import { configOf, openRememberedShop, type RememberedShop } from '../support/remembered-shop.ts'

test('a plan that found nothing is repeated until one thing that it was made from is another', { timeout: 60_000 }, async () => {
  await using shop = await openPlanned()
  const seen: [string, boolean, boolean][] = []

  for (const [name, change] of Object.entries(changes)) {
    const takeBack = await change(shop)
    const isRepeated = (await shop.repeated()) !== null
    await takeBack()
    // A picture that is written again is another file, so that the plan is made once more.
    const again = (await shop.repeated()) ?? (await shop.run('plan').then(() => shop.repeated()))
    seen.push([name, isRepeated, again !== null])
  }

  expect(seen).toEqual(Object.keys(changes).map((name) => [name, false, true]))
})

test('what cannot change the plan does not cost a comparison: the time of a document, a hidden file, the next minute', async () => {
  await using shop = await openPlanned()

  utimesSync(join(shop.folder.root, 'shop.yaml'), new Date(), new Date(2_000_000_000_000))
  shop.folder.write('.git/HEAD', 'ref: refs/heads/main')
  shop.folder.write('node_modules/any/package.json', '{}')
  shop.now = new Date('2026-11-20T07:01:00Z')
  const isRepeated = (await shop.repeated()) !== null

  expect(isRepeated).toBe(true)
})

test.each([
  ['another store', ['--store', 'other']],
  ['another option', ['--barrier']],
  ['--fresh', ['--fresh']],
])('%s is another plan', async (_, options) => {
  await using shop = await openPlanned()

  const isRepeated = (await shop.repeated(...options)) !== null

  expect(isRepeated).toBe(false)
})

test('another build, another day and the state after another apply are compared as a whole', async () => {
  await using shop = await openPlanned({ 'shop.yaml': 'products: { MUG: { title: Mug, price: 8.50 } }\n' })
  const { env, now, folder } = shop
  const place = { root: folder.root, env, now, command: [folder.root, 'plan'] }

  const records = [place, { ...place, program: 'other' }, { ...place, now: new Date(now.getTime() + 86_400_001) }].map(readPlanRecord)
  folder.write('shop.yaml', 'products: { MUG: { title: Jug, price: 8.50 } }\n')
  await shop.run('apply', '--auto-approve')
  folder.write('shop.yaml', 'products: { MUG: { title: Mug, price: 8.50 } }\n')
  await shop.store.post('Product', [{ resource: 'Product', fields: { sku: 'MUG', title: 'Mug' }, children: {} }])
  const isRepeated = (await shop.repeated()) !== null

  expect(records.map((record) => record !== null)).toEqual([true, false, false])
  expect(isRepeated).toBe(false)
})

test('a first plan creates no state and is repeated without one, until there is one', async () => {
  await using shop = await openRememberedShop({ 'shop.yaml': 'products: { MUG: { title: Mug, price: 8.50 } }\n', 'overlay/empty.yaml': '' })
  await shop.store.post('Product', [{ resource: 'Product', fields: { sku: 'MUG', title: 'Mug', price: '8.50' }, children: {} }])
  const file = join(shop.folder.root, '.planogram', 'state.db')

  const { exitCode } = await shop.run('plan')
  const first = { hasState: existsSync(file), isRepeated: (await shop.repeated()) !== null }
  const state = await openState(file)
  await state.close()
  const second = { hasState: existsSync(file), isRepeated: (await shop.repeated()) !== null }

  expect({ exitCode, first, second }).toEqual({
    exitCode: 0,
    first: { hasState: false, isRepeated: true },
    second: { hasState: true, isRepeated: false },
  })
})

test('a repeated plan prints what the whole comparison prints, in every format', { timeout: 60_000 }, async () => {
  await using shop = await openPlanned()
  const commands = [
    ...planFormats.map((format) => ['--format', format]),
    ['--verbose'],
    ['--color', 'always'],
    ['--detailed-exitcode'],
    ['-q'],
  ]

  const ended = []
  for (const options of commands) {
    ended.push({ first: await shop.run('plan', ...options), second: await shop.repeated(...options) })
  }

  expect(ended.map(({ second }) => second)).toEqual(ended.map(({ first }) => first))
  expect(ended[0]?.first.stdout).toContain('No changes.')
})

test('warnings about the catalogue are printed each time', async () => {
  await using shop = await openPlanned({
    'shop.yaml': 'products: { MUG: { title: Mug, price: 8.50, slug: Mug Shop } }\n',
    'other.yaml': 'price_lists: { unused: { breaks: [1], prices: { default: [1] } } }\n',
  })

  const [first, second] = [await shop.run('plan', '--fresh'), await shop.repeated()]

  expect(first.stderr).toContain('warning')
  expect(second).toEqual(first)
})

test('answers that were received before a difference was found are not requested again, and all requests are counted', async () => {
  await using shop = await openPlanned()
  await live(shop)
  const before = shop.emulator.requests().length

  const { stdout, stderr } = await shop.run('plan')

  const sent = shop.emulator.requests().slice(before)
  const paths = sent.filter(({ method }) => method === 'GET').map(({ path }) => path)
  expect(stdout).toContain('Mut')
  expect(stderr).toContain(`in ${sent.length} requests`)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.length).toBeGreaterThan(3)
})

test('a record holds neither the key nor a value of a variable, and only its user can read it', async () => {
  await using shop = await openPlanned()
  const plans = join(shop.folder.root, '.planogram', 'cache', 'plans')
  const files = readdirSync(plans).map((name) => join(plans, name))

  const texts = files.map((file) => readSealedText(file, documentCache(shop.folder.root, shop.env).secret) ?? '')

  expect(files).toHaveLength(1)
  expect(texts[0]).toContain('"answers"')
  expect(texts.filter((text) => text.includes('tok-4711-secret') || text.includes(shop.emulator.key))).toEqual([])
  expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600])
  expect(readFileSync(files[0] ?? '').includes('answers')).toBe(false)
})

test.each([
  ['a user without a home', (shop: RememberedShop) => void (shop.env = { ...shop.env, XDG_CONFIG_HOME: '/dev/null' })],
  [
    'a key from a program',
    (shop: RememberedShop) => {
      const text = configOf(shop.emulator).replace('key: "${SHOP_KEY}"', 'key_command: "echo $SHOP_KEY"')
      shop.folder.write('planogram.yaml', text)
      shop.env = { ...shop.env, PLANOGRAM_ALLOW_KEY_COMMAND: '1' }
    },
  ],
  [
    'a catalogue that names a file of a package',
    ({ folder }: RememberedShop) => {
      const text = readFileSync(join(folder.root, 'shop.yaml'), 'utf8')
      folder.write('node_modules/copy/mug.html', '<p>A mug</p>')
      folder.write('shop.yaml', text.replace('copy/mug.html', 'node_modules/copy/mug.html'))
    },
  ],
])('%s has no plan remembered', async (_, prepare) => {
  await using shop = await openPlanned()
  prepare(shop)

  const { exitCode, stdout } = await shop.run('plan')
  const isRepeated = (await shop.repeated()) !== null

  expect({ exitCode, isRepeated }).toEqual({ exitCode: 0, isRepeated: false })
  expect(stdout).toContain('No changes.')
})

test('without a key nothing is sent, and no state is created', async () => {
  await using shop = await openRememberedShop({ 'shop.yaml': 'products: { MUG: { title: Mug, price: 8.50 } }\n', 'overlay/empty.yaml': '' })
  shop.env = { XDG_CONFIG_HOME: shop.home }

  const { exitCode, stderr } = await shop.run('plan')

  expect({ exitCode, sent: shop.emulator.requests() }).toEqual({ exitCode: 1, sent: [] })
  expect(stderr).toContain('error[store-refused-key]')
  expect(existsSync(join(shop.folder.root, '.planogram', 'state.db'))).toBe(false)
})

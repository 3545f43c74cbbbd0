import { appendFileSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { planFormats } from '../../src/cli/plan-formats.ts'
import { documentCache } from '../../src/workspace/document-cache.ts'
import { readPlanRecord } from '../../src/workspace/remembered/plan-record.ts'
import { readSealedText } from '../../src/workspace/remembered/sealed-bytes.ts'
import { configOf, openRememberedShop, type RememberedShop } from '../support/remembered-shop.ts'

const promotion = 'merchandising: { discount: 10%, timed_promotion: true, start_date: 2026-11-01, end_date: 2026-11-20 }'

const documents = {
  'shop.yaml': [
    'categories: { mugs: { name: Mugs } }',
    'price_lists: { tiers: { breaks: [1, 10], prices: { default: [9.50, 8.50] } } }',
    'products:',
    `  MUG: { title: Mug, price: 8.50, categories: [mugs], comment: { file: copy/mug.html }, ${promotion} }`,
    '  CUP: { title: Cup, pricing: tiers }',
    '',
  ].join('\n'),
  'hooks.yaml': "webhooks:\n  - { name: NewOrder, url: 'https://erp.example/orders?token=${ERP_TOKEN}' }\n",
  'copy/mug.html': '<p>A mug</p>',
  'overlay/prices.yaml': 'products: { MUG: { weight: 0.2 } }\n',
}

/** A shop whose catalogue is applied, and whose plan is remembered. */
async function openPlanned(files: Readonly<Record<string, string | Uint8Array>> = documents): Promise<RememberedShop> {
  const shop = await openRememberedShop({ 'overlay/empty.yaml': '', ...files })
  shop.env = { ...shop.env, ERP_TOKEN: 'tok-4711-secret' }
  const applied = await shop.run('apply', '--auto-approve')
  if (applied.exitCode !== 0) throw new Error(applied.stdout + applied.stderr)
  await shop.run('plan')
  return shop
}

/** A change of one thing that a plan is made from; returns how to take it back. */
type Change = (shop: RememberedShop) => (() => void) | Promise<() => void | Promise<void>>

/** Replaces a text in a file, and gives the file its times back. */
function edit(file: string, from: string, to: string): Change {
  return ({ folder }) => {
    const path = join(folder.root, file)
    const before = readFileSync(path, 'utf8')
    const { atime, mtime } = statSync(path)
    if (!before.includes(from)) throw new Error(`${file} has no ${from}`)
    writeFileSync(path, before.replace(from, to))
    utimesSync(path, atime, mtime)
    return () => writeFileSync(path, before)
  }
}

function add(file: string, text: string): Change {
  return ({ folder }) => {
    folder.write(file, text)
    return () => {
      rmSync(join(folder.root, file))
      const above = dirname(join(folder.root, file))
      if (readdirSync(above).length === 0) rmdirSync(above)
    }
  }
}

function variable(name: string, value: string): Change {
  return (shop) => {
    const before = shop.env
    shop.env = { ...before, [name]: value }
    return () => void (shop.env = before)
  }
}

function clock(time: string): Change {
  return (shop) => {
    const before = shop.now
    shop.now = new Date(time)
    return () => void (shop.now = before)
  }
}

function inRecord(change: (bytes: Buffer) => Uint8Array): Change {
  return ({ folder }) => {
    const plans = join(folder.root, '.planogram', 'cache', 'plans')
    const [file] = readdirSync(plans).map((name) => join(plans, name))
    const before = readFileSync(file ?? '')
    writeFileSync(file ?? '', change(Buffer.from(before)))
    return () => writeFileSync(file ?? '', before)
  }
}

function flipped(bytes: Buffer, at: number): Buffer {
  const place = at < 0 ? bytes.length + at : at
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
  return bytes
}

const live: Change = async ({ store }) => {
  const post = (title: string): Promise<void> => store.post('Product', [{ resource: 'Product', fields: { sku: 'MUG', title }, children: {} }])
  await post('Mut')
  return () => post('Mug')
}

const changes: Readonly<Record<string, Change>> = {
  'a flipped bit at the start of the record': inRecord((bytes) => flipped(bytes, 0)),
  'a flipped bit in its text': inRecord((bytes) => flipped(bytes, 200)),
  'a flipped bit at its end': inRecord((bytes) => flipped(bytes, -1)),
  'a record that is cut off': inRecord((bytes) => bytes.subarray(0, -1)),
  'an empty record': inRecord(() => Buffer.alloc(0)),
  'another secret of the user': ({ home }) => {
    const file = join(home, 'planogram', 'cache-secret')
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, `${'0'.repeat(64)}\n`)
    return () => writeFileSync(file, before)
  },
  'a capability': edit('planogram.yaml', 'links: upsert', 'links: insert'),
  'a guard in the config': ({ folder }) => {
    appendFileSync(join(folder.root, 'planogram.yaml'), 'guards: { deletes: 3 }\n')
    return () => writeFileSync(join(folder.root, 'planogram.yaml'), readFileSync(join(folder.root, 'planogram.yaml'), 'utf8').replace(/guards.*\n/, ''))
  },
  'a letter in an answer of the store': live,
  'a digit of a document, with the times of before': edit('shop.yaml', '8.50, cat', '8.60, cat'),
  'a price list': edit('shop.yaml', '[9.50, 8.50]', '[9.50, 8.40]'),
  'a document that is new': add('more.yaml', 'products: { JUG: { title: Jug, price: 9 } }\n'),
  'a document that is removed': ({ folder }) => {
    renameSync(join(folder.root, 'hooks.yaml'), join(folder.root, '.hooks'))
    return () => renameSync(join(folder.root, '.hooks'), join(folder.root, 'hooks.yaml'))
  },
  'a document that becomes a link': ({ folder, home }) => {
    const [file, elsewhere] = [join(folder.root, 'hooks.yaml'), join(home, 'hooks.yaml')]
    renameSync(file, elsewhere)
    symlinkSync(elsewhere, file)
    return () => renameSync(elsewhere, file)
  },
  'an overlay': edit('overlay/prices.yaml', '0.2', '0.3'),
  'a document of the overlay that is new': add('overlay/more.yaml', 'products: { CUP: { weight: 1 } }\n'),
  'a text file of the same size, with the times of before': edit('copy/mug.html', 'A mug', 'B mug'),
  'a text file that the overlay has too': add('overlay/copy/mug.html', 'another'),
  'a picture that no document names': add('images/stray.png', 'picture'),
  'a link to a folder': ({ folder, home }) => {
    symlinkSync(home, join(folder.root, 'images'))
    return () => rmSync(join(folder.root, 'images'))
  },
  'a variable that a document names': variable('ERP_TOKEN', 'tok-4712-secret'),
  'any other variable': variable('LANG', 'nb_NO.UTF-8'),
  'another binding of the key': variable('SHOP_KEY_HOST', 'evil.example'),
  'another key': variable('SHOP_KEY', 'wrong'),
  'a promotion that ends': clock('2026-11-21T00:00:00Z'),
  'a clock that goes back': clock('2026-11-20T06:59:59Z'),
  'another width of the terminal': (shop) => {
    shop.columns = 60
    return () => void (shop.columns = undefined)
  },
  'an open journal of the state': add('.planogram/state.db-wal', 'frames'),
}

test('a plan that found nothing is repeated until one thing that it was made from is another', { timeout: 60_000 }, async () => {
  await using shop = await openPlanned()
  const seen: [string, boolean, boolean][] = []

  for (const [name, change] of Object.entries(changes)) {
    const takeBack = await change(shop)
    const isRepeated = (await shop.repeated()) !== null
    await takeBack()
    seen.push([name, isRepeated, (await shop.repeated()) !== null])
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

test('a repeated plan prints what the whole comparison prints, in every format', { timeout: 60_000 }, async () => {
  await using shop = await openPlanned()
  const commands = [...planFormats.map((format) => ['--format', format]), ['--verbose'], ['--color', 'always'], ['--detailed-exitcode'], ['-q']]

  const ended = []
  for (const options of commands) {
    ended.push({ first: await shop.run('plan', ...options), second: await shop.repeated(...options) })
  }

  expect(ended.map(({ second }) => second)).toEqual(ended.map(({ first }) => first))
  expect(ended[0]?.first.stdout).toContain('No changes.')
})

test('warnings about the catalogue are printed each time', async () => {
  await using shop = await openPlanned({ 'shop.yaml': 'products: { MUG: { title: Mug, price: 8.50, slug: Mug Shop } }\n', 'other.yaml': 'price_lists: { unused: { breaks: [1], prices: { default: [1] } } }\n' })

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
  expect(stdout).toContain('Mut')
  expect(stderr).toContain(`in ${sent.length} requests`)
  expect(new Set(sent.map(({ path }) => path)).size).toBe(sent.length)
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
])('%s has no plan remembered', async (_, prepare) => {
  await using shop = await openPlanned()
  prepare(shop)

  const { exitCode, stdout } = await shop.run('plan')
  const isRepeated = (await shop.repeated()) !== null

  expect({ exitCode, isRepeated }).toEqual({ exitCode: 0, isRepeated: false })
  expect(stdout).toContain('No changes.')
})

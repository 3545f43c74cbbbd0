import { expect, test } from 'vitest'
import { guardDefaults } from '../../../../src/records/guard-limits.ts'
import { loadWritten, problemLines } from '../../../support/written-catalogue.ts'

const remote = 'base_url: https://shop.example/, files_url: https://files.example/, site_name: acme'

test('an empty config is the embedded store with the defaults', async () => {
  const { config, problems } = await loadWritten({ 'planogram.yaml': '# nothing yet\n' })

  const local = { emulator: true, protected: false, overlay: null, fields: {}, capabilities: {} }
  expect(problems).toEqual([])
  expect(config).toEqual({
    storeName: 'local',
    store: local,
    stores: { local },
    manage: {
      prune: { products: 'keep', categories: 'keep', groups: 'keep', webhooks: 'keep', files: 'keep' },
      liveOwned: ['Inventory.quantity', 'Inventory.stock_message'],
      drift: 'overwrite',
    },
    guards: guardDefaults,
    limits: { concurrency: null, recordsPerRequest: 100, requestsPerSecond: null, priceEntries: 5400, settleMs: 60_000 },
    currencies: { default: null, rates: {} },
    images: null,
    timezone: 'UTC',
    state: '.planogram/state.db',
    retention: { runs: 100, days: 90 },
    price30d: 'warn',
  })
})

test('a guard that is given replaces its default; price_30d warns unless it is off', async () => {
  const given = 'max_removals: 5%, price_floor: 1, decimal_slip: off, hide: off, grid_rows: 100, max_plan_age: 7d'
  const { config, problems, notices } = await loadWritten({ 'planogram.yaml': `guards: { ${given} }` })
  const promised = await loadWritten({ 'planogram.yaml': 'guards: { price_30d: warn }' })
  const silenced = await loadWritten({ 'planogram.yaml': 'guards: { price_30d: off }' })

  expect([problems, notices]).toEqual([[], []])
  expect(config.guards).toEqual({
    ...guardDefaults,
    max_removals: '5%',
    price_floor: '1',
    decimal_slip: 'off',
    hide: 'off',
    grid_rows: '100',
    max_plan_age: '7d',
  })
  expect([config, promised.config, silenced.config].map(({ price30d }) => price30d)).toEqual(['warn', 'warn', 'off'])
})

test('a store of every kind of setting; a key stays a reference', async () => {
  const text = `stores: { shop: { ${remote}, key: \${SHOP_KEY}, client_id: acme-app, redirect_uri: "http://127.0.0.1:8976/callback", protected: true, files: assume_present, fields: { VariantOptions: { variant_code: variant } }, capabilities: { deletes: generic, links: upsert } } }`
  const { config, problems } = await loadWritten({ 'planogram.yaml': text }, { env: { SHOP_KEY: 'hush-hush' } })

  expect(problems).toEqual([])
  expect(config.store).toEqual({
    emulator: false,
    baseUrl: 'https://shop.example',
    filesUrl: 'https://files.example',
    siteName: 'acme',
    key: { kind: 'env', variable: 'SHOP_KEY' },
    clientId: 'acme-app',
    redirectUri: 'http://127.0.0.1:8976/callback',
    protected: true,
    overlay: null,
    fields: { VariantOptions: { variant_code: 'variant' } },
    capabilities: { deletes: 'generic', links: 'upsert', files: true },
    filesAssumed: true,
  })
  expect(JSON.stringify(config)).not.toContain('hush')
})

test('a store without a key has the one of a login to its address', async () => {
  const { config, problems } = await loadWritten({ 'planogram.yaml': 'stores: { shop: { base_url: "https://shop.example/" } }' })

  expect(problems).toEqual([])
  expect(config.store).toMatchObject({ key: { kind: 'login', baseUrl: 'https://shop.example' }, clientId: null })
})

test('a key in plain text is refused, and is shown nowhere', async () => {
  const loaded = await loadWritten(
    { 'planogram.yaml': `stores:\n  shop: { ${remote}, key: hush-hush-123 }\n  b: { base_url: "https://me:hush-hush@b.example" }\n` },
    { store: 'shop' },
  )

  expect(problemLines(loaded)).toEqual([
    'planogram.yaml:2:96 key-in-config: the key of store "shop" must not be in the config > Write key: ${STORE_KEY} and set STORE_KEY in the environment. If this key was ever committed, revoke it.',
    'planogram.yaml:3:18 wrong-type: "base_url" must be an address such as https://shop.example (http only to this machine), without a query, a name or a password, found "https://*' +
      '***********@b.example"',
  ])
  expect(JSON.stringify([loaded.config, loaded.problems, loaded.textOf('planogram.yaml')])).not.toContain('hush')
})

test.each(['UTC', 'Europe/Oslo', 'europe/oslo', 'Asia/Calcutta', 'Asia/Kolkata', 'US/Eastern', 'Etc/GMT+5', '+02:00'])(
  'a time zone has any name that the engine knows: %s',
  async (timezone) => {
    const { config, problems } = await loadWritten({ 'planogram.yaml': `timezone: '${timezone}'\n` })

    expect(problems).toEqual([])
    expect(config?.timezone).toBe(timezone)
  },
)

test('a rate of a currency is above 0: at 0 everything would be free', async () => {
  const { problems, ...loaded } = await loadWritten({
    'planogram.yaml': 'currencies: { default: NOK, rates: { EUR: 0, USD: 0.00, SEK: 0.01, DKK: 10 } }\n',
  })

  expect(problemLines({ ...loaded, problems })).toEqual([
    'planogram.yaml:1:43 wrong-type: "EUR" must be a number above 0, such as 0.085, found "0"',
    'planogram.yaml:1:51 wrong-type: "USD" must be a number above 0, such as 0.085, found "0.00"',
  ])
})

test('what is wrong is shown at its place', async () => {
  const text = [
    'stores:',
    '  a: { base_url: http://shop.example }',
    '  b: { emulator: true, base_url: https://b.example }',
    '  c: { base_url: https://c.example, key: "${A}", key_file: k, files_url: https://f.example }',
    '  d: { base_url: https://d.example, fields: { Prodcut: { a: b } }, catalogue: ../outside }',
    'default_store: e',
    'manage: { prune: { products: retier }, live_owned: [Inventory.quantiti, Inventory.sku] }',
    'guards: { max_removals: many, price_change: 30% }',
    'limits: { concurrency: 0, settle: soon }',
    'timezone: Mars/Olympus',
    'state: ../state.db',
    'stoers: {}',
  ].join('\n')

  const loaded = await loadWritten({ 'planogram.yaml': text })

  expect(problemLines(loaded).map((line) => line.replace(/ > .*/, ''))).toEqual([
    'planogram.yaml:2:18 wrong-type: "base_url" must be an address such as https://shop.example (http only to this machine), without a query, a name or a password, found "http://shop.example"',
    'planogram.yaml:3:24 store-shape: store "b" has emulator: true and a base_url',
    'planogram.yaml:4:3 store-shape: store "c" has more than one of key, key_file and key_command',
    'planogram.yaml:4:63 store-shape: store "c" has a files_url and no site_name',
    'planogram.yaml:5:47 store-shape: there is no resource "Prodcut"',
    'planogram.yaml:5:79 path-outside: "../outside" contains ..',
    'planogram.yaml:6:16 store-unknown: there is no store "e"',
    'planogram.yaml:7:30 wrong-type: "products" must be keep, retire or delete, found "retier"',
    'planogram.yaml:7:53 live-owned: there is no field "Inventory.quantiti"',
    'planogram.yaml:7:73 live-owned: "Inventory.sku" identifies the record, so it cannot be live-owned',
    'planogram.yaml:8:25 wrong-type: "max_removals" must be a whole number, a percentage such as 30%, or off, found "many"',
    'planogram.yaml:9:24 wrong-type: "concurrency" must be a whole number from 1, found "0"',
    'planogram.yaml:9:35 wrong-type: "settle" must be a duration such as 60s, 500ms or 2m, found "soon"',
    'planogram.yaml:10:11 wrong-type: "timezone" must be a time zone such as UTC or Europe/Oslo, found "Mars/Olympus"',
    'planogram.yaml:11:8 path-outside: the state "../state.db" is outside of the catalogue',
    'planogram.yaml:12:1 unknown-key: unknown key "stoers"',
  ])
})

test('a name and addresses that a terminal would act upon are refused', async () => {
  const loaded = await loadWritten({
    'planogram.yaml': [
      'stores:',
      '  "a\\e[31m": { emulator: true }',
      '  b: { base_url: "https://b.example/\\e]0;x", key: "${B}", files_url: "https://b.example/\\u202E", site_name: "s\\u2028" }',
      '  ä-1 b: { emulator: true }',
      'default_store: b',
    ].join('\n'),
  })

  expect(problemLines(loaded)).toEqual([
    'planogram.yaml:2:3 store-shape: the name of a store contains a character that cannot be printed > Type it again.',
    'planogram.yaml:3:18 store-shape: the base_url of a store contains a character that cannot be printed > Type it again.',
    'planogram.yaml:3:70 store-shape: the files_url of a store contains a character that cannot be printed > Type it again.',
    'planogram.yaml:3:109 store-shape: the site_name of a store contains a character that cannot be printed > Type it again.',
  ])
})

test('--store chooses; an unknown store is said with the nearest name', async () => {
  const text = 'stores: { staging: { emulator: true, protected: true }, production: { emulator: true } }\n'

  const chosen = await loadWritten({ 'planogram.yaml': text }, { store: 'staging' })

  expect(chosen.config.storeName).toBe('staging')
  expect(chosen.config.store.protected).toBe(true)
  await expect(loadWritten({ 'planogram.yaml': text }, { store: 'stagign' })).rejects.toMatchObject({
    code: 'store-unknown',
    fix: 'Did you mean "staging"?',
  })
  await expect(loadWritten({ 'planogram.yaml': text })).rejects.toMatchObject({
    code: 'store-unknown',
    fix: 'Choose one with --store: staging, production.',
  })
})

test.each([undefined, 'local'])('`stores` without a store is an error that says what to do, also with --store %s', async (store) => {
  await expect(loadWritten({ 'planogram.yaml': 'stores: {}\n' }, { ...(store !== undefined && { store }) })).rejects.toMatchObject({
    code: 'store-unknown',
    message: 'The config has no store: its `stores` is empty.',
    fix: 'Add a store to `stores`, or remove the key `stores` to use the embedded store `local`.',
  })
})

test.each([
  ['stores: { a: { emulator: true, catalogue: . } }', 'path-outside: "." is the folder of the whole catalogue'],
  ['stores: { a: { emulator: true, catalogue: ../x } }', 'path-outside: "../x" contains ..'],
])('%s is refused, and the advice names a folder', async (config, problem) => {
  const loaded = await loadWritten({ 'planogram.yaml': `${config}\n` })

  expect(problemLines(loaded)).toEqual([
    `planogram.yaml:1:43 ${problem} > Name a folder in the catalogue, such as overlays/production: a path starts at its root.`,
  ])
})

test.each(['shop.yaml', 'planogram.yaml', 'data/state.YML'])('a state with the name of a document is refused: %s', async (state) => {
  const loaded = await loadWritten({ 'planogram.yaml': `state: ${state}\n`, 'shop.yaml': 'products: { MUG: { title: Mug, price: 8 } }\n' })

  expect(problemLines(loaded)).toEqual([
    `planogram.yaml:1:8 wrong-type: "state" must be a file that is not a document of the catalogue, found "${state}" > Name another file in the catalogue, such as .planogram/state.db.`,
  ])
})

test('fields that only the chosen store has may stand in a product', async () => {
  const files = {
    'planogram.yaml': 'stores: { a: { emulator: true, fields: { Product: { lead_time: lead_time } } }, b: { emulator: true } }\n',
    'a.yaml': 'products: { A: { price: 1, lead_time: 3 days, meta_title: A, meta_description: { file: a.txt } } }\n',
    'a.txt': 'About A',
  }

  const own = await loadWritten(files, { store: 'a' })
  const other = await loadWritten(files, { store: 'b' })

  expect(own.desired.roots.Product?.[0]?.fields).toMatchObject({ lead_time: '3 days', meta_title: 'A', meta_description: 'About A' })
  expect(problemLines(own)).toEqual([])
  expect(problemLines(other).map((line) => line.replace(/ > .*/, ''))).toEqual(['a.yaml:1:28 unknown-key: unknown key "lead_time"'])
})

test.each([
  ['products: hide', 'Write retire: it makes a product inactive, which hides it. Only a category has a flag hide.'],
  ['categories: retire', 'Write hide: it hides a category from the navigation. Only a product can be inactive.'],
  ['groups: hide', 'Write keep or delete: the platform has no flag that hides a group.'],
  ['webhooks: retire', 'Write keep or delete: the platform has no flag that hides a webhook.'],
  ['files: hide', 'Write keep or delete: the platform has no flag that hides a picture.'],
  ['products: constructor', null],
])('prune: { %s } is the word of another kind, and the error says what to write', async (setting, fix) => {
  const loaded = await loadWritten({ 'planogram.yaml': `manage: { prune: { ${setting} } }\n` })

  expect(loaded.problems.map((problem) => [problem.rule, problem.fix])).toEqual([['wrong-type', fix]])
})

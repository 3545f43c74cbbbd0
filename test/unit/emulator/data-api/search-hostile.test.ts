import { afterAll, expect, test } from 'vitest'
import { switchesWith } from '../../../../src/emulator/assumptions/switches.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { createStatements } from '../../../../src/emulator/database/statements.ts'
import { openDatabase } from '../../../../src/emulator/database/open-database.ts'
import { readSearch, searchSql } from '../../../../src/emulator/rows/find/search-sql.ts'
import { StoreFault } from '../../../../src/emulator/http/store-fault.ts'
import { order } from '../../../../src/resources/order.ts'
import { diceWith, randomTokens } from '../../../support/search-random.ts'
import { faultOf, storeRequest } from '../store-request.ts'
import { isWhole } from '../../../support/whole.ts'

const store = await startEmulator({ now: () => new Date('2026-05-31T10:20:30Z'), switches: { longestUrl: '65536' } })
afterAll(() => store.close())

const hostile = [
  "sku LIKE 'A%'",
  "sku IN ('A')",
  "sku BETWEEN 'A' AND 'B'",
  'sku IS NULL',
  'sku IS NOT NULL',
  "sku <> 'A'",
  "sku == 'A'",
  "sku GLOB '*'",
  "sku REGEXP '.*'",
  "sku || 'a' = 'Aa'",
  'price = NULL',
  'inactive = TRUE',
  '1=1',
  "'a'='a'",
  '1',
  'price',
  'price + 1 = 2',
  'price * 2 = 2',
  '-price = 1',
  'price = --1',
  "sku = 'A' -- comment",
  "sku = 'A' /* comment */",
  "sku = 'A' # comment",
  "sku = 'A'; DROP TABLE Product",
  "sku = 'A') OR (1=1",
  "sku = 'A' UNION SELECT key FROM _key",
  'sku = (SELECT key FROM _key)',
  'EXISTS (SELECT 1 FROM _key)',
  "sku = 'A' OR 1=1",
  "sku = 'open",
  'sku = "open',
  "sku = 'a\\' OR 1",
  'price = 0x1F',
  'price = 1e5',
  'price = .5',
  'price = 1.2.3',
  'rowid = 1',
  '_id = 1',
  '_open = 1',
  'oid = 1',
  'Product.sku = 1',
  '"sku" = sku(',
  '[sku] = 1',
  '`sku` = 1',
  'SKU = 1',
  'key = 1',
  'sqlite_master = 1',
  'length(sku) = 1',
  'randomblob(1000000000) = sku',
  "load_extension('x') = sku",
  'DAY(order_date) = 1',
  'CAST(price AS TEXT) = price',
  'CASE WHEN 1 THEN sku END = sku',
  'ISNULL(sku) = 1',
  'ISNULL(sku, 1)',
  "ISNULL('sku')",
  'ISNULL()',
  'sku = ?',
  'sku = ?1',
  'sku = :a',
  'sku = @a',
  'sku = $a',
  'sku = NOW',
  'sku = NOW(1)',
  'price > NOW()',
  'price > 1 - INTERVAL 3 MONTH',
  'sku = CURRENT_TIMESTAMP',
  'price > 1 AND',
  'AND price > 1',
  'price > 1 price > 2',
  'price > 1 XOR price > 2',
  'price > 1 && price > 2',
  '!price > 1',
  'price ! = 1',
  'price = = 1',
  'price > = 1',
  'price =',
  '= 1',
  '()',
  '(price = 1',
  'price = 1)',
  'price = 1,000',
  'price = 12,5',
  'price\u00A0= 1',
  'price ＝ 1',
  "sku = 'A'\0",
  '\uFEFFprice = 1',
  'meta_title; = 1',
  "meta_x' = 1",
  'meta_ = 1',
  'constructor = 1',
  '__proto__ = 1',
  'toString = 1',
  '',
  '   ',
  '%',
  '*',
  '('.repeat(10_000),
  `${'('.repeat(1000)}price=1${')'.repeat(1000)}`,
  `${'NOT '.repeat(1500)}price=1`,
  `${'price=1 AND '.repeat(680)}price=1`,
  `sku = '${'a'.repeat(9000)}'`,
]

test('hostile and out-of-grammar inputs are 406 with the documented body, and the store goes on', async () => {
  const send = storeRequest(store)
  store.seed([{ resource: 'Product', fields: { sku: 'A', price: '1' }, children: {} }])

  const seen = await Promise.all(
    hostile.map(async (expression) => {
      const answer = await send('GET', `Product/?_search=${encodeURIComponent(expression)}`)
      return { expression, status: answer.status, told: faultOf(answer).startsWith('406 Invalid fields specified: ') }
    }),
  )

  expect(seen.filter(({ status, told }) => status !== 406 || !told)).toEqual([])
  expect(seen.length).toBeGreaterThanOrEqual(40)
  expect((await send('GET', 'Product/?_search=price%3D1')).counts).toBe('0 1 1')
})

test('an encoded expression, a raw one and a plus for a space are the same; broken escapes are 406', async () => {
  const send = storeRequest(store)

  const seen = await Promise.all(
    [
      "price%20%3E%200%20AND%20sku='A'",
      "price+>+0+AND+sku='A'",
      'price>0%0AAND%09sku=%22A%22',
      'price%20%ZZ%201',
      'price%FF=1',
      'price=1&_search=price=1',
    ].map((query) => send('GET', `Product/?_search=${query}`)),
  )

  expect(seen.map(({ status, counts }) => `${status} ${counts}`)).toEqual([
    ...Array.from({ length: 3 }, () => '200 0 1 1'),
    '406 ',
    '406 ',
    '406 ',
  ])
})

test('random words are accepted or 406, nothing else', () => {
  using database = openDatabase(undefined)
  const { guarded } = createStatements(database)
  const dice = diceWith(20_261_120)
  const count = isWhole ? 200_000 : 5000
  const now = new Date('2026-05-31T10:20:30Z')
  const switches = switchesWith()
  const strays: unknown[] = []
  let accepted = 0

  for (let round = 0; round < count; round += 1) {
    const expression = randomTokens(dice)
    try {
      const { where, parameters } = searchSql(readSearch(expression, 'Order', switches), { resource: order, now, switches })
      guarded.cell(`SELECT count(*) FROM "Order" AS t WHERE ${where}`, parameters)
      accepted += 1
    } catch (error) {
      if (!(error instanceof StoreFault && error.status === 406)) strays.push({ expression, error })
    }
  }

  expect(strays).toEqual([])
  expect(accepted).toBeGreaterThan(count / 200)
  expect(count - accepted).toBeGreaterThan(count / 2)
}, 300_000)

test.each(['exact', 'nocase'] as const)(
  'a filter with % that is longer than a pattern can be is refused, collation %s',
  async (collation) => {
    await using other = await startEmulator({ switches: { longestUrl: '65536', collation } })
    const ask = storeRequest(other)
    const special = collation === 'exact' ? '*' : '_'

    const refused = [
      await ask('GET', `Product/?title=${'x'.repeat(50_000)}%25`),
      await ask('GET', `Product/?title=${special.repeat(30_000)}%25`),
    ]
    const longest = await ask('GET', `Product/?title=${'x'.repeat(49_999)}%25`)

    expect(refused.map(faultOf)).toEqual(['406 Invalid fields specified: title', '406 Invalid fields specified: title'])
    expect([longest.status, longest.counts]).toEqual([200, '0 0 0'])
  },
)

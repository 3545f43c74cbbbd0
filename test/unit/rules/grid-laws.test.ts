import { array, assert, boolean, constantFrom, integer, oneof, property, record as anyRecord, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { forcedPriceCell } from '../../../src/rules/forced-price-cell.ts'
import { gridCoverage } from '../../../src/rules/grid-coverage.ts'
import { gridOverlap } from '../../../src/rules/grid-overlap.ts'
import { priceRisesWithQuantity } from '../../../src/rules/price-rises-with-quantity.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { loadFlat, inCatalogue } from '../../support/written-catalogue.ts'
import { priceRow, product, shop } from './desired-shop.ts'
import { isWhole } from '../../support/whole.ts'

const numRuns = isWhole ? 12_000 : 1_000
const last = 9_999_999
/** No bound of a generated row is above it, so that all larger quantities are equal. */
const top = 12

interface Row {
  readonly group: string
  readonly currency: string
  readonly start: number
  readonly end: number
}

const bound = integer({ min: 0, max: top })
const anyRow = tuple(
  constantFrom('default', 'dealer', 'vip'),
  constantFrom('', '', '', 'EUR', 'NOK'),
  bound,
  bound,
  integer({ min: 0, max: 39 }),
).map(([group, currency, a, b, kind]): Row => {
  // One row in forty ends before it starts, half of the others are open.
  if (kind === 0) return { group, currency, start: Math.max(a, b) + 1, end: Math.min(a, b) }
  return { group, currency, start: Math.min(a, b), end: kind % 2 === 0 ? last : Math.max(a, b) }
})

/** A change to the row at `at` of a valid grid. */
const anyDamage = anyRecord({
  kind: constantFrom('lost', 'twice', 'longer', 'shorter', 'forced', 'forced-beside'),
  at: integer({ min: 0, max: 11 }),
})
type Damage = Readonly<{ kind: string; at: number }>

function damaged(rows: readonly Row[], { kind, at }: Damage): readonly Row[] {
  const row = rows[at % rows.length]
  if (!row) return rows
  const others = rows.filter((each) => each !== row)
  switch (kind) {
    case 'lost':
      return others
    case 'twice':
      return [...rows, row]
    case 'longer':
      return [...others, { ...row, end: Math.min(last, row.end + 1) }]
    case 'shorter':
      return [...others, { ...row, end: Math.max(row.start, row.end - 1) }]
    case 'forced':
      return [...rows, { ...row, currency: 'EUR' }]
    default:
      return [...rows, { ...row, start: row.start + 1, end: Math.max(row.start + 1, row.end), currency: 'EUR' }]
  }
}

/** Complete grids with breaks from 0, 1 or 2 for some groups, then damaged. */
const wholeGrid = tuple(
  constantFrom(0, 0, 1, 1, 2),
  array(integer({ min: 3, max: top }), { maxLength: 3 }),
  constantFrom(['default'], ['default', 'dealer'], ['default', 'dealer', 'vip'], ['dealer']),
  array(anyDamage, { maxLength: 3 }),
).map(([first, cuts, groups, damages]) => {
  const starts = [...new Set([first, ...cuts])].toSorted((a, b) => a - b)
  const rows = groups.flatMap((group) =>
    starts.map((start, index): Row => ({ group, currency: '', start, end: (starts[index + 1] ?? last + 1) - 1 })),
  )
  return damages.reduce(damaged, rows)
})

const quantities = [...Array.from({ length: top + 3 }, (_, index) => index), last]

/** The faults of a grid, one line for each group, currency and quantity. */
interface Faults {
  readonly gaps: readonly string[]
  readonly overlaps: readonly string[]
  readonly strays: readonly string[]
}

/** Counts the rows of each quantity one by one; with a row that ends before it starts, only rows that are there twice are expected besides. */
function bruteForce(rows: readonly Row[]): Faults {
  const reversed = rows.filter(({ start, end }) => end < start)
  if (reversed.length > 0) {
    const twice = rows.filter((row, at) => rows.some((other, place) => place < at && JSON.stringify(other) === JSON.stringify(row)))
    const between = twice.flatMap(({ group, currency, start, end }) =>
      quantities.filter((quantity) => start <= quantity && quantity <= end).map((quantity) => `${group} ${currency} ${quantity}`),
    )
    return { gaps: [], overlaps: lines([...reversed.map(({ start, end }) => `reversed ${start} ${end}`), ...between]), strays: [] }
  }
  const holding = (group: string, currency: string, quantity: number): number =>
    rows.filter((row) => row.group === group && row.currency === currency && row.start <= quantity && quantity <= row.end).length
  const plain = rows.filter(({ currency }) => currency === '')
  const groups = plain.length === 0 ? [] : ['default', ...plain.map(({ group }) => group)]
  return {
    gaps: lines(
      groups.flatMap((group) =>
        quantities.filter((quantity) => quantity > 0 && holding(group, '', quantity) === 0).map((quantity) => `${group} ${quantity}`),
      ),
    ),
    overlaps: lines(
      rows.flatMap(({ group, currency }) =>
        quantities.filter((quantity) => holding(group, currency, quantity) > 1).map((quantity) => `${group} ${currency} ${quantity}`),
      ),
    ),
    strays: lines(
      rows
        .filter((row) => row.currency !== '')
        .filter((row) => !plain.some(({ group, start, end }) => group === row.group && start === row.start && end === row.end))
        .map(({ group, currency, start, end }) => `${group} ${currency} ${start} ${end}`),
    ),
  }
}

function lines(found: readonly string[]): string[] {
  return [...new Set(found)].toSorted()
}

const span = /(?:for quantity (?<only>\d+)|from quantity (?<from>\d+)(?: to (?<to>\d+))?)/
const sentences = {
  gap: new RegExp(` has no price for (?:the (?<group>default) group|group (?<other>\\w+)) ${span.source}`),
  overlap: new RegExp(` has two prices for (?:the (?<group>default) group|group (?<other>\\w+))(?: in (?<currency>\\w+))? ${span.source}`),
  reversed: /starts at (?<from>\d+) and ends at (?<to>-?\d+)/,
  stray: new RegExp(` forces a price in (?<currency>\\w+) for (?:the (?<group>default) group|group (?<other>\\w+)) ${span.source}`),
}

/** The faults that the messages of the rules describe. */
function described(messages: readonly string[]): Faults {
  const read = (sentence: RegExp): { column: string; from: number; to: number }[] =>
    messages.flatMap((message) => {
      const words = sentence.exec(message)?.groups
      if (!words) return []
      const column = `${words['group'] ?? words['other'] ?? ''}${sentence === sentences.gap ? '' : ` ${words['currency'] ?? ''}`}`
      const from = Number(words['only'] ?? words['from'])
      return [{ column, from, to: Number(words['only'] ?? words['to'] ?? last) }]
    })
  const each = (sentence: RegExp): string[] =>
    read(sentence).flatMap(({ column, from, to }) =>
      quantities.filter((quantity) => from <= quantity && quantity <= to).map((quantity) => `${column} ${quantity}`),
    )
  return {
    gaps: lines(each(sentences.gap)),
    overlaps: lines([...each(sentences.overlap), ...read(sentences.reversed).map(({ from, to }) => `reversed ${from} ${to}`)]),
    strays: lines(read(sentences.stray).map(({ column, from, to }) => `${column} ${from} ${to}`)),
  }
}

/** Counts the grids with each kind of fault: a generator that makes none of a kind fails the test. */
function counter(): { count: (faults: Faults) => void; seen: Record<'gaps' | 'overlaps' | 'strays' | 'valid', number> } {
  const seen = { gaps: 0, overlaps: 0, strays: 0, valid: 0 }
  const count = (faults: Faults): void => {
    for (const kind of ['gaps', 'overlaps', 'strays'] as const) if (faults[kind].length > 0) seen[kind] += 1
    if (Object.values(faults).every((found: readonly string[]) => found.length === 0)) seen.valid += 1
  }
  return { seen, count }
}

test(`law: gaps, overlaps and forced prices are reported for exactly the quantities that counting finds (${numRuns} grids of each kind)`, () => {
  const { seen, count } = counter()
  const check = (rows: readonly Row[]): void => {
    const entries: DesiredRecord[] = rows.map(({ group, currency, start, end }) => priceRow(`${group} ${start} ${end} ${currency}`.trim()))
    const context = shop({ Product: [product('TEE', { PricingAdvanced: entries })] })

    const found = [gridCoverage, gridOverlap, forcedPriceCell].flatMap((rule) => rule.check(context).map(({ message }) => message))

    const wanted = bruteForce(rows)
    expect(described(found)).toEqual(wanted)
    count(wanted)
  }

  assert(property(array(anyRow, { minLength: 1, maxLength: 7 }), check), { numRuns, seed: 4 })
  assert(property(wholeGrid, check), { numRuns, seed: 4 })

  console.log(`grids with gaps ${seen.gaps}, overlaps ${seen.overlaps}, strays ${seen.strays}, valid ${seen.valid}`)
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(numRuns / 10)
})

/** A grid in the short form: odd breaks, columns that are too short, forced prices anywhere. */
const anyShort = anyRecord({
  breaks: oneof(
    array(integer({ min: 3, max: top }), { maxLength: 3 }).map((cuts) =>
      [...new Set([...cuts, cuts.length % 2])].toSorted((a, b) => a - b),
    ),
    array(bound, { minLength: 1, maxLength: 4 }),
  ),
  groups: constantFrom(['default'], ['default', 'dealer'], ['dealer'], ['vip', 'default', 'dealer']),
  short: integer({ min: 0, max: 5 }),
  forced: array(anyRecord({ group: constantFrom('default', 'dealer'), start: bound, atBreak: boolean() }), { maxLength: 2 }),
})
type Short = Parameters<Parameters<typeof anyShort.map>[0]>[0]

function rowsOf({ breaks, groups, short, forced }: Short): Row[] {
  const endOf = (start: number): number => Math.min(last + 1, ...breaks.filter((each) => each > start)) - 1
  const plain = groups.flatMap((group, column) =>
    breaks
      .slice(0, column === short ? -1 : undefined)
      .map((start, index): Row => ({ group, currency: '', start, end: (breaks[index + 1] ?? last + 1) - 1 })),
  )
  const own = forced.map(({ group, start, atBreak }): Row => {
    const from = atBreak ? (breaks[0] ?? 0) : start
    const next = breaks.indexOf(from) + 1
    return { group, currency: 'EUR', start: from, end: next > 0 ? (breaks[next] ?? last + 1) - 1 : endOf(from) }
  })
  return [...plain, ...own]
}

function textOf(short: Short): string {
  const prices = short.groups.map(
    (group, column) =>
      `${group}: [${short.breaks
        .slice(0, column === short.short ? -1 : undefined)
        .map(() => '5')
        .join(', ')}]`,
  )
  const forced = rowsOf(short)
    .filter(({ currency }) => currency !== '')
    .map(({ group, start }) => `{ currency: EUR, group: ${group}, start: ${start}, price: 4 }`)
  return `{ breaks: [${short.breaks.join(', ')}], prices: { ${prices.join(', ')} }${forced.length > 0 ? `, forced: [${forced.join(', ')}]` : ''} }`
}

test('law: grids in the short form, read from a document, are reported as counting finds them', async () => {
  const { seen, count } = counter()
  const shorts: Short[] = []
  assert(
    property(anyShort, (short) => void shorts.push(short)),
    { numRuns: 2_000, seed: 4 },
  )
  const whole = shorts.filter(({ breaks, short, groups }) => breaks.length > 1 || short >= groups.length)
  const yaml = `products:\n${whole.map((short, index) => `  P${index}_: { title: P, pricing: ${textOf(short)} }\n`).join('')}`

  const loaded = await inCatalogue({ 'shop.yaml': yaml }, (root) => loadFlat({ root, env: {} }))

  const bySku = Map.groupBy(loaded.problems, ({ message }) => /^P\d+_/.exec(message)?.[0] ?? '')
  for (const [index, short] of whole.entries()) {
    const wanted = bruteForce(rowsOf(short))
    expect(described((bySku.get(`P${index}_`) ?? []).map(({ message }) => message)), textOf(short)).toEqual(wanted)
    count(wanted)
  }
  expect(whole.length).toBeGreaterThan(1_500)
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(100)
})

/** A row whose source carries its price. */
function priced(text: string, price: string): DesiredRecord {
  const row = priceRow(text)
  return { ...row, fields: { ...row.fields, price }, source: { file: price, start: 0, end: 1 } }
}

/** The prices from quantity 10 and below it. */
function gridOf(prices: readonly string[]): DesiredRecord[] {
  return ['default 10 9999999', 'default 0 9'].map((text, index) => priced(text, prices[index] ?? ''))
}

test('a grid with the quantities of another one is judged by its own prices, whatever the order of its rows', () => {
  const context = shop({
    Product: [product('CHEAPER', { PricingAdvanced: gridOf(['4', '5']) }), product('DEARER', { PricingAdvanced: gridOf(['7', '6']) })],
  })

  const problems = [...priceRisesWithQuantity.check(context)]

  expect(problems.map(({ folded, at }) => [folded?.subjects, at.file])).toEqual([[['DEARER'], '7']])
})

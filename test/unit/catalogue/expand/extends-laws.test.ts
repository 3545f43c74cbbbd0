import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadWritten } from '../../../support/written-catalogue.ts'
import { isWhole } from '../../../support/whole.ts'

const numRuns = isWhole ? 4_000 : 120
const groups = ['default', 'g', 'h'] as const
const quantities = [1, 5, 9, 10, 11, 19, 20, 30, 49, 50, 1_000]

type Group = (typeof groups)[number]

interface List {
  readonly breaks: readonly number[]
  readonly prices: ReadonlyMap<Group, readonly number[]>
  /** Starts of breaks, with their prices in euros. */
  readonly forced: ReadonlyMap<string, number>
}

const anyBreaks = fc.constantFrom<readonly number[]>([0], [0, 10], [1, 10, 20], [0, 20, 50], [10], [10, 50])

/** A list of some breaks for some groups, with prices forced on some of its cells. */
function anyList(breaks: fc.Arbitrary<readonly number[]>, fewest: number): fc.Arbitrary<List> {
  const price = fc.integer({ min: 1, max: 99 })
  return fc.tuple(breaks, fc.shuffledSubarray([...groups], { minLength: fewest })).chain(([starts, chosen]) => {
    const cells = chosen.flatMap((group) => starts.map((start) => `${group} ${start}`))
    return fc
      .tuple(
        fc.array(price, { minLength: starts.length * chosen.length, maxLength: starts.length * chosen.length }),
        fc.shuffledSubarray(cells, { maxLength: Math.min(2, cells.length) }),
      )
      .map(([prices, forced]) => ({
        breaks: starts,
        prices: new Map(chosen.map((group, index) => [group, prices.slice(index * starts.length, (index + 1) * starts.length)])),
        forced: new Map(forced.map((cell, index) => [cell, 200 + index])),
      }))
  })
}

function written({ breaks, prices, forced }: List): string {
  const rows = [...prices].map(([group, row]) => `${group}: [${row.join(', ')}]`)
  const euros = [...forced].map(([cell, price]) => {
    const [group, start] = cell.split(' ')
    return `{ currency: EUR, ${group === 'default' ? '' : `group: ${group}, `}start: ${start}, price: ${price} }`
  })
  const grid = rows.length === 0 ? '' : `breaks: [${breaks.join(', ')}], prices: { ${rows.join(', ')} }`
  return [grid, euros.length === 0 ? '' : `forced: [${euros.join(', ')}]`].filter((part) => part !== '').join(', ')
}

interface Cell {
  readonly from: number
  readonly to: number
  readonly price: number
}

/** The cells of one group and currency, as the list says them. */
function cellsOf({ breaks, prices, forced }: List, group: Group, currency: string): Cell[] {
  const row = prices.get(group) ?? []
  return breaks.flatMap((from, index): Cell[] => {
    const price = currency === '' ? row[index] : forced.get(`${group} ${from}`)
    return price === undefined ? [] : [{ from, to: (breaks[index + 1] ?? 10_000_000) - 1, price }]
  })
}

/** The same of a list that extends another: a price forced for a group without own prices is that of a cell of the other list. */
function ownCells(base: List, own: List, cells: { group: Group; currency: string }): Cell[] {
  const { group, currency } = cells
  return own.prices.has(group) || currency === ''
    ? cellsOf(own, group, currency)
    : cellsOf({ ...base, forced: own.forced }, group, currency)
}

/** A list with some more prices, forced on cells of the list that it extends. */
function withForced(base: List, own: List, choices: readonly number[]): List {
  const free = groups.filter((group) => base.prices.has(group) && !own.prices.has(group))
  const cells = free.flatMap((group) => base.breaks.map((start) => `${group} ${start}`))
  const more = choices.flatMap((choice, index): [string, number][] => {
    const cell = cells[choice % cells.length]
    return cell === undefined ? [] : [[cell, 300 + index]]
  })
  return { ...own, forced: new Map([...own.forced, ...more]) }
}

function meet(a: Cell, b: Cell): boolean {
  return a.from <= b.to && b.from <= a.to
}

/** By hand, quantity by quantity: what is own wins; an inherited cell that an own one touches is gone. */
function pricesBy(base: List, own: List, { group, currency, quantity }: { group: Group; currency: string; quantity: number }): number[] {
  const near = ownCells(base, own, { group, currency })
  const over = currency === '' ? near : [...near, ...cellsOf(own, group, '')]
  const kept = cellsOf(base, group, currency).filter((cell) => !over.some((other) => meet(cell, other)))
  const holds = ({ from, to }: Cell): boolean => from <= quantity && quantity <= to
  return [...near.filter(holds).map(({ price }) => price), ...kept.filter(holds).map(({ price }) => 2 * price)]
}

test('law: a list that extends another has its own prices where it gives some, and those of the other, changed, where it does not', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(anyList(anyBreaks, 1), anyList(anyBreaks, 0), fc.array(fc.nat(), { maxLength: 2 }), async (base, given, choices) => {
      const own = withForced(base, given, choices)
      const more = written(own)
      const text = `price_lists:\n  a: { ${written(base)} }\n  b: { extends: a, factor: 2${more === '' ? '' : `, ${more}`} }\nproducts:\n  T: { pricing: b }\n`

      const { desired } = await loadWritten({ 'a.yaml': text })

      const rows = desired.roots.Product?.[0]?.children.PricingAdvanced ?? []
      for (const group of groups) {
        for (const currency of ['', 'EUR']) {
          for (const quantity of quantities) {
            const held = rows.filter(({ fields: { group_code, currency_code, start, end } }) => {
              const isIn = Number(start) <= quantity && quantity <= Number(end)
              return isIn && group_code === (group === 'default' ? '' : group) && currency_code === currency
            })
            const prices = held.map(({ fields }) => Number(fields['price'])).toSorted((a, b) => a - b)
            expect({ group, currency, quantity, prices }).toEqual({
              group,
              currency,
              quantity,
              prices: pricesBy(base, own, { group, currency, quantity }).toSorted((a, b) => a - b),
            })
            compared += prices.length
          }
        }
      }
    }),
    { numRuns },
  )

  expect(compared).toBeGreaterThan(10 * numRuns)
}, 600_000)

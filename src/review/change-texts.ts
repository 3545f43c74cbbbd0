import { foldedText } from '../source/folded-text.ts'
import { kindOf, subjectOf } from '../report/kinds.ts'
import { type Move, percentOfMove, rawMovesOf } from '../report/view/moves-of.ts'
import type { PlanView } from '../report/view/plan-view.ts'
import type { ChangeView, RootView } from '../report/view/root-view.ts'
import type { GridRow } from '../pricing/grid-row.ts'
import type { ChangeNumbers } from './change-numbers.ts'
import { openTextColumn, type TextColumn } from './text-column.ts'

/** What a filter searches, as columns by the number of a change; all in lower case. */
export interface ChangeTexts {
  /** What is of the change alone: key, title, places, values. */
  readonly texts: Pick<TextColumn, 'find'>
  /** Words that many changes have in common, each list once: `kind:products`, `op:update`, `field:weight`. */
  readonly shared: readonly SharedWords[]
  /** The index in `shared` by the number of a change. */
  readonly sharedOf: Int32Array
  readonly moves: MoveColumns
}

/** What decides which customers pay a price of a grid, in lower case; `default`: without a group, in all currencies. */
export interface PriceCell {
  readonly group: string
  readonly currency: string
}

/** The price moves of all changes as columns: those of the change with number `n` are from `starts[n]` up to `starts[n + 1]`. */
export interface MoveColumns {
  readonly starts: Int32Array
  /** By how many per cent each price moves. */
  readonly percents: readonly number[]
  /** The index of its cell in `cells`; -1 for a simple price, which is not of a group or currency. */
  readonly cellOf: readonly number[]
  readonly cells: readonly PriceCell[]
}

/** Words that some changes have in common. */
export interface SharedWords {
  readonly text: string
  /** Those that are about one thing, and complete a filter. */
  readonly tokens: readonly string[]
  /** The cells of a price grid, each group and currency once. */
  readonly cells: readonly PriceCell[]
  /** The number of changes. */
  count: number
}

/** Reads the texts of a plan a part at a time, so that no key has to wait for all of them. */
export interface TextReader {
  /** Reads on until `isOver`, which is asked between records; true where nothing is left to read. */
  readonly readOn: (isOver: () => boolean) => boolean
  /** All texts; what is not read yet is read now. */
  readonly all: () => ChangeTexts
}

const longestValue = 300

/** A reader of the texts of a plan; `findingsAt` has its findings by the number of the change. */
export function openTexts(
  { roots }: Pick<PlanView, 'roots'>,
  numbers: ChangeNumbers,
  findingsAt: ReadonlyMap<number, unknown>,
): TextReader {
  const texts = openTextColumn()
  const moves = startMoves(numbers.count)
  const shared: SharedWords[] = [{ text: '', tokens: [], cells: [], count: 0 }]
  const sharedAt = new Map<string, number>()
  const sharedOf = new Int32Array(numbers.count)
  let next = 0
  const shareOf = (root: RootView, view: ChangeView, number: number): number => {
    const cells = cellsOf(view)
    const tokens = tokensOf(view, cells, findingsAt.has(number))
    const text = foldedText(`${root.kind} ${view.kind} ${tokens.join(' ')}`)
    const key = cells.length === 0 ? text : `${text} ${cells.map(keyOfCell).join(' ')}`
    const at = sharedAt.get(key) ?? shared.length
    if (at === shared.length) shared.push({ text, tokens: tokens.map(foldedText), cells, count: 0 })
    sharedAt.set(key, at)
    return at
  }
  const read = (root: RootView, view: ChangeView, number: number): void => {
    const at = shareOf(root, view, number)
    const words = shared[at]
    if (words !== undefined) words.count += 1
    sharedOf[number] = at
    texts.add(number, searchText(root, view))
    moves.add(number, rawMovesOf(view))
  }
  const readRoot = (root: RootView, index: number): void => {
    if (root.own !== null) read(root, root.own, numbers.of(index, -1))
    for (const [at, view] of root.below.entries()) read(root, view, numbers.of(index, at))
  }
  const readOn = (isOver: () => boolean): boolean => {
    for (let root = roots[next]; root !== undefined; root = roots[next]) {
      if (isOver()) return false
      readRoot(root, next)
      next += 1
    }
    return true
  }
  return {
    readOn,
    all() {
      readOn(() => false)
      return { texts, shared, sharedOf, moves: moves.finish() }
    },
  }
}

interface MoveCollector {
  /** Adds the moves of a change; numbers ascend. */
  readonly add: (number: number, moves: readonly Move[]) => void
  readonly finish: () => MoveColumns
}

function startMoves(count: number): MoveCollector {
  const starts = new Int32Array(count + 1)
  const [percents, cellOf]: [number[], number[]] = [[], []]
  const cells: PriceCell[] = []
  const known = new Map<string, number>()
  let next = 0
  const fillTo = (number: number): void => {
    starts.fill(percents.length, next, number + 1)
    next = number + 1
  }
  const indexOf = (row: Move['price']['row']): number => {
    if (row === null) return -1
    const cell = cellOfRow(row)
    const key = keyOfCell(cell)
    const index = known.get(key) ?? cells.push(cell) - 1
    known.set(key, index)
    return index
  }
  return {
    add(number, moves) {
      fillTo(number)
      for (const move of moves) {
        percents.push(percentOfMove(move))
        cellOf.push(indexOf(move.price.row))
      }
    },
    finish() {
      if (next <= count) fillTo(count)
      return { starts, percents, cellOf, cells }
    },
  }
}

/** The groups and currencies of the rows of a grid, before and after. */
function cellsOf({ change }: ChangeView): readonly PriceCell[] {
  if (change.kind !== 'grid') return none
  const cells = [...change.grid.after, ...change.grid.before].map(cellOfRow)
  return [...new Map(cells.map((cell) => [keyOfCell(cell), cell])).values()]
}

const none: readonly PriceCell[] = []

function cellOfRow({ group_code, currency_code }: Pick<GridRow, 'group_code' | 'currency_code'>): PriceCell {
  return { group: (group_code || 'default').toLowerCase(), currency: (currency_code || 'default').toLowerCase() }
}

function keyOfCell({ group, currency }: PriceCell): string {
  return `${currency}\u0000${group}`
}

/** The words of a change that are about one thing. */
function tokensOf({ change, place }: ChangeView, cells: readonly PriceCell[], isRisky: boolean): readonly string[] {
  const tokens = [`kind:${kindOf(subjectOf(change)).many}`, `op:${change.action}`]
  if (place !== '') tokens.push(`file:${place.replace(/:\d+$/, '')}`)
  if (change.kind !== 'file') for (const { field } of change.fields) tokens.push(`field:${field}`)
  for (const group of new Set(cells.map((cell) => cell.group))) tokens.push(`group:${group}`)
  for (const currency of new Set(cells.map((cell) => cell.currency))) tokens.push(`currency:${currency}`)
  if (isRisky) tokens.push('risk')
  return tokens
}

function searchText(root: RootView, { change, name, place }: ChangeView): string {
  const words = [root.key, root.title, root.place, name]
  if (place !== root.place) words.push(place)
  if (change.kind !== 'file') for (const { before, after } of change.fields) words.push(shortened(before), shortened(after))
  return foldedText([...new Set(words)].join(' '))
}

function shortened(value: string | null): string {
  return value === null ? '' : value.length > longestValue ? value.slice(0, longestValue) : value
}

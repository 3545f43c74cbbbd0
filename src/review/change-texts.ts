import { kindOf, subjectOf } from '../report/kinds.ts'
import { rawMovesOf } from '../report/view/moves-of.ts'
import type { PlanView } from '../report/view/plan-view.ts'
import type { ChangeView, RootView } from '../report/view/root-view.ts'
import type { ChangeNumbers } from './change-numbers.ts'

/** What a filter searches, as columns by the number of a change. */
export interface ChangeTexts {
  /** In lower case; empty at a number that belongs to no change. */
  readonly texts: readonly string[]
  /** By how many per cent a change raises a price at most, and lowers one at most (below 0); `NaN` where it moves none. */
  readonly rises: Float64Array
  readonly falls: Float64Array
  /** How many changes each word about one thing finds. */
  readonly counts: ReadonlyMap<string, number>
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
  const texts: string[] = []
  const rises = new Float64Array(numbers.count).fill(Number.NaN)
  const falls = new Float64Array(numbers.count).fill(Number.NaN)
  const counts = new Map<string, number>()
  let next = 0
  const read = (root: RootView, view: ChangeView, number: number): void => {
    const tokens = tokensOf(view, findingsAt.has(number))
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
    texts[number] = `${searchText(root, view)} ${tokens.join(' ')}`
    const percents = rawMovesOf(view).map(({ price }) => (Number(price.after) / Number(price.before) - 1) * 100)
    if (percents.length === 0) return
    rises[number] = percents.reduce((most, percent) => Math.max(most, percent))
    falls[number] = percents.reduce((least, percent) => Math.min(least, percent))
  }
  const readRoot = (root: RootView, index: number): void => {
    // Without holes: an array with holes is searched more slowly.
    while (texts.length < numbers.of(index, root.below.length)) texts.push('')
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
      return { texts, rises, falls, counts }
    },
  }
}

/** The words of a change that are about one thing. */
function tokensOf({ change, place }: ChangeView, isRisky: boolean): readonly string[] {
  const tokens = [`kind:${kindOf(subjectOf(change)).many}`, `op:${change.action}`]
  if (place !== '') tokens.push(`file:${place.replace(/:\d+$/, '')}`)
  if (change.kind !== 'file') for (const { field } of change.fields) tokens.push(`field:${field}`)
  if (change.kind === 'grid') {
    const groups = new Set([...change.grid.after, ...change.grid.before].map(({ group_code }) => group_code))
    for (const group of groups) tokens.push(`group:${group === '' ? 'default' : group}`)
  }
  if (isRisky) tokens.push('risk')
  return tokens.map((token) => token.toLowerCase())
}

function searchText(root: RootView, { change, kind, name, place }: ChangeView): string {
  const words = [root.kind, root.key, root.title, root.place, kind, name]
  if (place !== root.place) words.push(place)
  if (change.kind !== 'file') for (const { before, after } of change.fields) words.push(shortened(before), shortened(after))
  return words.join(' ').toLowerCase()
}

function shortened(value: string | null): string {
  return value === null ? '' : value.length > longestValue ? value.slice(0, longestValue) : value
}

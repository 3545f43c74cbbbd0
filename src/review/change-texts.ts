import { kindOf, subjectOf } from '../report/kinds.ts'
import { rawMovesOf } from '../report/view/moves-of.ts'
import type { PlanView } from '../report/view/plan-view.ts'
import type { ChangeView, RootView } from '../report/view/root-view.ts'
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
  /** By how many per cent a change raises a price at most, and lowers one at most (below 0); `NaN` where it moves none. */
  readonly rises: Float64Array
  readonly falls: Float64Array
}

/** Words that some changes have in common. */
export interface SharedWords {
  readonly text: string
  /** Those that are about one thing, and complete a filter. */
  readonly tokens: readonly string[]
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
  const [rises, falls] = [new Float64Array(numbers.count).fill(Number.NaN), new Float64Array(numbers.count).fill(Number.NaN)]
  const shared: SharedWords[] = [{ text: '', tokens: [], count: 0 }]
  const sharedAt = new Map<string, number>()
  const sharedOf = new Int32Array(numbers.count)
  let next = 0
  const shareOf = (root: RootView, view: ChangeView, number: number): number => {
    const tokens = tokensOf(view, findingsAt.has(number))
    const text = `${root.kind} ${view.kind} ${tokens.join(' ')}`.toLowerCase()
    const at = sharedAt.get(text) ?? shared.length
    if (at === shared.length) shared.push({ text, tokens: tokens.map((token) => token.toLowerCase()), count: 0 })
    sharedAt.set(text, at)
    return at
  }
  const read = (root: RootView, view: ChangeView, number: number): void => {
    const at = shareOf(root, view, number)
    const words = shared[at]
    if (words !== undefined) words.count += 1
    sharedOf[number] = at
    texts.add(number, searchText(root, view))
    const percents = rawMovesOf(view).map(({ price }) => (Number(price.after) / Number(price.before) - 1) * 100)
    if (percents.length === 0) return
    rises[number] = percents.reduce((most, percent) => Math.max(most, percent))
    falls[number] = percents.reduce((least, percent) => Math.min(least, percent))
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
      return { texts, shared, sharedOf, rises, falls }
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
  return tokens
}

function searchText(root: RootView, { change, name, place }: ChangeView): string {
  const words = [root.key, root.title, root.place, name]
  if (place !== root.place) words.push(place)
  if (change.kind !== 'file') for (const { before, after } of change.fields) words.push(shortened(before), shortened(after))
  return [...new Set(words)].join(' ').toLowerCase()
}

function shortened(value: string | null): string {
  return value === null ? '' : value.length > longestValue ? value.slice(0, longestValue) : value
}

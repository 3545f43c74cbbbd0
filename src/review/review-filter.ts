import { kindOf, subjectOf } from '../report/kinds.ts'
import { rawMovesOf } from '../report/view/moves-of.ts'
import type { PlanView } from '../report/view/plan-view.ts'
import type { ChangeView, RootView } from '../report/view/root-view.ts'
import { changeAt, changeKey } from './review-groups.ts'

/** Whether a change is found: by the index of its root and its index there, in a group with this key. */
export type FindChange = (root: number, at: number, group: string) => boolean

/** A word that completes a filter, and how many changes it finds. */
export interface Completion {
  readonly word: string
  readonly count: number
}

/** The search in the changes of a plan. */
export interface PlanSearch {
  /**
   * What a filter finds: every word must match, ignoring case. `kind:`, `op:`, `field:`, `group:`, `file:` and `cause:` begin a word about one
   * thing, `risk` finds what has a finding, `skipped` what is skipped, `move>10%` and `move<-10%` prices that rise or fall by more.
   */
  readonly find: (filter: string, isSkipped: (root: number) => boolean) => FindChange
  /** The words that continue the last word of a filter, those that find most first. */
  readonly complete: (filter: string) => readonly Completion[]
}

const longestValue = 300
const mostCompletions = 8
const movePattern = /^move([<>])([+-]?\d+(?:\.\d+)?)%?$/

/** The search in a plan; `findingsAt` has its findings by `changeKey`. The text of a change is built when it is first looked at. */
export function openPlanSearch(view: PlanView, findingsAt: ReadonlyMap<string, unknown>): PlanSearch {
  const { roots } = view
  const texts = new Map<string, string>()
  const textOf = (root: number, at: number): string => {
    const key = changeKey({ root, at })
    const known = texts.get(key)
    if (known !== undefined) return known
    const found = roots[root]
    const text = found === undefined ? '' : searchText(found, changeAt(found, at), findingsAt.has(key))
    texts.set(key, text)
    return text
  }
  let counts: ReadonlyMap<string, number> | undefined
  return {
    find(filter, isSkipped) {
      const tests = wordsOf(filter).map((word) => wordTest(word, { view, textOf, isSkipped }))
      return (root, at, group) => tests.every((test) => test(root, at, group))
    },
    complete(filter) {
      const word = wordsOf(filter).at(-1)
      if (word === undefined || filter.endsWith(' ')) return []
      counts ??= countWords(roots, textOf)
      const found = [...counts].filter(([name]) => name.startsWith(word) && name !== word)
      return found
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, mostCompletions)
        .map(([name, count]) => ({ word: name, count }))
    },
  }
}

function wordsOf(filter: string): readonly string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

interface Searched {
  readonly view: PlanView
  readonly textOf: (root: number, at: number) => string
  readonly isSkipped: (root: number) => boolean
}

function wordTest(word: string, { view, textOf, isSkipped }: Searched): FindChange {
  const move = movePattern.exec(word)
  if (move !== null) {
    const [, sign, limit] = move
    const isBeyond = beyond(sign === '>' ? 1 : -1, Number(limit))
    return (root, at) => {
      const found = view.roots[root] && changeAt(view.roots[root], at)
      return found !== undefined && rawMovesOf(found).some(({ price }) => isBeyond((Number(price.after) / Number(price.before) - 1) * 100))
    }
  }
  if (word === 'skipped') return (root) => isSkipped(root)
  if (word.startsWith('cause:')) return (_, __, group) => group.toLowerCase().includes(word.slice('cause:'.length))
  return (root, at, group) => textOf(root, at).includes(word) || group.toLowerCase().includes(word)
}

/** Whether a number of per cent is above a limit, with sign 1, or below it, with -1. */
function beyond(sign: 1 | -1, limit: number): (percent: number) => boolean {
  return (percent) => percent * sign > limit * sign
}

/** The words of a change that are about one thing. */
function tokensOf({ change, place }: ChangeView, isRisky: boolean): readonly string[] {
  const fields = change.kind === 'file' ? [] : change.fields.map(({ field }) => `field:${field}`)
  const entries = change.kind === 'grid' ? [...change.grid.after, ...change.grid.before] : []
  const groups = new Set(entries.map(({ group_code }) => `group:${group_code === '' ? 'default' : group_code}`))
  return [
    `kind:${kindOf(subjectOf(change)).many}`,
    `op:${change.action}`,
    ...(place === '' ? [] : [`file:${place.replace(/:\d+$/, '')}`]),
    ...fields,
    ...groups,
    ...(isRisky ? ['risk'] : []),
  ].map((token) => token.toLowerCase())
}

function searchText(root: RootView, view: ChangeView | undefined, isRisky: boolean): string {
  const words = [root.kind, root.key, root.title, root.place]
  if (view === undefined) return [...words, `op:${root.action}`].join(' ').toLowerCase()
  const { change } = view
  const values =
    change.kind === 'file'
      ? []
      : change.fields.flatMap(({ before, after }) => [before?.slice(0, longestValue) ?? '', after?.slice(0, longestValue) ?? ''])
  return [...words, view.kind, view.name, view.place, ...values, ...tokensOf(view, isRisky)].join(' ').toLowerCase()
}

/** How many changes each word about one thing finds. */
function countWords(roots: readonly RootView[], textOf: Searched['textOf']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [root, { own, below }] of roots.entries()) {
    for (const [at, view] of [...(own === null ? [] : [[-1, own] as const]), ...below.entries()]) {
      for (const token of tokensOf(view, textOf(root, at).endsWith(' risk'))) counts.set(token, (counts.get(token) ?? 0) + 1)
    }
  }
  return counts
}

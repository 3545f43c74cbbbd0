import { foldedText } from '../source/folded-text.ts'
import type { PlanView } from '../report/view/plan-view.ts'
import type { ChangeNumbers } from './change-numbers.ts'
import { cellTest, isAboutCells } from './cell-filter.ts'
import { type ChangeTexts, openTexts, type TextReader } from './change-texts.ts'
import { filterProblem } from './filter-problem.ts'

/** Whether a filter finds a change, by the index of its root and its index there, in the group with this key. */
export type FindInGroup = (group: string) => (root: number, at: number) => boolean

/** A word that completes a filter, and how many changes it finds. */
export interface Completion {
  readonly word: string
  readonly count: number
}

/** The search in the changes of a plan. */
export interface PlanSearch extends Pick<TextReader, 'readOn'> {
  /**
   * What a filter finds: every word must match, ignoring case. `kind:`, `op:`, `field:`, `group:`, `currency:`, `file:` and `cause:` begin a word
   * about one thing, `risk` finds what has a finding, `skipped` what is skipped, `move>10%` and `move<-10%` prices that rise or fall by more.
   * Groups, currencies and moves must hold for one price.
   */
  readonly find: (filter: string, isSkipped: (root: number) => boolean) => FindInGroup
  /** The words that continue the last word of a filter, those that find most first. */
  readonly complete: (filter: string) => readonly Completion[]
  /** Why a filter finds nothing, with what it may say; `null` where each of its words finds something. */
  readonly problemOf: (filter: string) => string | null
}

const mostCompletions = 8
const causeWord = 'cause:'

/** The search in a plan; `findingsAt` has its findings by the number of the change. */
export function openPlanSearch(
  view: Pick<PlanView, 'roots' | 'causes'>,
  numbers: ChangeNumbers,
  findingsAt: ReadonlyMap<number, unknown>,
): PlanSearch {
  const reader = openTexts(view, numbers, findingsAt)
  /** What the words of the last filter find: the next one has most of them too. */
  let known: ReadonlyMap<string, Uint8Array> = new Map()
  /** How many changes each word about one thing finds. */
  let counts: ReadonlyMap<string, number> | undefined
  const countsOf = (): ReadonlyMap<string, number> => (counts ??= countTokens(reader.all()))
  const causes = view.causes.map(({ key }) => foldedText(key))
  const matchesOf = (word: string): Uint8Array => known.get(word) ?? searched(reader.all(), word)
  return {
    readOn: reader.readOn,
    find(filter, isSkipped) {
      const words = wordsOf(filter)
      const plain = words.filter((word) => !isAboutMore(word))
      const aboutCells = words.filter(isAboutCells)
      const isCellFound = aboutCells.length === 0 ? null : cellTest(aboutCells, reader.all())
      known = new Map(plain.map((word) => [word, matchesOf(word)]))
      const always = words.filter(isAboutGroup).map((word) => specialTest(word, isSkipped))
      return (group) => {
        const key = foldedText(group)
        const columns = plain.flatMap((word) => (key.includes(word) ? [] : (known.get(word) ?? [])))
        const tests = always.map((test) => test(key))
        return (root, at) => {
          const number = numbers.of(root, at)
          return (
            columns.every((matches) => matches[number] === 1) &&
            (isCellFound === null || isCellFound(number)) &&
            tests.every((test) => test(root, at))
          )
        }
      }
    },
    complete(filter) {
      const word = wordsOf(filter).at(-1)
      if (word === undefined || filter.endsWith(' ')) return []
      const found = [...countsOf()].filter(([name]) => name.startsWith(word) && name !== word)
      return found
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, mostCompletions)
        .map(([name, count]) => ({ word: name, count }))
    },
    problemOf(filter) {
      const tokens = [...countsOf()].toSorted((a, b) => b[1] - a[1]).map(([token]) => token)
      return filterProblem(wordsOf(filter), { tokens, causes, isInText: (word) => searched(reader.all(), word).includes(1) })
    },
  }
}

function wordsOf(filter: string): readonly string[] {
  return foldedText(filter)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** True for a word that is about more than the text of a change. */
function isAboutMore(word: string): boolean {
  return isAboutGroup(word) || isAboutCells(word)
}

function isAboutGroup(word: string): boolean {
  return word === 'skipped' || word.startsWith(causeWord)
}

function countTokens({ shared }: ChangeTexts): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { tokens, count } of shared) for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + count)
  return counts
}

/** 1 for each change with this word in its text. */
function searched({ texts, shared, sharedOf }: ChangeTexts, word: string): Uint8Array {
  const isInShared = shared.map(({ text }) => text.includes(word))
  const matches = new Uint8Array(sharedOf.length)
  for (let number = 0; number < matches.length; number += 1) if (isInShared[sharedOf[number] ?? 0] === true) matches[number] = 1
  texts.find(word, (number) => {
    matches[number] = 1
  })
  return matches
}

/** The test of a word about the group of a change or about decisions, by the key of the group in lower case. */
function specialTest(word: string, isSkipped: (root: number) => boolean): FindInGroup {
  return word === 'skipped' ? () => isSkipped : (group) => () => group.includes(word.slice(causeWord.length))
}

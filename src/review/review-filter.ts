import type { PlanView } from '../report/view/plan-view.ts'
import type { ChangeNumbers } from './change-numbers.ts'
import { type ChangeTexts, openTexts, type TextReader } from './change-texts.ts'

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
   * What a filter finds: every word must match, ignoring case. `kind:`, `op:`, `field:`, `group:`, `file:` and `cause:` begin a word about one
   * thing, `risk` finds what has a finding, `skipped` what is skipped, `move>10%` and `move<-10%` prices that rise or fall by more.
   */
  readonly find: (filter: string, isSkipped: (root: number) => boolean) => FindInGroup
  /** The words that continue the last word of a filter, those that find most first. */
  readonly complete: (filter: string) => readonly Completion[]
}

const mostCompletions = 8
const movePattern = /^move([<>])([+-]?\d+(?:\.\d+)?)%?$/
const causeWord = 'cause:'

/** The search in a plan; `findingsAt` has its findings by the number of the change. */
export function openPlanSearch(
  view: Pick<PlanView, 'roots'>,
  numbers: ChangeNumbers,
  findingsAt: ReadonlyMap<number, unknown>,
): PlanSearch {
  const reader = openTexts(view, numbers, findingsAt)
  /** What the words of the last filter find: the next one has most of them too. */
  let known: ReadonlyMap<string, Uint8Array> = new Map()
  /** How many changes each word about one thing finds. */
  let counts: ReadonlyMap<string, number> | undefined
  const matchesOf = (word: string): Uint8Array => known.get(word) ?? searched(reader.all(), word)
  return {
    readOn: reader.readOn,
    find(filter, isSkipped) {
      const words = wordsOf(filter)
      const plain = words.filter((word) => !isAboutMore(word))
      known = new Map(plain.map((word) => [word, matchesOf(word)]))
      const always = words.filter(isAboutMore).map((word) => specialTest(word, { numbers, reader, isSkipped }))
      return (group) => {
        const key = group.toLowerCase()
        const columns = plain.flatMap((word) => (key.includes(word) ? [] : (known.get(word) ?? [])))
        const tests = always.map((test) => test(key))
        return (root, at) => {
          const number = numbers.of(root, at)
          return columns.every((matches) => matches[number] === 1) && tests.every((test) => test(root, at))
        }
      }
    },
    complete(filter) {
      const word = wordsOf(filter).at(-1)
      if (word === undefined || filter.endsWith(' ')) return []
      counts ??= countTokens(reader.all())
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

/** True for a word that is about more than the text of a change. */
function isAboutMore(word: string): boolean {
  return word === 'skipped' || word.startsWith(causeWord) || movePattern.test(word)
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

interface Searched {
  readonly numbers: ChangeNumbers
  readonly reader: TextReader
  readonly isSkipped: (root: number) => boolean
}

/** The test of a word that is not about the text alone, by the key of the group in lower case. */
function specialTest(word: string, { numbers, reader, isSkipped }: Searched): FindInGroup {
  const move = movePattern.exec(word)
  if (move !== null) {
    const [, sign, limit] = move
    const { rises, falls } = reader.all()
    return () => (root, at) => {
      const number = numbers.of(root, at)
      return sign === '>' ? (rises[number] ?? Number.NaN) > Number(limit) : (falls[number] ?? Number.NaN) < Number(limit)
    }
  }
  if (word === 'skipped') return () => isSkipped
  return (group) => () => group.includes(word.slice(causeWord.length))
}

import { sanitizeLine } from '../report/sanitize.ts'
import { movePattern } from './cell-filter.ts'

/** The words that begin a word of a filter about one thing. */
const names = ['kind', 'op', 'field', 'group', 'currency', 'file', 'cause'] as const

const mostValues = 8

/** What a filter can find in a plan. */
export interface Findable {
  /** Words such as `kind:products`, in lower case, those that most changes have first. */
  readonly tokens: readonly string[]
  /** The keys of the causes in lower case. */
  readonly causes: readonly string[]
  /** Whether a word is in the text of any change. */
  readonly isInText: (word: string) => boolean
}

/** Why a filter with these words finds nothing: the first word that cannot find anything in this plan, with what is allowed; else `null`. */
export function filterProblem(words: readonly string[], findable: Findable): string | null {
  for (const word of words) {
    const problem = problemOf(word, findable)
    if (problem !== null) return sanitizeLine(problem)
  }
  return null
}

function problemOf(word: string, { tokens, causes, isInText }: Findable): string | null {
  if (/^move[<>=]/.test(word) && !movePattern.test(word)) {
    return `\`${word}\` is not a limit. Write \`move>10%\` for prices that rise by more, \`move<-10%\` for those that fall by more.`
  }
  const [, name, value] = /^([a-z]+):(.*)$/.exec(word) ?? []
  if (name === undefined || value === undefined) return null
  const known = names.find((each) => each === name)
  if (known === undefined) {
    return isInText(word)
      ? null
      : `\`${name}:\` is not a filter. There are ${names.map((each) => `${each}:`).join(', ')}, move>, move<, risk and skipped.`
  }
  if (known === 'cause') return causes.some((each) => each.includes(value)) ? null : noValue(name, value, causes)
  const values = tokens.filter((token) => token.startsWith(`${name}:`)).map((token) => token.slice(name.length + 1))
  // The search looks for the word as it is written, so the beginning of a value.
  return values.some((each) => each.startsWith(value)) ? null : noValue(name, value, values)
}

function noValue(name: string, value: string, values: readonly string[]): string {
  if (values.length === 0) return `Nothing in this plan has a ${name}.`
  const more = values.length - mostValues
  return `This plan has no ${name} \`${value}\`. It has: ${values.slice(0, mostValues).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

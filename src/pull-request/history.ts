import { countOf, formatCount } from '../source/counts.ts'
import { listAt, textAt, valueAt } from './json-value.ts'
import { hiddenLine, historyIn, type Marker } from './marker.ts'
import type { PlanFacts } from './plan-facts.ts'

/** The plans that a comment showed before, and what is needed to compare the next one with the last. Hidden in the comment. */
export interface History {
  /** The oldest first. */
  readonly earlier: readonly EarlierPlan[]
  /** The number of changes; `null`: the comment had no room for it. */
  readonly count: number | null
  readonly changes: PlanFacts['changes']
}

interface EarlierPlan {
  readonly hash: string
  readonly head: string
  /** What the plan after it changed, as Markdown. */
  readonly next: string
}

const mostEarlier = 20
const mostNamed = 5

/** The history of a comment once it shows this plan: the plan that it showed before becomes an earlier one where the hash is another. */
export function nextHistory(shown: { readonly marker: Marker; readonly body: string } | null, plan: PlanFacts): History {
  const { count, changes } = plan
  if (shown === null) return { earlier: [], count, changes }
  const before = readHistory(historyIn(shown.body))
  if (shown.marker.hash === plan.hash) return { earlier: before.earlier, count, changes }
  const last = { hash: shown.marker.hash, head: shown.marker.head, next: difference(before, plan) }
  return { earlier: [...before.earlier, last].slice(-mostEarlier), count, changes }
}

/** Shorter forms of a history for a comment with little room: without what the changes are, then with the last plans only. */
export function shorterHistories({ earlier, count }: History): readonly History[] {
  return [mostEarlier, 5, 0].map((most) => ({ earlier: most === 0 ? [] : earlier.slice(-most), count, changes: null }))
}

/** The earlier plans as a folded list, the latest first; `''` where there are none. */
export function historyText({ earlier }: History): string {
  if (earlier.length === 0) return ''
  const lines = earlier
    .toReversed()
    .map(({ hash, head, next }) => `- \`${hash.slice(0, 8)}\` at commit ${head.slice(0, 8)}. The plan after it: ${next}`)
  return `<details><summary>Earlier plans of this pull request: ${earlier.length}</summary>\n\n${lines.join('\n')}\n\n</details>\n`
}

/** The history as an invisible line. */
export function historyLine(history: History): string {
  return hiddenLine('planogram-history', history)
}

function readHistory(json: unknown): History {
  const earlier = listAt(json, 'earlier').map((each) => ({
    hash: textAt(each, 'hash'),
    head: textAt(each, 'head'),
    next: textAt(each, 'next'),
  }))
  const changes = valueAt(json, 'changes')
  const count = valueAt(json, 'count')
  return { earlier, count: typeof count === 'number' ? count : null, changes: isDigests(changes) ? changes : null }
}

function isDigests(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((digest) => typeof digest === 'string')
}

/** What changed from one plan to the next, by the addresses of their changes. */
function difference(before: Pick<History, 'count' | 'changes'>, after: Pick<PlanFacts, 'count' | 'changes'>): string {
  const [old, now] = [before.changes, after.changes]
  if (before.count === null) return `${countOf(after.count, 'change')}.`
  if (old === null || now === null) return `${countOf(after.count, 'change')} instead of ${formatCount(before.count)}.`
  const parts = [
    named(
      'new',
      Object.keys(now).filter((address) => !(address in old)),
    ),
    named(
      'gone',
      Object.keys(old).filter((address) => !(address in now)),
    ),
    named(
      'other values',
      Object.keys(now).filter((address) => address in old && old[address] !== now[address]),
    ),
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'the same changes; the store or the catalogue differs elsewhere.' : `${parts.join('; ')}.`
}

function named(what: string, addresses: readonly string[]): string {
  if (addresses.length === 0) return ''
  const names = addresses.slice(0, mostNamed).map((address) => `\`${address.replaceAll(/[`\p{Cc}]/gu, '')}\``)
  const more = addresses.length > mostNamed ? ` and ${addresses.length - mostNamed} more` : ''
  return `${what} ${names.join(', ')}${more}`
}

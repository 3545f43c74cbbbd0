import type { Problem } from '../problems/problem.ts'
import { rules } from '../rules/check-rules.ts'
import { expectHolds } from '../rules/expect-holds.ts'
import { referencesExist } from '../rules/references-exist.ts'
import { areaIndex, startIndex } from '../source/span-index.ts'
import { opened } from '../yaml/lazy-map.ts'
import type { Located } from '../yaml/source-node.ts'
import { anchorSpansOf, wholeSpansOf } from '../yaml/entry-spans.ts'

/** Problems of a value that was left out because of them: the rules would then miss it. */
const cutting = new Set([
  'null-value',
  'unknown-key',
  'wrong-type',
  'missing-key',
  'key-shape',
  'merge-key',
  'yaml-alias',
  'yaml-tag',
  'price-list-unknown',
  'grid-shape',
  'option-shape',
  'variant-shape',
  'path-outside',
  'price-list-cycle',
])

/** A whole document is not there: what it defines seems to be missing. */
const losing = new Set(['yaml-broken', 'not-utf8'])

/** What the loader found, without price lists that seem unknown while a whole document is not there: it may hold them. */
export function withoutLostLists(found: readonly Problem[], documents: readonly Problem[]): readonly Problem[] {
  return documents.some(({ rule }) => losing.has(rule)) ? found.filter(({ rule }) => rule !== 'price-list-unknown') : found
}

/** What the rules found, without what they found in entries that were understood in part only: it would be an echo. */
export function withoutEchoes(found: readonly Problem[], loader: readonly Problem[], entries: () => readonly Located[]): Problem[] {
  const errors = loader.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return [...found]
  const cuts = errors.filter(({ rule }) => cutting.has(rule))
  const lost = errors.some(({ rule }) => losing.has(rule))
  const silent = new Set(rules.filter(({ needsWhole }) => needsWhole === true).map(({ id }) => id))
  if (lost) silent.add(referencesExist.id)
  const isCut = startIndex(cuts.map(({ at }) => at))
  const partly = areaIndex(
    cuts.length === 0
      ? []
      : entries()
          .map(opened)
          .map((entry) => [...wholeSpansOf(entry), ...anchorSpansOf(entry)])
          .filter((parts) => parts.some(isCut))
          .flat(),
  )
  const isEcho = ({ at, rule, related }: Problem): boolean => {
    if (silent.has(rule) || partly(at)) return true
    // A price test rests on another entry, and a sku that seems missing may be one that was not understood.
    if (rule !== expectHolds.id) return false
    return related === null ? lost || cuts.length > 0 : partly(related.at)
  }
  return found.filter((problem) => !isEcho(problem))
}

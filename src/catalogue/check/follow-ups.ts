import type { Problem } from '../../problems/problem.ts'
import { rules } from '../../rules/check-rules.ts'
import { expectHolds } from '../../rules/expect-holds.ts'
import { referencesExist } from '../../rules/references-exist.ts'
import { areaIndex, startIndex } from '../../source/span-index.ts'
import { anchorSpansOf, wholeSpansOf } from '../../yaml/entry-spans.ts'
import type { Located } from '../../yaml/source-node.ts'
import type { Config } from '../config/config.ts'

/** Problems of a value that was omitted because of them: rules would report it as missing. */
const omitting = new Set([
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

/** Problems of a whole document: what it defines seems to be missing. */
const losing = new Set(['yaml-broken', 'not-utf8'])

/** The rules that report what is absent. */
const absences = new Set(rules.filter(({ needsWhole }) => needsWhole === true).map(({ id }) => id))

/** Problems of reading, without unknown price lists where a whole document could not be read: it may have them. */
export function withoutLostLists(found: readonly Problem[], documents: readonly Problem[]): readonly Problem[] {
  return documents.some(({ rule }) => losing.has(rule)) ? found.filter(({ rule }) => rule !== 'price-list-unknown') : found
}

/**
 * Problems of rules, without those that only follow from a problem of reading: all in an entry that is correct in part only, and what
 * seems to be absent. `entries` opens every entry of the documents.
 */
export function withoutFollowUps(
  found: readonly Problem[],
  reading: readonly Problem[],
  entries: () => Iterable<Located>,
): readonly Problem[] {
  const errors = reading.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return found
  const omissions = errors.filter(({ rule }) => omitting.has(rule))
  const isLost = errors.some(({ rule }) => losing.has(rule))
  const isPartly = partlyRead(omissions, entries)
  const isFollowUp = ({ at, rule, related }: Problem): boolean => {
    if (absences.has(rule) || (isLost && rule === referencesExist.id) || isPartly(at)) return true
    // A price test depends on another entry, and a sku that seems to be missing may be in one that is not correct.
    if (rule !== expectHolds.id) return false
    return related === null ? isLost || omissions.length > 0 : isPartly(related.at)
  }
  return found.filter((problem) => !isFollowUp(problem))
}

/** Asks whether a place is in an entry with an omitted value, its anchors and defaults included. */
function partlyRead(omissions: readonly Problem[], entries: () => Iterable<Located>): (at: Problem['at']) => boolean {
  if (omissions.length === 0) return () => false
  const isOmission = startIndex(omissions.map(({ at }) => at))
  const areas = Array.from(entries(), (entry) => {
    const parts = [...wholeSpansOf(entry), ...anchorSpansOf(entry)]
    return parts.some(isOmission) ? parts : []
  })
  return areaIndex(areas.flat())
}

/**
 * Problems of one store, without what is absent or unused only in its overlay: that of the catalogue itself is reported for a store
 * without an overlay, or for the only one.
 */
export function withoutOverlayAbsences(problems: readonly Problem[], { store: { overlay }, stores }: Config): readonly Problem[] {
  const isOnly = Object.values(stores).every((store) => store.overlay === overlay)
  if (overlay === null || isOnly) return problems
  return problems.filter(({ rule, at }) => !absences.has(rule) || at.file.startsWith(`${overlay}/`))
}

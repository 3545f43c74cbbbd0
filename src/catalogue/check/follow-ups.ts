import type { Problem } from '../../problems/problem.ts'
import { rules } from '../../rules/check-rules.ts'
import { expectHolds } from '../../rules/expect-holds.ts'
import { priceSlip } from '../../rules/price-slip.ts'
import { areaIndex, startIndex } from '../../source/span-index.ts'
import { anchorSpansOf, wholeSpansOf } from '../../yaml/entry-spans.ts'
import type { Located } from '../../yaml/source-node.ts'
import type { Config } from '../config/config.ts'
import type { Definitions } from '../layers/definitions.ts'

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

/** Problems of a layer, by which all that a document or one of its sections defines seems to be missing. */
const losing = new Set(['yaml-broken', 'not-utf8', 'unknown-key', 'wrong-type'])

/** The rules that report what is absent. */
const absences = new Set(rules.filter(({ needsWhole }) => needsWhole === true).map(({ id }) => id))

/** What could not be read of a catalogue, so that it seems to be missing. */
export interface Lost {
  /** True where a whole document or section is lost, in which anything can be. */
  readonly isDocument: boolean
  /** The overlay, where a document below it is lost: what it changes seems to be new. Else `null`. */
  readonly over: string | null
  readonly sections: Definitions['unusable']
}

/** What is lost of a catalogue, by the problems of its layers. */
export function lostOf(layerProblems: readonly Problem[], { unusable }: Definitions, { store: { overlay } }: Config): Lost {
  const lost = layerProblems.filter(({ rule, severity }) => severity === 'error' && losing.has(rule))
  const isBelow = overlay !== null && lost.some(({ at }) => !isIn(overlay, at.file))
  return { isDocument: lost.length > 0, over: isBelow ? overlay : null, sections: unusable }
}

function isIn(folder: string, file: string): boolean {
  return file.startsWith(`${folder}/`)
}

/** Problems of reading, without names that seem to be unknown and entries of an overlay that seem to change nothing. */
export function withoutLost(found: readonly Problem[], lost: Lost): readonly Problem[] {
  return found.filter(
    ({ rule, lacks, at }) => !isLacking(lacks, lost) && !(rule === 'overlay-target' && lost.over !== null && isIn(lost.over, at.file)),
  )
}

function isLacking(lacks: Problem['lacks'], { isDocument, sections }: Lost): boolean {
  return lacks !== undefined && (isDocument || sections.has(lacks))
}

/**
 * Problems of rules, without those that only follow from a problem of reading: all in an entry that is correct in part only, and what
 * seems to be absent. `entries` opens every entry of the documents.
 */
export function withoutFollowUps(
  found: readonly Problem[],
  {
    problems: reading,
    lost,
    entries,
  }: { readonly problems: readonly Problem[]; readonly lost: Lost; readonly entries: () => Iterable<Located> },
): readonly Problem[] {
  const errors = reading.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return found
  const omissions = errors.filter(({ rule }) => omitting.has(rule))
  const isPartly = partlyRead(omissions, entries)
  const isFollowUp = ({ at, rule, related, lacks }: Problem): boolean => {
    if (absences.has(rule) || isLacking(lacks, lost) || isPartly(at)) return true
    if (lost.isDocument && rule === priceSlip.id) return true
    if (lost.over !== null && isIn(lost.over, at.file)) return true
    // A price test depends on another entry, and a sku that seems to be missing may be in one that is not correct.
    if (rule !== expectHolds.id) return false
    return lost.isDocument || (related === null ? omissions.length > 0 : isPartly(related.at))
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
  return problems.filter(({ rule, at }) => !absences.has(rule) || isIn(overlay, at.file))
}

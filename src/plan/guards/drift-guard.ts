import { addressOfRoot, type Change, type RootedChange } from '../../diff/change.ts'
import { originOfField } from '../../diff/compare-fields.ts'
import { unpackedChanges } from '../../diff/packed-changes.ts'
import { isUnfinished, nothingUnfinished, type Unfinished } from '../../diff/unfinished.ts'
import type { GuardInput } from './guard-input.ts'
import { type GuardResult, mostCases } from './guard-result.ts'

/**
 * `drift`: with `manage.drift: fail`, root records that somebody changed in the store, or that were never applied, and files that somebody
 * changed there.
 */
export function driftGuard({ rooted, changes, facts }: GuardInput): readonly GuardResult[] {
  if (facts.drift !== 'fail') return []
  const files = unpackedChanges(changes).filter((change) => change.kind === 'file')
  const { unfinished = nothingUnfinished } = facts
  const drifted = [...unpackedChanges(rooted), ...files].filter((change) => isDrift(change, unfinished))
  const cases = [...Map.groupBy(drifted, addressOfRoot)].map(([address, [first]]) => ({ address, source: first?.source ?? null }))
  return cases.length === 0 ? [] : [{ guard: 'drift', limit: 'fail', found: cases.length, cases: cases.slice(0, mostCases) }]
}

function isDrift(change: Change, unfinished: Unfinished): boolean {
  if (isUnfinished(unfinished, change)) return false
  // Whether a file that was never applied is somebody else's is not known: the plan has a risk for it.
  if (change.kind === 'file') return change.origin === 'store' || change.origin === 'both'
  const { action, origin } = change
  if (action === 'update' && change.fields.some((each) => originOfField(each) !== 'git' && !isUnfinished(unfinished, change, each.field)))
    return true
  return origin !== 'git' && !isOfFieldsAlone(change)
}

/** True for an update whose fields say who changed what. */
function isOfFieldsAlone(change: RootedChange): boolean {
  return change.kind === 'record' && change.action === 'update' && !change.again && change.fields.length > 0
}

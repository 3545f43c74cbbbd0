import type { RootedChange } from '../../diff/change.ts'
import { unpackedChanges } from '../../diff/packed-changes.ts'
import { countGuard } from './count-guard.ts'
import type { GuardInput } from './guard-input.ts'
import { type GuardCase, type GuardResult, mostCases } from './guard-result.ts'

/** `max_changes`: products, categories and groups of the store in which a plan updates or removes something. What is created does not count. */
export function maxChanges(input: GuardInput): readonly GuardResult[] {
  const changed = new Set<string>()
  const cases: GuardCase[] = []
  for (const change of unpackedChanges(input.rooted)) {
    const { address } = change.root
    if (!isChange(change) || input.created.has(address) || changed.has(address)) continue
    changed.add(address)
    if (cases.length < mostCases) cases.push({ address, source: change.source })
  }
  return countGuard('max_changes', input, { cases, found: changed.size })
}

/** A grid that is created may turn on the prices of a record that exists. */
function isChange({ action, kind, fields }: RootedChange): boolean {
  return action !== 'create' || (kind === 'grid' && fields.length > 0)
}

import type { RootedChange } from '../../diff/change.ts'
import { countGuard } from './count-guard.ts'
import type { GuardInput } from './guard-input.ts'
import type { GuardResult } from './guard-result.ts'

/** `max_changes`: products, categories and groups of the store in which a plan updates or removes something. What is created does not count. */
export function maxChanges(input: GuardInput): readonly GuardResult[] {
  const changed = new Map<string, RootedChange>()
  for (const change of input.rooted) {
    const { address } = change.root
    if (isChange(change) && !input.created.has(address) && !changed.has(address)) changed.set(address, change)
  }
  const cases = [...changed].map(([address, { source }]) => ({ address, source }))
  return countGuard('max_changes', input, { cases })
}

/** A grid that is created may turn on the prices of a record that exists. */
function isChange({ action, kind, fields }: RootedChange): boolean {
  return action !== 'create' || (kind === 'grid' && fields.length > 0)
}

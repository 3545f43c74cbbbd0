import type { RootedChange } from '../../diff/change.ts'
import { isPackedRoot, unpackedChanges } from '../../diff/packed-changes.ts'
import { isSeveral, rootGroups } from '../../diff/root-groups.ts'
import { kept } from '../../source/kept.ts'
import { countGuard } from './count-guard.ts'
import type { GuardInput } from './guard-input.ts'
import { type GuardCase, type GuardResult, mostCases } from './guard-result.ts'

/** `max_changes`: products, categories and groups of the store in which a plan updates or removes something. What is created does not count. */
export function maxChanges(input: GuardInput): readonly GuardResult[] {
  const changes = kept(unpackedChanges(input.rooted), (change) => isChange(change) && !input.created.has(change.root.address))
  const groups = rootGroups([changes], ({ root }) => root.address)
  const cases = groups.slice(0, mostCases).flatMap((group): readonly GuardCase[] => {
    if (isPackedRoot(group)) return []
    const { root, source } = isSeveral(group) ? group[0] : group
    return [{ address: root.address, source }]
  })
  return countGuard('max_changes', input, { cases, found: groups.length })
}

/** A grid that is created may turn on the prices of a record that exists. */
function isChange({ action, kind, fields }: RootedChange): boolean {
  return action !== 'create' || (kind === 'grid' && fields.length > 0)
}

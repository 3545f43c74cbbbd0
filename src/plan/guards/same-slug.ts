import type { RecordChange } from '../../diff/change.ts'
import { isShownAfter } from '../../diff/shown-after.ts'
import { resourceOf } from '../../resources/registry.ts'
import type { GuardInput } from './guard-input.ts'
import { type GuardResult, mostCases } from './guard-result.ts'

/** `same_slug`: products and categories that get the slug of another one, where customers see both after the apply. */
export function sameSlug({ special, limits, facts }: GuardInput): readonly GuardResult[] {
  if (limits.same_slug === 'off') return []
  const taking = special.filter((change): change is RecordChange => change.kind === 'record' && change.slugOwner?.keeps === true)
  if (taking.length === 0) return []
  const own = new Map(special.flatMap((change) => (change.address === change.root.address ? [[change.address, change] as const] : [])))
  const cases = taking.flatMap(({ address, source, root, fields, resource, slugOwner }) => {
    const owner = slugOwner?.root
    if (!owner || !isShownAfter(root, own) || !isShownAfter(owner, own)) return []
    const slug = fields.find(({ field }) => field === resourceOf(resource).slugField)?.after ?? ''
    return [{ address, source, owner: { address: owner.address, slug, source: facts.slugOwners?.get(owner.address) ?? null } }]
  })
  return cases.length === 0 ? [] : [{ guard: 'same_slug', limit: limits.same_slug, found: cases.length, cases: cases.slice(0, mostCases) }]
}

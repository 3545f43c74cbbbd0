import { type RootedChange, skuOfChange } from '../../diff/change.ts'
import { unpackedChanges } from '../../diff/packed-changes.ts'
import { countGuard } from './count-guard.ts'
import type { GuardInput } from './guard-input.ts'
import type { GuardResult } from './guard-result.ts'

/**
 * `max_removals`: records and files of the store that a plan removes. What goes with a removed variant or root record is not counted beside
 * it. A percentage is of root records: those that are removed or lose a record.
 */
export function maxRemovals(input: GuardInput): readonly GuardResult[] {
  const removed = input.special.filter((change) => change.action === 'remove' && !input.created.has(change.root.address))
  const owners = new Set(removed.flatMap((change) => ownKey(change)))
  const counted = removed.filter((change) => !goesWith(change, owners))
  const byRoot = Map.groupBy(counted, ({ root }) => root.address)
  const cases = [...byRoot.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((rows) => {
      const [first] = rows
      if (first === undefined) return []
      const { source, address, root } = first
      return [rows.length === 1 ? { address, source } : { address: root.address, source, count: rows.length }]
    })
  const files = unpackedChanges(input.changes).filter((change) => change.kind === 'file' && change.action === 'remove')
  return countGuard('max_removals', input, {
    cases: [...cases, ...files.map(({ address, source }) => ({ address, source }))],
    found: counted.length + files.length,
    roots: byRoot.size,
  })
}

function isOwner(change: RootedChange): boolean {
  return change.kind === 'record' && (change.resource === 'Variants' || change.address === change.root.address)
}

function ownKey(change: RootedChange): readonly string[] {
  return isOwner(change) ? [change.address === change.root.address ? change.root.address : skuOfChange(change)] : []
}

function goesWith(change: RootedChange, owners: ReadonlySet<string>): boolean {
  if (change.address === change.root.address) return false
  if (owners.has(change.root.address)) return true
  return !isOwner(change) && owners.has(skuOfChange(change))
}

import type { DesiredRecord } from '../records/desired.ts'
import { rowIdentity } from '../records/row-identity.ts'
import { byCode } from '../source/by-code.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'

/** Desired rows, each with its live row, and the live rows that the catalogue does not have. */
export interface Matches {
  readonly pairs: readonly { readonly desired: DesiredRecord; readonly live: RecordTree | undefined }[]
  readonly foreign: readonly RecordTree[]
}

function fixedText({ fields }: RecordTree): string {
  return JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => byCode(a, b)))
}

/** Live rows in an order of their own: the order in which the store returns them never affects a plan. */
function inFixedOrder(rows: readonly RecordTree[], capabilities: Capabilities): RecordTree[] {
  const keyed = rows.map((row) => ({ row, key: `${rowIdentity(row, capabilities)} ${fixedText(row)}` }))
  return keyed.toSorted((a, b) => byCode(a.key, b.key)).map(({ row }) => row)
}

/** Rows by key, the first of each key last, where `pop` takes it. */
function stacksOf<K>(rows: readonly RecordTree[], keyOf: (row: RecordTree) => K): Map<K, RecordTree[]> {
  return Map.groupBy(rows.toReversed(), keyOf)
}

/**
 * Pairs the rows of an owned collection: first by identity, then the rows that are left by a primary key that the
 * catalogue chose (the picture of an extra image changed, its code did not).
 */
export function matchRows(desired: readonly DesiredRecord[], live: readonly RecordTree[], capabilities: Capabilities): Matches {
  const ordered = inFixedOrder(live, capabilities)
  const byIdentity = stacksOf(ordered, (row) => rowIdentity(row, capabilities))
  const taken = new Set<RecordTree>()
  const first = desired.map((row) => {
    const found = byIdentity.get(rowIdentity(row, capabilities))?.pop()
    if (found) taken.add(found)
    return { desired: row, live: found }
  })
  const free = stacksOf(
    ordered.filter((row) => !taken.has(row)),
    ownKey,
  )
  const pairs = first.map((pair) => {
    const key = pair.live ? undefined : ownKey(pair.desired)
    const found = key === undefined ? undefined : free.get(key)?.pop()
    if (found) taken.add(found)
    return found ? { desired: pair.desired, live: found } : pair
  })
  return { pairs, foreign: ordered.filter((row) => !taken.has(row)) }
}

function ownKey({ resource, fields }: RecordTree): string | undefined {
  const { key, identity } = resourceOf(resource)
  const value = key === null || identity !== 'own' ? undefined : fields[key]
  return value === '' ? undefined : value
}

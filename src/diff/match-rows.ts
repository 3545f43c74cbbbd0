import type { DesiredRecord } from '../records/desired.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import { identityOf } from './row-key.ts'

/** Desired rows, each with the live row that it is, and the live rows that the catalogue does not have. */
export interface Matches {
  readonly pairs: readonly { readonly desired: DesiredRecord; readonly live: RecordTree | undefined }[]
  readonly foreign: readonly RecordTree[]
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function fixedText({ fields }: RecordTree): string {
  return JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => compareTexts(a, b)))
}

/** Live rows in an order of their own, so that the order of an answer never shows in a plan. */
function inFixedOrder(rows: readonly RecordTree[], capabilities: Capabilities): RecordTree[] {
  const keyed = rows.map((row) => ({ row, key: `${identityOf(row, capabilities)} ${fixedText(row)}` }))
  return keyed.toSorted((a, b) => compareTexts(a.key, b.key)).map(({ row }) => row)
}

function take<K>(rows: Map<K, RecordTree[]>, key: K): RecordTree | undefined {
  return rows.get(key)?.shift()
}

/**
 * Pairs the rows of an owned collection: first by what tells them apart, then, for a row that has found nobody, by a
 * primary key that the catalogue chose (the picture of an extra image changed, its code did not).
 */
export function matchRows(desired: readonly DesiredRecord[], live: readonly RecordTree[], capabilities: Capabilities): Matches {
  const ordered = inFixedOrder(live, capabilities)
  const byIdentity = Map.groupBy(ordered, (row) => identityOf(row, capabilities))
  const taken = new Set<RecordTree>()
  const first = desired.map((row) => {
    const found = take(byIdentity, identityOf(row, capabilities))
    if (found) taken.add(found)
    return { desired: row, live: found }
  })
  const free = Map.groupBy(
    ordered.filter((row) => !taken.has(row)),
    ownKey,
  )
  const pairs = first.map((pair) => {
    const key = pair.live ? undefined : ownKey(pair.desired)
    const found = key === undefined ? undefined : take(free, key)
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

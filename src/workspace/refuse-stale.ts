import { OperationalError } from '../errors.ts'
import type { Plan } from '../plan/plan.ts'
import { storeKey } from '../records/store-identity.ts'

const mostNamed = 5

/**
 * Throws `plan-stale`, with what differs, unless a saved plan has the same hash as the plan of now: the catalogue or the store has
 * changed since it was reviewed.
 *
 * @example
 * refuseStale(await readPlanFile('plan.json'), await plan({ catalogue, store }))
 */
export function refuseStale(saved: Plan, now: Plan): void {
  if (saved.planHash === now.planHash) return
  throw new OperationalError(
    'plan-stale',
    `The saved plan ${saved.planHash.slice(0, 8)} is stale: ${reasonOf(saved, now)}. Nothing was written.`,
  )
}

function reasonOf(saved: Plan, now: Plan): string {
  const then = saved.madeFrom.store
  const here = now.madeFrom.store
  if (then.name !== here.name || storeKey(then).baseUrl !== storeKey(here).baseUrl)
    return `it is for store ${then.name} (${then.baseUrl}), not for ${here.name} (${here.baseUrl})`
  const before = contentByAddress(saved)
  const after = contentByAddress(now)
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter((address) => before.get(address) !== after.get(address))
  if (differing.length === 0) return saved.madeFrom.catalogue === now.madeFrom.catalogue ? 'its steps differ' : 'the catalogue changed'
  const named = differing.slice(0, mostNamed).join(', ')
  const more = differing.length > mostNamed ? ` and ${differing.length - mostNamed} more` : ''
  return `${differing.length === 1 ? 'one change differs' : `${differing.length} changes differ`} (${named}${more})`
}

function contentByAddress({ changes }: Plan): ReadonlyMap<string, string> {
  return new Map(changes.map((change) => [change.address, JSON.stringify({ ...change, source: null })]))
}

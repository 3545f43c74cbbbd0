import { OperationalError } from '../errors.ts'
import type { Plan } from '../plan/plan.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { storeKey } from '../records/store-identity.ts'
import { staleDifferences } from './stale-differences.ts'

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
  throw staleError('saved', saved, reasonOf(saved, now))
}

function staleError(origin: 'saved' | 'reviewed', { planHash }: Plan, { reason, lines: all }: Reason): OperationalError {
  const more = all.length - mostNamed
  const lines = more > 0 ? [...all.slice(0, mostNamed), `and ${more} more`] : all
  // An address comes from a file: it must not look like another line.
  const list = lines.map((line) => `\n  ${line.replace(/\p{Cc}/gu, ' ')}`).join('')
  return new OperationalError('plan-stale', `The ${origin} plan ${planHash.slice(0, 8)} is stale: ${reason}. Nothing was written.${list}`)
}

/**
 * Throws `plan-stale`, with what differs, where a new plan without what a reviewer skipped has another change than the reviewed one.
 */
export function refuseOtherChanges(reviewed: Plan, now: Plan): void {
  const { moved, ended } = staleDifferences(reviewed, now)
  const lines = [...moved, ...ended.map(endedLine)]
  if (lines.length > 0) throw staleError('reviewed', reviewed, { reason: differenceCount(lines.length), lines })
}

interface Reason {
  readonly reason: string
  readonly lines: readonly string[]
}

function reasonOf(saved: Plan, now: Plan): Reason {
  const then = saved.madeFrom.store
  const here = now.madeFrom.store
  if (then.name !== here.name || storeKey(then).baseUrl !== storeKey(here).baseUrl)
    return { reason: `it is for store ${then.name} (${then.baseUrl}), not for ${here.name} (${here.baseUrl})`, lines: [] }
  const { moved, ended } = staleDifferences(saved, now)
  // A planned value that has no difference any more did not move where another one did: the plan was applied in part.
  const all = moved.length > 0 ? moved : ended.map(endedLine)
  if (all.length === 0) return { reason: otherReason(saved, now), lines: [] }
  return { reason: differenceCount(all.length), lines: all }
}

function endedLine(address: string): string {
  return `${address}: planned, and there is no difference any more`
}

function differenceCount(count: number): string {
  return count === 1 ? 'one value differs' : `${count} values differ`
}

function otherReason({ madeFrom: saved }: Plan, { madeFrom: now }: Plan): string {
  if (canonicalJson(saved.capabilities) !== canonicalJson(now.capabilities)) return 'the capabilities of the store changed'
  if (saved.catalogue === now.catalogue) return 'its steps differ'
  return 'its changes are the same, but the catalogue or its config changed, or another version of planogram made it'
}

import { OperationalError } from '../errors.ts'
import type { Plan } from '../plan/plan.ts'

const mostNamed = 5

/** Refuses a saved plan that would come out differently now, naming what differs; exit code 4, nothing written. */
export function refuseStale(saved: Plan, now: Plan): void {
  if (saved.planHash === now.planHash) return
  throw new OperationalError(
    'plan-stale',
    `The saved plan ${saved.planHash.slice(0, 8)} no longer holds: ${reasonOf(saved, now)}. Nothing was written.`,
    {
      fix: 'Make and review a new one with `planogram plan --out <file>`.',
    },
  )
}

function reasonOf(saved: Plan, now: Plan): string {
  const then = saved.madeFrom.store
  const here = now.madeFrom.store
  if (then.name !== here.name || then.baseUrl !== here.baseUrl)
    return `it was made for store ${then.name} (${then.baseUrl}), this is ${here.name} (${here.baseUrl})`
  const before = contentByAddress(saved)
  const after = contentByAddress(now)
  const moved = [...new Set([...before.keys(), ...after.keys()])].filter((address) => before.get(address) !== after.get(address))
  if (moved.length === 0)
    return saved.madeFrom.catalogue === now.madeFrom.catalogue ? 'its steps would differ' : 'the catalogue has changed'
  const named = moved.slice(0, mostNamed).join(', ')
  return `${moved.length === 1 ? 'one change differs' : `${moved.length} changes differ`} (${named}${moved.length > mostNamed ? ', ...' : ''})`
}

function contentByAddress({ changes }: Plan): ReadonlyMap<string, string> {
  return new Map(changes.map((change) => [change.address, JSON.stringify({ ...change, source: null })]))
}

import { maskSecrets } from '../http/mask-secrets.ts'
import { checkFaultPlan } from './check-fault-plan.ts'
import type { FaultAction, FaultPlan, FiredFault } from './fault-plan.ts'
import { matchesRequest } from './match-request.ts'

/** The faults of one emulator. */
export interface Faults {
  /** Adds plans; of those that match a request, the first is used. Fails with `wrong-usage` if a plan is invalid. */
  add(...plans: readonly FaultPlan[]): void
  /** Deletes every plan and the list of injected faults. */
  clear(): void
  /** The injected faults, oldest first. */
  fired(): readonly FiredFault[]
  plans(): readonly FaultPlan[]
}

/** The faults with what the dispatcher needs. */
export interface FaultSource extends Faults {
  /** The fault to inject into this request, or `null`. Called once for each request. */
  take(request: { method: string; target: string }): FaultAction | null
}

/** Pseudo-random numbers from 0 to below 1, determined by the seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Armed {
  readonly plan: FaultPlan
  readonly random: () => number
  matched: number
  left: number
  /** Times of the requests that passed a rate limit. */
  recent: number[]
}

function armed(plan: FaultPlan): Armed {
  const times = plan.times ?? (plan.do.kind === 'rate-limit' ? 'always' : 1)
  return {
    plan,
    random: randomNumbers(plan.seed ?? 1),
    matched: 0,
    left: times === 'always' ? Number.POSITIVE_INFINITY : times,
    recent: [],
  }
}

/** True if the request exceeds the limit; otherwise it is counted. */
function isOverLimit(entry: Armed, limit: FaultAction & { kind: 'rate-limit' }, now: number): boolean {
  const from = now - (limit.seconds ?? 1) * 1000
  entry.recent = entry.recent.filter((time) => time > from)
  if (entry.recent.length >= limit.requests) return true
  entry.recent.push(now)
  return false
}

function acts(entry: Armed, now: number): boolean {
  const { plan } = entry
  entry.matched += 1
  if (entry.left <= 0 || entry.matched < (plan.on?.nth ?? 1)) return false
  if (plan.chance !== undefined && entry.random() >= plan.chance) return false
  return plan.do.kind !== 'rate-limit' || isOverLimit(entry, plan.do, now)
}

/** An empty set of faults. `onAdd` is called for each plan; `now` is the store's clock. */
export function createFaults({ now, onAdd }: { now: () => Date; onAdd: (plan: FaultPlan) => void }): FaultSource {
  let entries: Armed[] = []
  let fired: FiredFault[] = []
  return {
    add: (...plans) => {
      for (const plan of plans.map(checkFaultPlan)) {
        entries.push(armed(plan))
        onAdd(plan)
      }
    },
    clear: () => {
      entries = []
      fired = []
    },
    fired: () => [...fired],
    plans: () => entries.map(({ plan }) => plan),
    take: (request) => {
      const matching = entries.filter(({ plan }) => matchesRequest(plan.on ?? {}, request))
      const ready = matching.filter((entry) => acts(entry, now().getTime()))
      const [first] = ready
      if (!first) return null
      first.left -= 1
      const { do: action } = first.plan
      fired.push({ plan: entries.indexOf(first), kind: action.kind, method: request.method, path: maskSecrets(request.target) })
      return action
    },
  }
}

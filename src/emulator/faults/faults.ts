import { blankSecrets } from '../http/blank-secrets.ts'
import { checkFaultPlan } from './check-fault-plan.ts'
import type { FaultAction, FaultPlan, FiredFault } from './fault-plan.ts'
import { matchesRequest } from './match-request.ts'
import { randomNumbers } from './random-numbers.ts'

/** The faults of one emulator, as its user sees them. */
export interface Faults {
  /** Adds plans; the first that matches a request acts. Fails with `wrong-usage` where a plan is none. */
  add(...plans: readonly FaultPlan[]): void
  /** Forgets every plan and what has fired. */
  clear(): void
  /** What acted so far, oldest first. */
  fired(): readonly FiredFault[]
  plans(): readonly FaultPlan[]
}

/** The faults as the dispatcher sees them. */
export interface FaultSource extends Faults {
  /** What happens to this request, or `null`. Each request is asked about once. */
  take(request: { method: string; target: string }): FaultAction | null
}

interface Armed {
  readonly plan: FaultPlan
  readonly random: () => number
  matched: number
  left: number
  /** Times of the requests that a rate limit let through. */
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

/** True where the request is one too many; else it is counted. */
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

/** An empty set of faults; `onAdd` is told of each plan, `now` is the store's clock. */
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
      fired.push({ plan: entries.indexOf(first), kind: action.kind, method: request.method, path: blankSecrets(request.target) })
      return action
    },
  }
}

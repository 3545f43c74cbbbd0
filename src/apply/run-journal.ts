import { hostname } from 'node:os'
import { storeNameInState } from '../live/store-names.ts'
import { formatPlanFile } from '../plan/plan-file.ts'
import type { Plan } from '../plan/plan.ts'
import type { Step } from '../plan/step.ts'
import type { Answer, Lease, State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { StepOutcome } from './events.ts'

/** The journal of one run, under the lease of its store. Every write rejects with `lease-lost` when another process took it over. */
export interface RunJournal {
  /** Await it before the first request of the step is sent. */
  readonly intend: (step: Step) => Promise<void>
  readonly conclude: (step: Step, outcome: StepOutcome, message: string | null) => Promise<void>
  /** Ends the run and releases the lease. */
  readonly end: (outcome: string) => Promise<void>
}

const leaseMs = 60_000
const settleMs = 60_000

/** What a run writes its journal with. */
interface JournalInput {
  readonly plan: Plan
  readonly store: StoreClient
  readonly state: State
  readonly now: () => Date
  readonly runId: string
}

/** Takes the lease of the store and starts the run. Rejects with `lease-held` while another apply holds the lease. */
export async function openRunJournal(input: JournalInput): Promise<RunJournal> {
  const { plan, state, now, runId } = input
  const [store, at] = [storeNameInState(input.store), now().toISOString()]
  let lease: Lease = await state.acquireLease({
    store,
    holder: `process ${process.pid} on ${hostname()}`,
    at,
    expiresAt: after(at, leaseMs),
  })
  const { fence } = lease
  const bytes = Buffer.from([...formatPlanFile(plan)].join(''))
  await state.startRun({ id: runId, store, planHash: plan.planHash, at, plan: bytes, fence })
  const numbers = new Map<string, number>()

  async function held(): Promise<string> {
    const time = now().toISOString()
    if (Date.parse(lease.expiresAt) - Date.parse(time) < leaseMs / 2)
      lease = await state.renewLease(lease, { at: time, expiresAt: after(time, leaseMs) })
    return time
  }

  return {
    intend: async ({ id }) => {
      const number = numbers.size + 1
      numbers.set(id, number)
      const time = await held()
      await state.intend(runId, fence, { number, step: id, operations: [id], at: time, settlesAt: after(time, settleMs) })
    },
    conclude: async ({ id }, outcome, message) => {
      const time = await held()
      const number = numbers.get(id)
      const verdict = { id, step: id, outcome, seen: null, message }
      const answered =
        number === undefined ? undefined : state.conclude(runId, fence, { number, at: time, answer: answerOf(outcome), message })
      await Promise.all([answered, state.classify(runId, fence, { at: time, operations: [verdict] })])
    },
    end: async (outcome) => {
      const time = await held()
      await Promise.all([state.endRun(runId, fence, { outcome, at: time }), state.releaseLease(lease)])
    },
  }
}

function after(at: string, milliseconds: number): string {
  return new Date(Date.parse(at) + milliseconds).toISOString()
}

function answerOf(outcome: StepOutcome): Answer {
  if (outcome === 'unknown') return 'lost'
  return outcome === 'done' || outcome === 'satisfied' ? 'confirmed' : 'refused'
}

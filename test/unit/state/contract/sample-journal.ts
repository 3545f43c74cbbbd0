import type { AttemptStart, Lease, Outcome, RunStart, State, Verdict } from '../../../../src/state/state.ts'

/** Opens a new, empty state that is closed after the test. */
export type Open = () => Promise<State>

export const store = 'https://shop.example'

/** The minute of a test, as its clock shows it this many seconds later. */
export function at(seconds: number): string {
  return new Date(Date.parse('2026-05-04T03:00:00Z') + seconds * 1000).toISOString()
}

/** A request for the lease of the store, from second 0 to second 100. */
export const request = { store, holder: 'process 1 on anna', at: at(0), expiresAt: at(100) }

export const planBytes = new Uint8Array([0, 1, 128, 255])

export function run(id: string, more: Partial<RunStart> = {}): RunStart {
  return { id, store, planHash: 'hash', at: at(1), plan: planBytes, fence: 1, ...more }
}

/** A request with these operations, sent at second 2 and settled at second 62. */
export function attempt(number: number, ...operations: readonly string[]): AttemptStart {
  return { number, step: `s${number}`, operations, at: at(2), settlesAt: at(62) }
}

export function verdict(id: string, outcome: Outcome): Verdict {
  return { id, step: 's1', outcome, seen: null, message: null }
}

/** Takes the lease, with fence 1, and starts run `r1`. */
export async function startRun(state: State): Promise<Lease> {
  const lease = await state.acquireLease(request)
  await state.startRun(run('r1'))
  return lease
}

/** How each promise ended: `resolved`, or the error. */
export async function ends(promises: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(promises)
  return settled.map((end) => (end.status === 'rejected' ? String(end.reason) : 'resolved'))
}

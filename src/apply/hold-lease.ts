import { hostname } from 'node:os'
import { OperationalError } from '../errors.ts'
import type { Lease, State } from '../state/state.ts'
import { type RunClock, later } from './clock.ts'

/** The lease of one run. */
export interface HeldLease {
  readonly fence: number
  /**
   * Renews the lease where it would end before a request that starts now must have been answered; `null` where it would not. Rejects with
   * `lease-lost`.
   */
  ensure(): Promise<void> | null
  /** Throws `lease-lost` when the lease is over: the process was paused, and another may write now. */
  check(): void
  release(): Promise<void>
}

/** Longer than the store client waits for an answer. */
export const longestAnswerMs = 90_000
/** How long a lease lasts; when a request is sent, as much of it must be left as its answer can take. */
const lastsMs = 180_000

/** The holder of a lease in this process, as the message of another apply names it: `process 4711 on build-3`. */
export function processHolder(): string {
  return `process ${process.pid} on ${hostname()}`
}

/**
 * Acquires the lease of a store. One whose holder was a process of this machine that has ended is taken over at once; another one
 * rejects with `lease-held`.
 */
export async function holdLease(
  state: State,
  { store, holder, clock }: { store: string; holder: string; clock: RunClock },
): Promise<HeldLease> {
  const request = (): Parameters<State['acquireLease']>[0] => ({ store, holder, at: later(clock, 0), expiresAt: later(clock, lastsMs) })
  let lease = await state.acquireLease(request()).catch(async (error: unknown) => {
    const held = await state.leaseOf(store)
    if (!isHeld(error) || held === null || !hasEnded(held)) throw error
    await state.releaseLease(held)
    return state.acquireLease(request())
  })
  let endsMs = Date.parse(lease.expiresAt)
  let renewing: Promise<void> | null = null
  let released: Promise<void> | null = null
  const renew = async (): Promise<void> => {
    lease = await state.renewLease(lease, { at: later(clock, 0), expiresAt: later(clock, lastsMs) })
    endsMs = Date.parse(lease.expiresAt)
    renewing = null
  }
  return {
    fence: lease.fence,
    ensure() {
      if (endsMs - clock.now().getTime() >= longestAnswerMs) return null
      return (renewing ??= renew())
    },
    check() {
      if (clock.now().getTime() < endsMs) return
      throw new OperationalError(
        'lease-lost',
        `The lease of ${store} ended at ${lease.expiresAt}, before a request could be sent. Nothing more is sent.`,
      )
    },
    release: () => (released ??= state.releaseLease(lease)),
  }
}

/** True where no process that has ever applied to a store can be at work on it now. */
export async function isIdle(state: State, store: string, clock: RunClock): Promise<boolean> {
  const lease = await state.leaseOf(store)
  return lease === null || hasEnded(lease) || Date.parse(lease.expiresAt) <= clock.now().getTime()
}

function isHeld(error: unknown): boolean {
  return error instanceof OperationalError && error.code === 'lease-held'
}

/** True where the holder is a process of this machine that does not exist any more. */
function hasEnded({ holder }: Lease): boolean {
  const [, pid, host] = /^process (\d+) on (.+)$/.exec(holder) ?? []
  if (pid === undefined || host !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

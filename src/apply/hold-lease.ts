import { readFileSync, readlinkSync } from 'node:fs'
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
/** So often the lease is renewed where that is necessary, whether or not a request is sent: the upload of a large file can take longer than a lease. */
const beatMs = 30_000

/**
 * The holder of a lease in this process, as the message of another apply names it: `process 4711 on build-3`, with its namespace and its start where the
 * system tells them. Containers can have the same name, and other processes with the same numbers.
 */
export function processHolder(): string {
  const [space, start] = [namespaceOfProcesses(), startOf(process.pid)]
  return `process ${process.pid} on ${hostname()}${space === null || start === null ? '' : ` (${space}, start ${start})`}`
}

/** The namespace in which this process has its number, such as `pid:[4026531836]`; `null` where the system has none. */
function namespaceOfProcesses(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return null
  }
}

/** When a process started, in ticks since the system did; `null` where it has ended or that is not known. */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program is in brackets, and can have spaces and brackets.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[startField] ?? null
  } catch {
    return null
  }
}

/** Of the fields after the name (proc(5): field 22 of `stat`). */
const startField = 19

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
  const ensure = (): Promise<void> | null => {
    if (endsMs - clock.now().getTime() >= longestAnswerMs) return null
    return (renewing ??= renew())
  }
  // What sends the next request gets the error.
  const beat = setInterval(() => void ensure()?.catch(() => undefined), beatMs).unref()
  return {
    fence: lease.fence,
    ensure,
    check() {
      if (clock.now().getTime() < endsMs) return
      throw new OperationalError(
        'lease-lost',
        `The lease of ${store} ended at ${lease.expiresAt}, before a request could be sent. Nothing more is sent.`,
      )
    },
    release() {
      clearInterval(beat)
      return (released ??= state.releaseLease(lease))
    },
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

/** True where the holder is a process of this machine that does not exist any more; one of another namespace can be at work. */
function hasEnded({ holder }: Lease): boolean {
  const [, pid, host, space, start] = /^process (\d+) on (\S+)(?: \((.+), start (\d+)\))?$/.exec(holder) ?? []
  if (pid === undefined || host !== hostname()) return false
  if (space !== undefined && space !== namespaceOfProcesses()) return false
  try {
    process.kill(Number(pid), 0)
    return start !== undefined && startOf(Number(pid)) !== start
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

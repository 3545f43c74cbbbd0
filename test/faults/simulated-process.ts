import type { RunClock } from '../../src/apply/clock.ts'
import type { State } from '../../src/state/state.ts'
import type { StoreClient } from '../../src/store/store-client.ts'
import type { Fault, FaultAt } from './fault-case.ts'
import type { SharedClock } from './shared-clock.ts'
import { type Course, courseOf, ignoreRefusal, lostError, refusal, rejected } from './course-of-write.ts'
import { nextState, type StoreWrite, writeText } from './store-write.ts'
import { type Call, type Reading, stateOf, storeOf } from './wrapped-ports.ts'

/** Every later call of a process that has died is rejected with this. */
export class ProcessDied extends Error {}

/** What a process runs on. */
export interface Surroundings {
  readonly clock: SharedClock
  /** The state that all processes share. */
  readonly state: State
  /** For reading; writes go through `deliver`. */
  readonly store: StoreClient
  /** Gives a write to the store. Rejects as the store client does. */
  readonly deliver: (write: StoreWrite) => Promise<void>
  readonly readPicture: (from: string, sha256: string) => Promise<Uint8Array>
}

/** The ports of one process, with its faults. */
export interface SimulatedProcess {
  readonly state: State
  readonly store: StoreClient
  readonly clock: RunClock
  readonly readPicture: Surroundings['readPicture']
  readonly calls: readonly Call[]
  /** What was wrong with its calls, such as a write that was not in the journal. */
  readonly wrong: readonly string[]
  readonly isDead: () => boolean
  /** Aborted by the fault `stopped`. */
  readonly stop: AbortSignal
  /** The number of writes that it has sent. */
  readonly writes: () => number
  /** Resolves once it has paused. */
  readonly paused: Promise<void>
  /** True from its pause until `wake`. */
  isPaused(): boolean
  /** Lets it go on. */
  wake(): void
  /** Calls this before the call with this number; the call waits for it. */
  before(call: number, act: () => Promise<void>): void
  /** Calls this before the n-th call after the one that acquires the lease; the call waits for it. */
  afterLease(count: number, act: () => Promise<void>): void
}

/** No pause of a process ends before its lease does. */
const pauseMs = 180_000

/** Opens the ports of a process. */
export function simulatedProcess(surroundings: Surroundings, faults: readonly FaultAt[]): SimulatedProcess {
  const { clock, deliver } = surroundings
  const faultAt = new Map(faults.map(({ call, fault }) => [call, fault]))
  const calls: Call[] = []
  const wrong: string[] = []
  const hooks = new Map<number, () => Promise<void>>()
  let hook: { readonly count: number; readonly act: () => Promise<void> } | null = null
  let leasedAt = Number.POSITIVE_INFINITY
  const refusals = new Map<string, Fault & { kind: 'refused' }>()
  const paused = Promise.withResolvers<void>()
  let frozen: PromiseWithResolvers<void> | null = null
  // The calls to the state take effect in their order, also where one of them waits for something.
  let earlier: Promise<void> = Promise.resolve()
  const stop = new AbortController()
  let dead = false
  let intended = 0
  let sent = 0

  const live = async (): Promise<void> => {
    if (frozen) await frozen.promise
    if (dead) throw new ProcessDied('the process has died')
  }
  const die = (): never => {
    dead = true
    throw new ProcessDied('the process dies here')
  }
  const pause = async (): Promise<void> => {
    frozen = Promise.withResolvers()
    paused.resolve()
    await frozen.promise
  }

  const begin = async (fault: Fault | undefined, { port, name, write }: Made): Promise<void> => {
    if (fault?.kind === 'stopped') stop.abort()
    if (fault?.kind === 'read-fails' && port !== 'state' && !write) throw lostError(`${port} ${name}`)
    if (isAt(fault, 'dies', 'before')) die()
    if (!isAt(fault, 'pauses', 'before')) return
    await pause()
    await live()
  }
  const finish = async (fault: Fault | undefined): Promise<void> => {
    if (isAt(fault, 'dies', 'after')) die()
    if (isAt(fault, 'pauses', 'after')) await pause()
    await live()
  }

  /** Performs one call with its fault. */
  async function call<T>(made: Made, act: (number: number) => Promise<T>): Promise<T> {
    if (made.port !== 'state') return callNow(made, act)
    const [before, begun] = [earlier, Promise.withResolvers<void>()]
    earlier = begun.promise
    await before
    const called = callNow(made, (number) => {
      const acting = act(number)
      begun.resolve()
      return acting
    })
    return called.finally(begun.resolve)
  }

  async function callNow<T>(made: Made, act: (number: number) => Promise<T>): Promise<T> {
    await live()
    const number = calls.length + 1
    calls.push({ write: null, reads: [], ...made, number })
    await hooks.get(number)?.()
    if (hook && number === leasedAt + hook.count) await hook.act()
    const fault = faultAt.get(number)
    await begin(fault, made)
    const result = await act(number)
    if (made.name === 'acquireLease') leasedAt = number
    await finish(fault)
    return result
  }

  /** Gives a write to the store, with its fault. */
  async function send(write: StoreWrite, number: number): Promise<void> {
    const text = writeText(write)
    const fault = faultAt.get(number) ?? refusals.get(nextState('', write))
    if (intended === 0) wrong.push(`${text} was sent before it was in the journal`)
    sent += 1
    if (fault?.kind === 'refused' && fault.always) refusals.set(nextState('', write), fault)
    const { acts, answer, afterMs, dies } = courseOf(fault, write)
    await act(acts, answer === 'own')
    if (afterMs > 0) await clock.sleep(afterMs)
    if (dies) die()
    if (answer === 'lost') throw lostError(text)
    if (answer !== 'own') throw refusal(answer, text)
  }

  /** Lets the store act; a refusal goes back to the process where its answer arrives. */
  async function act(acts: Course['acts'], isAnswered: boolean): Promise<void> {
    if (acts?.at === 'late') clock.schedule(acts.afterMs, () => deliver(acts.write).catch(ignoreRefusal))
    if (acts?.at === 'now') await clock.during(() => deliver(acts.write)).catch(isAnswered ? rejected : ignoreRefusal)
  }

  const reading: Reading = (port, name, act, reads = []) => call({ port, name, reads }, () => clock.during(act))
  const writing = (port: Call['port'], name: string, write: StoreWrite): Promise<void> =>
    call({ port, name, write }, (number) => send(write, number))

  return {
    calls,
    wrong,
    isDead: () => dead,
    stop: stop.signal,
    writes: () => sent,
    paused: paused.promise,
    isPaused: () => frozen !== null,
    wake() {
      frozen?.resolve()
      frozen = null
    },
    before: (number, act) => void hooks.set(number, act),
    afterLease: (count, act) => void (hook = { count, act }),
    readPicture: (from, sha256) => reading('pictures', 'read', () => surroundings.readPicture(from, sha256)),
    clock: {
      // A paused process sees no time before it goes on, and that is when its lease is over: what it does without a call is done then.
      now: () => (frozen ? new Date(clock.now().getTime() + pauseMs) : clock.now()),
      elapsedMs: () => clock.elapsedMs() + (frozen ? pauseMs : 0),
      sleep: (milliseconds, signal) => call({ port: 'clock', name: 'sleep' }, () => clock.sleep(milliseconds, signal)),
    },
    state: {
      ...stateOf(surroundings.state, reading),
      async intend(runId, fence, attempt) {
        await reading('state', 'intend', () => surroundings.state.intend(runId, fence, attempt))
        intended += 1
      },
      async conclude(runId, fence, end) {
        intended -= 1
        await reading('state', 'conclude', () => surroundings.state.conclude(runId, fence, end))
      },
    },
    store: storeOf(surroundings.store, reading, writing),
  }
}

type Made = Pick<Call, 'port' | 'name'> & Partial<Pick<Call, 'write' | 'reads'>>

function isAt(fault: Fault | undefined, kind: 'dies' | 'pauses', when: 'before' | 'after'): boolean {
  return fault?.kind === kind && fault.when === when
}

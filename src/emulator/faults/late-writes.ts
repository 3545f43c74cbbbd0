import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { bodyChunks, collect } from '../http/request-body.ts'
import { StoreFault } from '../http/store-fault.ts'
import { captureAnswer } from './capture-answer.ts'
import type { FaultAction } from './fault-plan.ts'

/** What happened to a request before it acts late. */
export interface LateFacts {
  readonly fault: FaultAction['kind']
  /** The status that the client saw, or that it saw no answer. */
  readonly answer: number | 'lost'
}

/** Performs a request; its answer is not sent. `lateMs`: since the client gave up. */
type Perform = (request: IncomingMessage, response: ServerResponse, facts: LateFacts & { readonly lateMs: number }) => Promise<void>

/** Writes whose answer was lost, and which act later (assumptions.md W42). */
export interface LateWrites {
  /** True if writes act late. */
  readonly isOn: boolean
  /** Reads the body of a write. The returned function schedules it, counted from that moment. */
  prepare(request: IncomingMessage): Promise<(facts: LateFacts) => void>
  /** Sets how scheduled writes are performed. */
  performWith(perform: Perform): void
  /** Performs the writes that are due on the store's clock, in the order in which they were scheduled. */
  performDue(): Promise<void>
  /** When the next write is due on the store's clock, in milliseconds since 1970, or `null`. */
  nextDue(): number | null
  /** The number of writes that have not acted yet. */
  pending(): number
  /** Drops the writes that have not acted yet. */
  clear(): void
}

interface Scheduled {
  readonly due: number
  readonly since: number
  readonly facts: LateFacts
  readonly request: IncomingMessage
  timer: NodeJS.Timeout | undefined
}

/** The shortest wait of a timer, so that a clock that is slightly behind is not read in a busy loop. */
const leastWaitMs = 10
const mostBytes = 64 * 1024 * 1024

/** The request once more, independent of its connection. */
function replayOf({ method = '', url = '', headers, rawHeaders }: IncomingMessage, body: Uint8Array): IncomingMessage {
  const replay = new IncomingMessage(new Socket())
  Object.assign(replay, { method, url, headers, rawHeaders })
  replay.push(body)
  replay.push(null)
  return replay
}

/** No late writes at first; `seconds` after the client gave up on the store's clock, `null` for never. */
export function createLateWrites({ seconds, now }: { seconds: number | null; now: () => Date }): LateWrites {
  let scheduled: Scheduled[] = []
  let perform: Perform | null = null
  let running = Promise.resolve()

  async function performNext(): Promise<void> {
    for (let next = scheduled[0]; next && next.due <= now().getTime(); next = scheduled[0]) {
      const facts = { ...next.facts, lateMs: now().getTime() - next.since }
      scheduled.shift()
      clearTimeout(next.timer)
      const response = new ServerResponse(next.request)
      void captureAnswer(response)
      // A failed write must not stop those after it.
      await perform?.(next.request, response, facts).catch(() => undefined)
    }
  }

  const performDue = async (): Promise<void> => {
    running = running.then(performNext)
    await running
  }

  /** A timer can fire before the time of the clock: they are two clocks. */
  const wake = (write: Scheduled): void => {
    const leftMs = Math.max(leastWaitMs, write.due - now().getTime())
    write.timer = setTimeout(() => {
      void performDue().then(() => {
        if (scheduled.includes(write)) wake(write)
      })
    }, leftMs).unref()
  }

  return {
    isOn: seconds !== null,
    prepare: async (request) => {
      const tooLarge = (): StoreFault => new StoreFault(413, `A late write is larger than ${mostBytes} bytes`)
      const body = await collect(bodyChunks(request, mostBytes, tooLarge))
      return (facts) => {
        const since = now().getTime()
        const due = since + (seconds ?? 0) * 1000
        const write: Scheduled = { due, since, facts, request: replayOf(request, body), timer: undefined }
        scheduled.push(write)
        wake(write)
      }
    },
    performWith: (given) => {
      perform = given
    },
    performDue,
    nextDue: () => scheduled[0]?.due ?? null,
    pending: () => scheduled.length,
    clear: () => {
      for (const { timer } of scheduled) clearTimeout(timer)
      scheduled = []
    },
  }
}

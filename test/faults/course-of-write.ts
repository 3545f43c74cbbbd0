import { OperationalError } from '../../src/errors.ts'
import { answerFault } from '../../src/store/answer-fault.ts'
import { type Fault, isOfRequest } from './fault-case.ts'
import { firstRows, rowCount, type StoreWrite } from './store-write.ts'

/** What becomes of one request. */
export interface Course {
  /** What the store does, and when; `null`: nothing. */
  readonly acts:
    | { readonly at: 'now'; readonly write: StoreWrite }
    | { readonly at: 'late'; readonly write: StoreWrite; readonly afterMs: number }
    | null
  /** Its own answer, a status, or none that arrives. */
  readonly answer: 'own' | 'lost' | number
  /** How long the client waits for it. */
  readonly afterMs: number
  /** True where the process dies while it waits. */
  readonly dies: boolean
}

/** What becomes of a request with this fault. */
export function courseOf(fault: Fault | undefined, write: StoreWrite): Course {
  const calm: Course = { acts: { at: 'now', write }, answer: 'own', afterMs: 0, dies: false }
  if (!isOfRequest(fault)) return calm
  switch (fault.kind) {
    case 'answer-lost':
      return { ...calm, answer: 'lost', afterMs: fault.afterMs, dies: fault.dies }
    case 'request-lost':
      return { ...calm, acts: null, answer: 'lost', afterMs: fault.afterMs }
    case 'acts-late': {
      const { afterMs, actsMs, dies } = fault
      return { acts: { at: 'late', write, afterMs: afterMs + actsMs }, answer: 'lost', afterMs, dies }
    }
    case 'torn':
      return { ...calm, acts: partOf(write, fault.part), answer: 'lost', dies: fault.dies }
    case 'acted-refused':
      return { ...calm, answer: fault.status }
    case 'refused':
      return { ...calm, acts: null, answer: fault.status }
    default:
      return fault satisfies never
  }
}

function partOf(write: StoreWrite, part: number): Course['acts'] {
  const records = write.kind === 'post' ? firstRows(write.records, Math.floor(rowCount(write.records) * part)) : []
  return write.kind === 'post' && records.length > 0 ? { at: 'now', write: { ...write, records } } : null
}

/** The error of an answer that did not arrive. */
export function lostError(text: string): OperationalError {
  return new OperationalError('store-unreachable', `The answer to ${text} did not arrive.`, {
    fix: 'Try again.',
    context: { reason: 'timeout', answer: 'lost' },
  })
}

/** The error of an answer with this status. */
export function refusal(status: number, what: string): OperationalError {
  const text = `<rsp stat="fail" version="3.0"><error><code>${status}</code><msg>refused by the test</msg></error></rsp>`
  const headers: Record<string, string> = status === 429 ? { 'retry-after': '2' } : {}
  return answerFault({ status, headers, text, what: what.slice(0, 60), host: 'shop' })
}

/** A write whose answer nobody waits for may be refused. */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof OperationalError)) throw error
}

/** The refusal of a write goes back to who sent it. */
export function rejected(error: unknown): never {
  throw error
}

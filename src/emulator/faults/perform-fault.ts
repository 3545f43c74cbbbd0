import type { IncomingMessage, ServerResponse } from 'node:http'
import { faultText } from '../http/rsp-text.ts'
import { captureAnswer, type CapturedAnswer } from './capture-answer.ts'
import type { FaultAction } from './fault-plan.ts'
import type { LateWrites } from './late-writes.ts'
import { spoilAnswer, type SpoilingFault } from './spoil-answer.ts'
import { untilClosed, waitFor } from './wait-for.ts'

/** What a fault changes about a request that is performed. */
export interface Impairment {
  /** The read sees the state before the last write. */
  readonly stale?: boolean
  /** Rows by which the page begins later. */
  readonly shift?: number
  /** So many rows of the body are written. */
  readonly rows?: number
}

/** A request into which a fault is injected. */
interface Affected {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Performs and answers the request normally. */
  readonly proceed: (impairment?: Impairment) => Promise<void>
  readonly late: LateWrites
  /** Makes the key of the request expire. */
  readonly expireKey: () => void
}

type RefusingFault = Extract<FaultAction, { readonly kind: 'status' | 'rate-limit' | 'rsp-fail' }>
type TornFault = Extract<FaultAction, { readonly kind: 'torn' }>
type OtherFault = Exclude<FaultAction, RefusingFault | SpoilingFault | TornFault>

/** The answer to a request that is not performed. */
interface Refusal {
  readonly status: number
  readonly text: string
  readonly type: string
  readonly retryAfter: number | undefined
}

const bodies = {
  rsp: (status: number) => ({ type: 'application/xml', text: faultText(status, `Status ${status} of the fault plan`) }),
  html: (status: number) => ({ type: 'text/html', text: `<!doctype html><title>${status}</title>\n` }),
  text: (status: number) => ({ type: 'text/plain', text: `Status ${status} of the fault plan\n` }),
  json: (status: number) => ({ type: 'application/json', text: `${JSON.stringify({ status })}\n` }),
  empty: () => ({ type: 'application/xml', text: '' }),
}

function refusalOf(action: RefusingFault): Refusal {
  const type = 'application/xml'
  switch (action.kind) {
    case 'rsp-fail':
      return { status: 200, type, text: faultText(action.code, action.message ?? 'Refused by the fault plan'), retryAfter: undefined }
    case 'rate-limit': {
      const { status = 429, retryAfter = 1 } = action
      return { status, type, text: faultText(status, `Status ${status} of the fault plan`), retryAfter }
    }
    case 'status': {
      const { status, body = 'rsp', retryAfter } = action
      return { status, ...bodies[body](status), retryAfter }
    }
    default:
      return action satisfies never
  }
}

function refuse({ response }: Affected, { status, text, type, retryAfter }: Refusal): void {
  const wait: Readonly<Record<string, string>> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', ...wait })
  response.end(text)
}

/** Performs the request and hands its complete answer to `send` instead of sending it; `null` if the client has gone. */
async function instead(
  { response, proceed }: Affected,
  impairment: Impairment,
  send: (answer: CapturedAnswer) => void | Promise<void>,
): Promise<void> {
  const captured = captureAnswer(response)
  const running = proceed(impairment)
  const answer = await Promise.race([captured, running.then(() => (response.closed ? null : captured))])
  if (answer) await send(answer)
  await running
}

/** Performs the request and spoils its answer, or with `before` does not perform it. */
async function spoil(affected: Affected, action: SpoilingFault): Promise<void> {
  const { request, response } = affected
  if (action.kind === 'reset' && action.when === 'before') {
    request.socket.resetAndDestroy()
    return
  }
  if (action.kind === 'hang' && action.when !== 'after') {
    await untilClosed(response)
    return
  }
  await instead(affected, {}, (answer) => spoilAnswer(response, answer, action))
}

/** Commits a part of a body; the client sees a server error or no answer. */
async function tear(affected: Affected, { rows, status }: TornFault): Promise<void> {
  await instead(affected, { rows }, () => {
    if (status === undefined) affected.request.socket.resetAndDestroy()
    else refuse(affected, refusalOf({ kind: 'status', status }))
  })
}

/** Faults that do not change the answer once the request is performed. */
async function perform({ response, proceed, expireKey }: Affected, action: OtherFault): Promise<void> {
  switch (action.kind) {
    case 'delay':
      await waitFor(action.ms, response)
      return response.closed ? undefined : proceed()
    case 'stale-read':
      return proceed({ stale: true })
    case 'shift-pages':
      return proceed({ shift: action.by })
    case 'expire-key':
      expireKey()
      return proceed()
    default:
      return action satisfies never
  }
}

const refusing: ReadonlySet<string> = new Set<RefusingFault['kind']>(['status', 'rate-limit', 'rsp-fail'])
const spoiling: ReadonlySet<string> = new Set<SpoilingFault['kind']>(['reset', 'cut', 'hang', 'drip', 'lost-answer'])

function isRefusing(action: FaultAction): action is RefusingFault {
  return refusing.has(action.kind)
}

function isSpoiling(action: FaultAction): action is SpoilingFault {
  return spoiling.has(action.kind)
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND'])

/** True if the client cannot know whether the request was performed: no answer, or a server error without a time to retry after. */
function losesAnswer(action: FaultAction): boolean {
  if (action.kind === 'status')
    return [500, 502, 503, 504].includes(action.status) && action.retryAfter === undefined && action.when !== 'after'
  return action.kind === 'lost-answer' || action.kind === 'hang' || (action.kind === 'reset' && action.when === 'before')
}

/** Loses the answer of a write that acts only after the client gave up (assumptions.md W42). */
async function performLate(action: FaultAction, affected: Affected): Promise<void> {
  const schedule = await affected.late.prepare(affected.request)
  if (isRefusing(action)) refuse(affected, refusalOf(action))
  else if (action.kind === 'hang') await untilClosed(affected.response)
  else affected.request.socket.resetAndDestroy()
  schedule({ fault: action.kind, answer: isRefusing(action) ? refusalOf(action).status : 'lost' })
}

/** Injects a fault into a request. */
export async function performFault(action: FaultAction, affected: Affected): Promise<void> {
  const isLate = affected.late.isOn && !reading.has(affected.request.method ?? '') && losesAnswer(action)
  if (isLate) return performLate(action, affected)
  if (action.kind === 'torn') return tear(affected, action)
  if (action.kind === 'status' && action.when === 'after') return instead(affected, {}, () => refuse(affected, refusalOf(action)))
  if (isRefusing(action)) return refuse(affected, refusalOf(action))
  if (isSpoiling(action)) return spoil(affected, action)
  return perform(affected, action)
}

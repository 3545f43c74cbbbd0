import type { IncomingMessage, ServerResponse } from 'node:http'
import { formatFault } from '../../wire/fault.ts'
import { captureAnswer } from './capture-answer.ts'
import type { FaultAction } from './fault-plan.ts'
import { spoilAnswer, type SpoiledAnswer } from './spoil-answer.ts'
import { untilClosed, waitFor } from './wait-for.ts'

/** How a request is read when a fault is about what it sees. */
export interface Reading {
  readonly stale?: boolean
  readonly shift?: number
}

/** A request that a fault acts on. */
interface Struck {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Answers the request as if there were no fault. */
  readonly proceed: (reading?: Reading) => Promise<void>
  /** Ends the key that the request carries. */
  readonly expireKey: () => void
}

type Refused = Extract<FaultAction, { readonly kind: 'status' | 'rate-limit' | 'rsp-fail' }>
type Met = Exclude<FaultAction, Refused | SpoiledAnswer>

/** The answer of a fault that lets nothing be done. */
interface Refusal {
  readonly status: number
  readonly text: string
  readonly type: 'application/xml' | 'text/html'
  readonly retryAfter: number | undefined
}

function refusalOf(action: Refused): Refusal {
  const type = 'application/xml'
  switch (action.kind) {
    case 'rsp-fail':
      return { status: 200, type, text: formatFault(action.code, action.message ?? 'The fault plan refuses this'), retryAfter: undefined }
    case 'rate-limit': {
      const { status = 429, retryAfter = 1 } = action
      return { status, type, text: formatFault(status, `The fault plan answers ${status}`), retryAfter }
    }
    case 'status': {
      const { status, body = 'rsp', retryAfter } = action
      const texts = {
        rsp: formatFault(status, `The fault plan answers ${status}`),
        html: `<!doctype html><title>${status}</title>\n`,
        empty: '',
      }
      return { status, type: body === 'html' ? 'text/html' : type, text: texts[body], retryAfter }
    }
    default:
      return action satisfies never
  }
}

function refuse({ response }: Struck, { status, text, type, retryAfter }: Refusal): void {
  const wait: Readonly<Record<string, string>> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', ...wait })
  response.end(text)
}

/** Lets the request be done, keeps its answer back and spoils it; what comes `before` leaves nothing to spoil. */
async function spoil({ request, response, proceed }: Struck, action: SpoiledAnswer): Promise<void> {
  if (action.kind === 'reset' && action.when === 'before') {
    request.socket.resetAndDestroy()
    return
  }
  if (action.kind === 'hang' && action.when !== 'after') {
    await untilClosed(response)
    return
  }
  const captured = captureAnswer(response)
  const running = proceed()
  const answer = await Promise.race([captured, running.then(() => (response.closed ? null : captured))])
  if (answer) await spoilAnswer(response, answer, action)
  await running
}

/** Faults that change what the request meets, and not its answer. */
async function meet({ response, proceed, expireKey }: Struck, action: Met): Promise<void> {
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

const refused: ReadonlySet<string> = new Set<Refused['kind']>(['status', 'rate-limit', 'rsp-fail'])
const spoiled: ReadonlySet<string> = new Set<SpoiledAnswer['kind']>(['reset', 'cut', 'hang', 'drip', 'lost-answer'])

function isRefused(action: FaultAction): action is Refused {
  return refused.has(action.kind)
}

function isSpoiled(action: FaultAction): action is SpoiledAnswer {
  return spoiled.has(action.kind)
}

/** Does to a request what a fault plan says. */
export async function performFault(action: FaultAction, struck: Struck): Promise<void> {
  if (isRefused(action)) return refuse(struck, refusalOf(action))
  if (isSpoiled(action)) return spoil(struck, action)
  return meet(struck, action)
}

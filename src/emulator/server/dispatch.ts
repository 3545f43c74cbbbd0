import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ControlApi } from '../control/control-api.ts'
import { answerDataRequest } from '../data-api/data-api.ts'
import type { DataContext } from '../data-api/data-context.ts'
import type { FaultAction } from '../faults/fault-plan.ts'
import type { FaultSource } from '../faults/faults.ts'
import { type Impairment, performFault } from '../faults/perform-fault.ts'
import type { LateFacts, LateWrites } from '../faults/late-writes.ts'
import type { RequestHooks } from '../faults/request-hooks.ts'
import type { FilesApi } from '../files/files-api.ts'
import { sendAnswer } from '../http/answer.ts'
import { faultOfError } from '../http/error-fault.ts'
import { faultAnswer, keyRefused } from '../http/fault-answer.ts'
import { guardRequest } from '../http/request-guard.ts'
import type { Outcome, RequestLog } from '../http/request-log.ts'
import { StoreFault } from '../http/store-fault.ts'
import type { KeyStore } from '../keys/keys.ts'
import { keyOf, validKey } from '../keys/request-key.ts'
import { isOAuth, type OAuth } from '../oauth/oauth.ts'
import type { Pages } from '../pages/pages.ts'
import type { OpenWriteLog, WritingRequest } from '../writes/write-log.ts'

/** Everything that the dispatcher passes requests to. */
export interface Dispatch {
  readonly context: DataContext
  readonly files: FilesApi
  readonly oauth: OAuth
  readonly site: string
  readonly log: RequestLog
  readonly writes: OpenWriteLog
  readonly faults: FaultSource
  readonly hooks: RequestHooks
  readonly late: LateWrites
  readonly control: ControlApi
  readonly pages: Pages
  readonly keys: Pick<KeyStore, 'noteUse'>
  /** Makes the application key with this text expire now. */
  readonly expireKey: (key: string) => void
}

/** One request. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly writing: WritingRequest
}

async function answerFiles({ files, site }: Dispatch, { request, response, writing }: Exchange): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?')
  const [, , name = '', ...rest] = path.split('/')
  if (name !== encodeURIComponent(site)) throw new StoreFault(404, `${path.slice(0, 200)} not found`)
  await files.respond(request, response, { target: rest.length === 0 ? '' : `/${rest.join('/')}`, onCommit: writing.commit })
}

/** Addresses for the tester, to which faults, the request log and the hook between requests do not apply. */
function isControl(target: string): boolean {
  return /^\/_emulator(?:[/?]|$)/.test(target)
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The context of a read: under a fault or with `lag`, with another state or moved pages. */
function readContext({ context, hooks }: Dispatch, impairment: Impairment): DataContext {
  const statements = hooks.seenBy(impairment) ?? context.statements
  return { ...context, statements, shuffle: hooks.countRead(), ...(impairment.shift === undefined ? {} : { shift: impairment.shift }) }
}

/** The context of a write: what it commits is logged; under a fault only so many rows are written. */
function writeContext({ context, hooks }: Dispatch, { writing }: Exchange, { rows }: Impairment): DataContext {
  const { commit: onCommit } = writing
  const betweenRecords = (): Promise<void> => hooks.betweenTwoRecords()
  return { ...context, onCommit, betweenRecords, ...(rows === undefined ? {} : { rowsLeft: { count: rows } }) }
}

/** Answers a request of the Files API or the Data API, which need a key. */
async function answerWithKey(
  dispatch: Dispatch,
  exchange: Exchange,
  { ofFiles, impairment }: { ofFiles: boolean; impairment: Impairment },
): Promise<void> {
  const { request, response } = exchange
  const { context } = dispatch
  const access = validKey(context, keyOf(request, !ofFiles))
  if (!access) return sendAnswer(response, keyRefused(context.switches), context.switches)
  if (ofFiles && !access.files) throw new StoreFault(403, 'This key has no access to the Files API').because('F8')
  dispatch.keys.noteUse(access.code)
  if (ofFiles) return answerFiles(dispatch, exchange)
  const own = isRead(request) ? readContext(dispatch, impairment) : writeContext(dispatch, exchange, impairment)
  return sendAnswer(response, await answerDataRequest(own, request, access), context.switches)
}

async function route(dispatch: Dispatch, exchange: Exchange, impairment: Impairment): Promise<void> {
  const { request, response } = exchange
  const { context } = dispatch
  const target = request.url ?? ''
  guardRequest(request)
  if (target.length > Number(context.switches.longestUrl)) throw new StoreFault(414, 'The address is too long').because('R31')
  if (isControl(target) && (await dispatch.control.answer(request, response))) return undefined
  if (isOAuth(target)) return sendAnswer(response, await dispatch.oauth.answer(request), context.switches)
  const ofFiles = /^\/files(?:[/?]|$)/.test(target)
  if (!ofFiles && !/^\/API\/V3(?:[/?]|$)/.test(target)) return dispatch.pages.respond(request, response)
  return answerWithKey(dispatch, exchange, { ofFiles, impairment })
}

async function answer(dispatch: Dispatch, exchange: Exchange, impairment: Impairment): Promise<void> {
  const { response, writing } = exchange
  const { switches } = dispatch.context
  try {
    await route(dispatch, exchange, impairment)
  } catch (error) {
    const fault = faultOfError(error, writing.hasCommitted())
    if (response.headersSent) response.destroy()
    else await sendAnswer(response, faultAnswer(fault, switches), switches).catch(() => response.destroy())
  }
}

async function answerOrFail(dispatch: Dispatch, exchange: Exchange, action: FaultAction | null): Promise<void> {
  const { request } = exchange
  const proceed = (impairment: Impairment = {}): Promise<void> => answer(dispatch, exchange, impairment)
  if (!action) return proceed()
  const { late } = dispatch
  return performFault(action, { ...exchange, proceed, late, expireKey: () => dispatch.expireKey(keyOf(request, true)) })
}

function outcomeOf(response: ServerResponse, action: FaultAction | null): Outcome {
  const reason = response.getHeader('x-emulator-reason')
  return {
    status: response.headersSent ? response.statusCode : null,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(action ? { fault: action.kind } : {}),
  }
}

/** Performs a write whose answer was lost, after the client gave up. */
export async function performLateWrite(
  dispatch: Dispatch,
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  { fault, answer: seen, lateMs }: LateFacts & { readonly lateMs: number },
): Promise<void> {
  const { method = '', url: target = '' } = request
  const writing = openWriting(dispatch, { method, target, fault, lateMs })
  writing.answered(seen)
  await answer(dispatch, { request, response, writing }, {})
  dispatch.hooks.afterRequest(!writing.hasCommitted())
}

/** Notes the commits of a request in the log of writes and for delayed reads. */
function openWriting({ writes, hooks }: Dispatch, facts: Parameters<OpenWriteLog['open']>[0]): WritingRequest {
  const writing = writes.open(facts)
  return {
    ...writing,
    commit: (changes) => {
      writing.commit(changes)
      hooks.committed()
    },
  }
}

/** Answers one request of the emulator; never rejects. A `StoreFault` becomes its error body, any other error a 500 without details. */
export async function dispatchRequest(dispatch: Dispatch, incoming: Omit<Exchange, 'writing'>): Promise<void> {
  const { request, response } = incoming
  const { faults, hooks, late, log } = dispatch
  await late.performDue()
  const { method = '', url: target = '' } = request
  const forTester = isControl(target)
  const action = forTester ? null : faults.take({ method, target })
  const writing = openWriting(dispatch, { method, target, ...(action ? { fault: action.kind } : {}) })
  response.on('error', () => response.destroy())
  response.once('close', () => writing.answered(response.writableFinished ? response.statusCode : 'lost'))
  if (!forTester)
    response.once(
      'close',
      log.arrive(method, target, () => outcomeOf(response, action)),
    )
  try {
    if (!forTester) await hooks.beforeRequest()
    await answerOrFail(dispatch, { ...incoming, writing }, action)
  } catch {
    response.destroy()
  } finally {
    // What a tester replaces restarts delayed reads; the rest, such as a notification that is sent again, is no write.
    hooks.afterRequest(!forTester && !isRead(request) && !writing.hasCommitted())
    // The rest of a refused body is read and dropped, so that the client sees the answer instead of a reset.
    request.resume()
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerDataRequest } from '../data-api/data-api.ts'
import type { DataContext } from '../data-api/data-context.ts'
import { localTime } from '../clock.ts'
import type { ControlApi } from '../control/control-api.ts'
import type { Workbench } from '../control/workbench.ts'
import type { Pages } from '../pages/pages.ts'
import type { FaultAction } from '../faults/fault-plan.ts'
import { performFault, type Reading } from '../faults/perform-fault.ts'
import type { FilesApi } from '../files/files-api.ts'
import { findKey, type StoredKey } from '../keys/stored-keys.ts'
import { isOAuth, type OAuth } from '../oauth/oauth.ts'
import { StoreFault } from '../store-fault.ts'
import { storeTime } from '../store-time.ts'
import { keyOf } from './credentials.ts'
import { guardRequest } from './request-guard.ts'
import type { Outcome, RequestLog } from './request-log.ts'
import { faultAnswer, keyRefused, sendAnswer } from './send-answer.ts'

/** What the dispatcher hands requests to. */
interface Dispatch {
  readonly context: DataContext
  readonly files: FilesApi
  readonly oauth: OAuth
  readonly site: string
  readonly log: RequestLog
  readonly workbench: Workbench
  readonly control: ControlApi
  readonly pages: Pages
  /** Ends the application key of this text now. */
  readonly expireKey: (key: string) => void
}

/** One request; `continues` where the client waits for leave to send its body (`Expect: 100-continue`). */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly continues: boolean
}

function storedKey({ statements, now, switches }: DataContext, key: string): StoredKey | null {
  const found = key === '' ? undefined : findKey(statements, key)
  const ended = found !== undefined && found.expires !== null && found.expires <= storeTime(localTime(now(), switches))
  return found && !ended ? found : null
}

async function answerFiles({ files, site }: Dispatch, { request, response }: Exchange): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?')
  const [, , name = '', ...rest] = path.split('/')
  if (name !== encodeURIComponent(site)) throw new StoreFault(404, `${path.slice(0, 200)} not found`)
  await files.respond(request, response, `/${rest.join('/')}`)
}

/** Faults, the request log and the hook between requests leave what serves the tester alone. */
function isControl(target: string): boolean {
  return /^\/_emulator(?:[/?]|$)/.test(target)
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The Files API and the Data API: both ask for a key. */
async function answerWithKey(
  dispatch: Dispatch,
  exchange: Exchange,
  { ofFiles, reading }: { ofFiles: boolean; reading: Reading },
): Promise<void> {
  const { request, response, continues } = exchange
  const { context } = dispatch
  const access = storedKey(context, keyOf(request, !ofFiles))
  if (!access) return sendAnswer(response, keyRefused(context.switches), context.switches)
  if (ofFiles && !access.files) throw new StoreFault(403, 'This key has no access to the Files API').because('F8')
  if (continues) response.writeContinue()
  if (ofFiles) return answerFiles(dispatch, exchange)
  const seen = isRead(request) ? dispatch.workbench.view(context, reading) : context
  return sendAnswer(response, await answerDataRequest(seen, request, access), context.switches)
}

async function route(dispatch: Dispatch, exchange: Exchange, reading: Reading): Promise<void> {
  const { request, response } = exchange
  const { context } = dispatch
  const target = request.url ?? ''
  guardRequest(request)
  if (target.length > Number(context.switches.longestUrl)) throw new StoreFault(414, 'The address is too long').because('R31')
  if (isControl(target) && (await dispatch.control.answer(request, response))) return undefined
  if (isOAuth(target)) return sendAnswer(response, await dispatch.oauth.answer(request), context.switches)
  const ofFiles = /^\/files(?:[/?]|$)/.test(target)
  if (!ofFiles && !target.startsWith('/API/V3/')) return dispatch.pages.respond(request, response)
  return answerWithKey(dispatch, exchange, { ofFiles, reading })
}

async function answer(dispatch: Dispatch, exchange: Exchange, reading: Reading): Promise<void> {
  const { response } = exchange
  const { switches } = dispatch.context
  try {
    await route(dispatch, exchange, reading)
  } catch (error) {
    const fault = error instanceof StoreFault ? error : new StoreFault(500, 'The store failed; the request changed nothing')
    if (response.headersSent) response.destroy()
    else await sendAnswer(response, faultAnswer(fault, switches), switches).catch(() => response.destroy())
  }
}

async function strike(dispatch: Dispatch, exchange: Exchange, action: FaultAction | null): Promise<void> {
  const { request } = exchange
  const proceed = (reading: Reading = {}): Promise<void> => answer(dispatch, exchange, reading)
  if (!action) return proceed()
  return performFault(action, { ...exchange, proceed, expireKey: () => dispatch.expireKey(keyOf(request, true)) })
}

function outcomeOf(response: ServerResponse, action: FaultAction | null): Outcome {
  const reason = response.getHeader('x-emulator-reason')
  return {
    status: response.headersSent ? response.statusCode : null,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(action ? { fault: action.kind } : {}),
  }
}

/**
 * Answers one request of the emulator; never rejects. A fault goes out as its error body, anything else that is
 * thrown as 500 without details.
 */
export async function dispatchRequest(dispatch: Dispatch, exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  const { workbench, log } = dispatch
  const { method = '', url: target = '' } = request
  const forTester = isControl(target)
  const action = forTester ? null : workbench.faults.take({ method, target })
  response.on('error', () => response.destroy())
  if (!forTester)
    response.once(
      'close',
      log.arrive(method, target, () => outcomeOf(response, action)),
    )
  try {
    if (!forTester) await workbench.beforeRequest()
    await strike(dispatch, exchange, action)
  } catch {
    response.destroy()
  } finally {
    workbench.afterRequest()
    // What is left of a refused body is read and dropped, so that the client sees the answer and not a reset.
    request.resume()
  }
}

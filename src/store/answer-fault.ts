import { OperationalError, type OperationalCode } from '../errors.ts'
import { parseFault } from '../wire/fault.ts'
import { type AnswerHeaders, answerOfStatus, retryAfterOf } from './failed-answer.ts'

/** An answer that is not a success. */
export interface BadAnswer {
  readonly status: number
  readonly headers: AnswerHeaders
  /** The beginning of the body. */
  readonly text: string
  /** Method and target of the request, such as `POST Product`. Does not contain the key. */
  readonly what: string
  readonly host: string
}

/** What to do where a store refuses the key. */
export const wrongKeyFix =
  'Check the key of this store: `key`, `key_file` or `key_command` in planogram.yaml. Without one of them, run `planogram login` again.'

/** True where a body is a web page: of a proxy, a login page, or a wrong address. */
export function isWebPage(text: string): boolean {
  return /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(text.replace(/^\uFEFF/, ''))
}

/**
 * The error of an answer, with the message of the store (`msg` of platform.md, "Errors"). `context.status` is the code of the fault or
 * else the HTTP status, `context.retryAfter` the seconds of a Retry-After header, and `context.answer` what the request did
 * (`FailedAnswer`). `context.fault` is 1 where the platform itself answered.
 */
export function answerFault(answer: BadAnswer): OperationalError {
  const fault = parseFault(answer.text)
  const status = fault?.code ?? answer.status
  const context = { ...contextOf(answer, status), ...(fault ? { fault: 1 } : {}) }
  const words = fault?.message.replace(/\.\s*$/, '') ?? ''
  const reason = words === '' ? '' : `: ${words}`
  const [code, message, fix] =
    redirectText(answer) ??
    keyText(answer, status, reason) ??
    (fault ? undefined : noFaultText(answer, context)) ??
    refusalText(answer, context, reason)
  return new OperationalError(code, message, { fix, context })
}

type FaultText = readonly [code: OperationalCode, message: string, fix: string]
type Context = Readonly<Record<string, string | number>>

function redirectText(answer: BadAnswer): FaultText | undefined {
  if (answer.status < 300 || answer.status >= 400) return undefined
  const message = `${answer.host} redirects to ${targetOf(answer)}. Redirects are not followed, because the key would be sent there too.`
  return ['store-fault', message, 'Set base_url to the final address.']
}

function keyText({ host, what }: BadAnswer, status: number, reason: string): FaultText | undefined {
  if (status === 401) {
    return ['store-refused-key', `${host} refused the key (401)${reason}.`, wrongKeyFix]
  }
  if (status !== 403) return undefined
  const message = `${host} does not allow ${what} with this key (403)${reason}.`
  return ['store-refused-key', message, "Give the key access to this resource in the store's administration, section API."]
}

/** Statuses that name the cause of a refusal, whoever answers: a proxy sends a page with them. */
const namesCause: ReadonlySet<number> = new Set([413, 429, 503])

/** An answer that is not from the Data API, but from a proxy or a wrong address. */
function noFaultText({ host, what, status, text }: BadAnswer, { answer }: Context): FaultText | undefined {
  if (status === 404) return ['store-fault', `${host} answered ${what} with 404 (not found).`, wrongAddress]
  if (!isWebPage(text) || (namesCause.has(status) && answer === 'refused')) return undefined
  const { code, message, fix } = webPage({ host, what, status })
  return [code, message, fix]
}

/** The error of a web page in place of an answer: of a proxy, a login page or a wrong address. It says nothing of the request. */
export function webPage({ host, what, status }: Pick<BadAnswer, 'host' | 'what' | 'status'>): OperationalError {
  const shown = status === 200 ? '' : ` (${status})`
  return new OperationalError('store-answer-broken', `${host} answered ${what} with a web page instead of XML${shown}.`, {
    fix: wrongAddress,
    context: { status, answer: 'lost' },
  })
}

/** The fix where something other than the store answered. */
export const wrongAddress = 'Check base_url: the root address of the store, without /API/V3. The answer can also be from a proxy.'

/** The fix for a server error. */
export const serverErrorFix = 'The store has a server error: try again, then contact the store.'

/** The fix where an answer, or the request itself, takes too long. */
export const lateFix = 'The connection or this machine is slow: try again, or lower limits.concurrency.'

function refusalText({ host, what }: BadAnswer, { status, answer, retryAfter }: Context, reason: string): FaultText {
  if (status === 408) return ['store-fault', `${host} gave up waiting for ${what} (408)${reason}.`, lateFix]
  if (answer === 'lost') return ['store-fault', `${host} answered ${what} with a server error (${status})${reason}.`, fixOf(Number(status))]
  if (status !== 429 && status !== 503) return ['store-fault', `${host} refused ${what} (${status})${reason}.`, fixOf(Number(status))]
  return ['store-fault', `${host} is busy and refused ${what} (${status})${reason}.`, waitText(retryAfter)]
}

/** Where the HTTP status and the code of the fault differ, the request is refused only if both say so. */
function contextOf({ headers, status }: BadAnswer, code: number): Context {
  const { isGiven, seconds } = retryAfterOf(headers)
  const isSuccess = status >= 200 && status < 300
  const isLost = [...(isSuccess ? [] : [status]), code].some((each) => answerOfStatus(each, isGiven) === 'lost')
  return { status: code, ...(seconds === null ? {} : { retryAfter: seconds }), answer: isLost ? 'lost' : 'refused' }
}

function targetOf({ headers }: BadAnswer): string {
  const { location } = headers
  return (typeof location === 'string' && URL.parse(location)?.host) || 'another address'
}

function waitText(seconds: string | number | undefined): string {
  return seconds === undefined ? 'Try again later, or lower limits.concurrency.' : `Try again in ${seconds} s, or lower limits.concurrency.`
}

function fixOf(status: number): string {
  if (status >= 500) return serverErrorFix
  if (status === 413) return 'Lower limits.records_per_request.'
  if (status === 406) return 'The store has another name for a field: set it under `fields` in planogram.yaml.'
  return 'The message of the store names the cause.'
}

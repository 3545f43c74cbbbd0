import { OperationalError, type OperationalCode } from '../errors.ts'
import { parseFault } from '../wire/fault.ts'

/** What is known of an answer that is not a plain success. */
export interface BadAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The beginning of the body. */
  readonly text: string
  /** Method and what was asked for, such as `POST Product`. Holds no key. */
  readonly what: string
  readonly host: string
}

/** True where a body is a web page: a proxy, a login page, or the wrong address. */
export function isWebPage(text: string): boolean {
  return /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(text.replace(/^\uFEFF/, ''))
}

/** A status after which a gateway, not the store, has spoken: the store may have acted. */
const gatewayStatus = new Set([502, 504])

/**
 * The error behind an answer, with the store's own words (`msg` of platform.md, "Errors"). `context.status` is the
 * HTTP status or the code of the fault, `context.retryAfter` the seconds of a Retry-After.
 */
export function answerFault(answer: BadAnswer): OperationalError {
  const fault = parseFault(answer.text)
  const status = fault?.code ?? answer.status
  const context = contextOf(answer, status)
  const said = fault && fault.message !== '' ? `: ${fault.message}` : ''
  const [code, message, fix] =
    redirectText(answer) ?? keyText(answer, status, said) ?? (fault ? undefined : noFaultText(answer)) ?? refusalText(answer, context, said)
  return new OperationalError(code, message, { fix, context })
}

type FaultText = readonly [code: OperationalCode, message: string, fix: string]
type Context = Readonly<Record<string, string | number>>

function redirectText(answer: BadAnswer): FaultText | undefined {
  if (answer.status < 300 || answer.status >= 400) return undefined
  const message = `${answer.host} sends us to ${targetOf(answer)}, and redirects are not followed: the key would travel along.`
  return ['store-fault', message, 'Put the final address into base_url.']
}

function keyText({ host, what }: BadAnswer, status: number, said: string): FaultText | undefined {
  if (status === 401) {
    return [
      'store-refused-key',
      `${host} refused the key (401)${said}.`,
      'Check the key of this store: `key`, `key_file` or `key_command` in planogram.yaml.',
    ]
  }
  if (status !== 403) return undefined
  const message = `${host} does not let this key do ${what} (403)${said}.`
  return ['store-refused-key', message, "Give the key access to this resource in the store's administration, section API."]
}

/** An answer that is not of the Data API: a proxy, or the wrong address. */
function noFaultText({ host, what, status, text }: BadAnswer): FaultText | undefined {
  if (status !== 404 && isWebPage(text))
    return ['store-answer-broken', `${host} answered ${what} with a web page instead of XML (${status}).`, wrongAddress]
  if (status !== 404) return undefined
  return ['store-fault', `${host} does not know ${what} (404).`, wrongAddress]
}

/** What to do when something else than the store answers. */
export const wrongAddress = 'Check base_url: it is the root of the store, without /API/V3; a proxy may stand between.'

function refusalText({ host, what }: BadAnswer, { status, retryAfter }: Context, said: string): FaultText {
  if (status !== 429 && status !== 503) return ['store-fault', `${host} refused ${what} (${status})${said}.`, fixOf(Number(status))]
  return ['store-fault', `${host} is busy and refused ${what} (${status})${said}.`, waitText(retryAfter)]
}

function contextOf({ headers, status }: BadAnswer, code: number): Context {
  const given = headers['retry-after']
  const seconds = typeof given === 'string' && /^\d{1,6}$/.test(given.trim()) ? Number(given) : undefined
  return {
    status: code,
    ...(seconds === undefined ? {} : { retryAfter: seconds }),
    ...(gatewayStatus.has(status) ? { answer: 'lost' } : {}),
  }
}

function targetOf({ headers }: BadAnswer): string {
  const { location } = headers
  return (typeof location === 'string' && URL.parse(location)?.host) || 'another address'
}

function waitText(seconds: string | number | undefined): string {
  return seconds === undefined
    ? 'Try again in a while, or lower limits.concurrency.'
    : `Try again in ${seconds} s, or lower limits.concurrency.`
}

function fixOf(status: number): string {
  if (status >= 500) return 'The store failed by itself: try again, then ask the store.'
  if (status === 413) return 'Lower limits.records_per_request.'
  if (status === 406) return "A field name differs: give this store's name of it under `fields` in planogram.yaml."
  return 'What the store says above names the cause.'
}

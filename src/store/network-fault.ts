import { OperationalError } from '../errors.ts'
import type { FailedAnswer } from './failed-answer.ts'

const certificateCodes = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
])

/** Codes of a connection that was closed. */
const lostCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_RESPONSE', 'ERR_STREAM_PREMATURE_CLOSE'])
const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const unreachableCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'])
const cutCodes = new Set(['Z_BUF_ERROR', 'Z_DATA_ERROR', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'])

/** The code of a network error, also where another error has it as its cause; empty where there is none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

/** System calls before the first byte of a request can be sent. */
const connecting: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo'])

/** True where no connection was made, so that nothing was sent: by name, at connecting, in the TLS handshake, or by the proxy. */
function isUnsent(error: unknown, code: string): boolean {
  if (['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_ABORTED'].includes(code)) return true
  return certificateCodes.has(code) || isConnecting(error)
}

function isConnecting(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Several addresses of a host were tried, and none could be connected to.
  if (error instanceof AggregateError) return true
  return ('syscall' in error && connecting.has(error.syscall)) || isConnecting(error.cause)
}

/** Whom a request is sent to, for messages. */
export interface Peer {
  readonly host: string
  readonly timeoutMs: number
  /** What to do where no answer arrives in time. */
  readonly slowFix: string
  /** Address of the proxy between, which alone is connected to. */
  readonly proxy?: string | undefined
}

/**
 * The error of a failed connection. `context.answer` is `refused` where nothing was sent, else `lost`; `context.reason` is `reset`,
 * `timeout`, `proxy` or the code of the network error. An `OperationalError` is returned as it is.
 */
export function networkFault(error: unknown, peer: Peer): OperationalError {
  if (error instanceof OperationalError) return error
  const { host } = peer
  const code = codeOf(error)
  const answer: FailedAnswer = isUnsent(error, code) ? 'refused' : 'lost'
  if (cutCodes.has(code)) {
    return new OperationalError('store-answer-broken', `The answer of ${host} is cut off or damaged.`, {
      fix: 'Try again. A proxy between this machine and the store can be the cause.',
      cause: error,
      context: { reason: code, answer },
    })
  }
  const [message, fix, reason = code] = textOf(code, peer)
  return new OperationalError('store-unreachable', message, { fix, cause: error, context: { reason, answer } })
}

type FaultText = readonly [message: string, fix: string, reason?: string]

function textOf(code: string, peer: Peer): FaultText {
  const { host, timeoutMs, slowFix } = peer
  const unconnected = unconnectedText(code, peer)
  if (unconnected) return unconnected
  if (timeoutCodes.has(code)) {
    const seconds = Math.max(1, Math.round(timeoutMs / 1000))
    return [`${host} did not answer within ${seconds} s.`, slowFix, 'timeout']
  }
  if (lostCodes.has(code)) return [`The connection to ${host} was closed before the complete answer arrived.`, 'Try again.', 'reset']
  if (code === 'UND_ERR_ABORTED') return [`The proxy refused the connection to ${host}.`, proxyFix, 'proxy']
  if (certificateCodes.has(code)) {
    const fix = 'Check the address. For a private certificate authority, set NODE_EXTRA_CA_CERTS to its file.'
    return [`The certificate of ${host} is not trusted (${code}).`, fix]
  }
  const message = `The request to ${host} failed${code ? ` (${code})` : ''}.`
  return [message, 'Check the address, the network and the proxy settings.', code || 'other']
}

const proxyFix = 'Check HTTPS_PROXY and NO_PROXY.'

/** The text where no connection to the host, or to the proxy before it, was made. */
function unconnectedText(code: string, { host, proxy }: Peer): FaultText | undefined {
  const between = proxy === undefined ? undefined : URL.parse(proxy)?.host
  const route = between === undefined ? host : `${host} through the proxy ${between}`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return between === undefined
      ? [`Host ${host} not found.`, 'Check base_url and files_url of this store, and the network of this machine.']
      : [`Could not connect to ${route}: the proxy was not found.`, proxyFix]
  }
  if (code === 'ECONNREFUSED') {
    const fix = between === undefined ? 'Check the address and the port, and that the store is running.' : proxyFix
    return [`Could not connect to ${route}: connection refused.`, fix]
  }
  if (!unreachableCodes.has(code)) return undefined
  return [`Could not connect to ${route}.`, 'Check the address, the network and the proxy settings, then try again.']
}

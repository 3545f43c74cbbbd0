import { OperationalError } from '../errors.ts'

const certificateCodes = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
])

/** Codes after which it is unknown whether the store performed the request. */
const lostCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_RESPONSE', 'ERR_STREAM_PREMATURE_CLOSE'])
const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const unreachableCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'])
const cutCodes = new Set(['Z_BUF_ERROR', 'Z_DATA_ERROR', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'])

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

/**
 * The error of a failed connection. `context.answer` is `lost` where the request may have reached the store; `context.reason` is `reset`,
 * `timeout`, `proxy` or the code of the network error.
 */
export function networkFault(error: unknown, host: string, timeoutMs: number): OperationalError {
  const code = codeOf(error)
  const unreachable = (message: string, fix: string, reason: string): OperationalError => {
    const lost = reason === 'reset' || reason === 'timeout' ? { answer: 'lost' } : {}
    return new OperationalError('store-unreachable', message, { fix, cause: error, context: { reason, ...lost } })
  }

  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return unreachable(`Host ${host} not found.`, 'Check base_url and files_url of this store, and the network of this machine.', code)
  }
  if (code === 'ECONNREFUSED') {
    return unreachable(
      `Could not connect to ${host}: connection refused.`,
      'Check the address and the port, and that the store is running.',
      code,
    )
  }
  if (unreachableCodes.has(code)) {
    return unreachable(`Could not connect to ${host}.`, 'Check the address, the network and the proxy settings, then try again.', code)
  }
  if (timeoutCodes.has(code)) {
    const seconds = Math.max(1, Math.round(timeoutMs / 1000))
    return unreachable(
      `${host} did not answer within ${seconds} s.`,
      'Try again. If it persists, lower limits.records_per_request.',
      'timeout',
    )
  }
  if (lostCodes.has(code)) {
    return unreachable(`The connection to ${host} was closed before the complete answer arrived.`, 'Try again.', 'reset')
  }
  if (cutCodes.has(code)) {
    return new OperationalError('store-answer-broken', `The answer of ${host} is cut off or damaged.`, {
      fix: 'Try again. A proxy between this machine and the store can be the cause.',
      cause: error,
      context: { reason: code, answer: 'lost' },
    })
  }
  if (code === 'UND_ERR_ABORTED') {
    return unreachable(`The proxy refused the connection to ${host}.`, 'Check HTTPS_PROXY and NO_PROXY.', 'proxy')
  }
  if (certificateCodes.has(code)) {
    return unreachable(
      `The certificate of ${host} is not trusted (${code}).`,
      'Check the address. For a private certificate authority, set NODE_EXTRA_CA_CERTS to its file.',
      code,
    )
  }
  return unreachable(
    `The request to ${host} failed${code ? ` (${code})` : ''}.`,
    'Check the address, the network and the proxy settings.',
    code || 'other',
  )
}

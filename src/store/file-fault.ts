import { OperationalError } from '../errors.ts'
import { lateFix, serverErrorFix } from './answer-fault.ts'
import { type AnswerHeaders, answerOfStatus, retryAfterOf } from './failed-answer.ts'
import { networkFault } from './network-fault.ts'

/** A request to the Files API, for messages. */
export interface FileRequest {
  readonly verb: 'list' | 'read' | 'upload' | 'remove' | 'make folder'
  /** Path of a file or folder, such as `images/items/a.jpg`. */
  readonly path: string
  readonly host: string
  readonly siteName: string
  readonly timeoutMs: number
  /** Address of the proxy, if any. */
  readonly proxy?: string | undefined
}

/** The HTTP status in an error of the webdav client; `null` where no answer arrived. */
export function statusOf(error: unknown): number | null {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null
}

/** The headers that say when to come back, of the answer that an error of the webdav client carries. */
function headersOf(error: unknown): AnswerHeaders {
  const response: unknown = error instanceof Error && 'response' in error ? error.response : null
  const headers: unknown = typeof response === 'object' && response !== null && 'headers' in response ? response.headers : null
  if (!areHeaders(headers)) return {}
  return { 'retry-after': headers.get('retry-after') ?? undefined, date: headers.get('date') ?? undefined }
}

/** Its own class in undici, so that `instanceof` does not know it. */
function areHeaders(value: unknown): value is { get: (name: string) => string | null } {
  return typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function'
}

/**
 * The error of a failed request to the Files API. The message contains neither the key nor text of the store; `context.answer` is what
 * the request did (`FailedAnswer`).
 */
export function fileFault(error: unknown, request: FileRequest): OperationalError {
  if (error instanceof OperationalError) return error
  const { verb, path, host, siteName, timeoutMs, proxy } = request
  const status = statusOf(error)
  if (status === null) return networkFault(error, { host, timeoutMs, slowFix: lateFix, proxy })
  const { isGiven, seconds } = retryAfterOf(headersOf(error))
  const context = { status, ...(seconds === null ? {} : { retryAfter: seconds }), answer: answerOfStatus(status, isGiven) }
  switch (status) {
    case 401:
      return new OperationalError('store-refused-key', `The Files API at ${host} refused the key (401).`, {
        fix: 'Check the key of this store (`key`, `key_file` or `key_command`), `files_url` and `site_name` in planogram.yaml.',
        context,
      })
    case 403:
      return new OperationalError('store-refused-key', `The Files API at ${host} does not allow this key to ${verb} ${path} (403).`, {
        fix: 'Check `site_name` in planogram.yaml. Stores give file access to approved customers only: request it, or remove `files_url`.',
        context,
      })
    case 404:
    case 409:
      return new OperationalError(
        'files-fault',
        `The Files API at ${host} has no folder for ${path} on site ${siteName} (${verb}: ${status}).`,
        {
          fix: 'Check files_url and site_name in planogram.yaml.',
          context,
        },
      )
    case 413:
    case 507:
      return new OperationalError('files-fault', `The Files API at ${host} rejects ${path} as too large (${status}).`, {
        fix: 'Make the picture smaller, or ask the store for more space.',
        context,
      })
    default:
      return new OperationalError('files-fault', `The Files API at ${host} could not ${verb} ${path} (${status}).`, {
        fix: status >= 500 ? serverErrorFix : 'Check files_url and site_name in planogram.yaml.',
        context,
      })
  }
}

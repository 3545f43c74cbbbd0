import { OperationalError } from '../errors.ts'
import { isBusy } from '../store/failed-answer.ts'

/**
 * What came back for a write: `confirmed`; `busy`: refused for now, nothing was written, it can be sent again after
 * `pauseMs` (`null`: the caller chooses); `refused`: nothing was written; `lost`: the store may have written it, now or later.
 */
export type Answer =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'busy'; readonly error: OperationalError; readonly pauseMs: number | null }
  | { readonly kind: 'refused' | 'lost'; readonly error: OperationalError }

/** The answer that an error of the store client stands for; a bug is thrown. */
export function answerOf(error: unknown): Answer {
  if (!(error instanceof OperationalError)) throw error
  const { retryAfter, reason, answer } = error.context
  if (answer === 'lost') return { kind: 'lost', error }
  if (isBusy(error)) return { kind: 'busy', error, pauseMs: typeof retryAfter === 'number' ? retryAfter * 1000 : null }
  return unsent.has(String(reason)) ? { kind: 'busy', error, pauseMs: null } : { kind: 'refused', error }
}

/** True where a request was not sent, since the run was stopped while it waited for its turn. */
export function isStopped(error: unknown): error is OperationalError {
  return error instanceof OperationalError && error.code === 'interrupted'
}

/** What has to be read though the run was stopped: where that gave up its turn, it waits for another one. */
export async function evenIfStopped<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isStopped(error)) return await read()
    throw error
  }
}

/** Reasons after which nothing has reached the store. */
const unsent = new Set(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** True where another part of the body would be refused as well: the fault is about the request, not about a record of it. */
export function isAboutRequest({ code, context }: OperationalError): boolean {
  const { status } = context
  // A record, or the size of the body: a proxy answers these with a page.
  if (status === 400 || status === 413) return false
  return code !== 'store-fault' || status === 404 || status === 405 || status === 406
}

import { OperationalError } from '../errors.ts'

/** The `store-answer-broken` error of an answer that cannot be used, so that it is lost. `subject` is what was requested; `detail` completes "…: it …". */
export function brokenAnswer(subject: string, detail: string, cause?: unknown): OperationalError {
  return new OperationalError('store-answer-broken', `The store's answer for ${subject} cannot be used: ${detail}.`, {
    fix: 'Nothing in it was used. Try again. If the error persists, check the store and the proxies in front of it.',
    context: { answer: 'lost' },
    ...(cause === undefined ? {} : { cause }),
  })
}

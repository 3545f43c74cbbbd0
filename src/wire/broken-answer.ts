import { OperationalError } from '../errors.ts'

/** An answer that cannot be trusted: `subject` is what was asked for, `detail` finishes the sentence "…: it …". */
export function brokenAnswer(subject: string, detail: string, cause?: unknown): OperationalError {
  return new OperationalError('store-answer-broken', `The store's answer for ${subject} cannot be used: ${detail}.`, {
    fix: 'Nothing was taken from it. Try again; if it comes back, the store or a proxy before it is at fault.',
    ...(cause === undefined ? {} : { cause }),
  })
}

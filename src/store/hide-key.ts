import { OperationalError } from '../errors.ts'

/** The text with the key, in each encoding in which it is sent, replaced by `(key)`. */
export function hideKey(text: string, key: string): string {
  if (key === '') return text
  const forms = new Set([Buffer.from(`${key}:`).toString('base64'), Buffer.from(key).toString('base64'), encodeURIComponent(key), key])
  let hidden = text
  for (const form of forms) hidden = hidden.replaceAll(form, '(key)')
  return hidden
}

/** The same error without the key in its message; other errors unchanged. */
export function withoutKey(error: unknown, key: string): unknown {
  if (!(error instanceof OperationalError) || hideKey(error.message, key) === error.message) return error
  return new OperationalError(error.code, hideKey(error.message, key), { fix: error.fix, context: error.context })
}

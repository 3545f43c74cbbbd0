import { invariant } from '../errors.ts'

/** The instant of an ISO 8601 text, in milliseconds since 1970. Another text is a bug of the caller. */
export function instantOf(text: string): number {
  const instant = Date.parse(text)
  invariant(!Number.isNaN(instant), `"${text}" is not a time`)
  return instant
}

import { OperationalError } from '../errors.ts'

/** A key without access to the resource, and a store that does not have it, or names its fields otherwise. */
const refusals: ReadonlySet<unknown> = new Set([403, 404, 406])

/** True where the store refuses to read a resource: what the catalogue does not manage then counts as not read. */
export function isRefusedRead(error: unknown): boolean {
  return error instanceof OperationalError && refusals.has(error.context['status'])
}

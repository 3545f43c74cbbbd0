import { OperationalError } from '../errors.ts'

/** A key without access to the resource, and a store that does not have it, or names its fields otherwise. */
const refusals: ReadonlySet<unknown> = new Set([403, 404, 406])

/** True where the store refuses to read a resource: what the catalogue does not manage then counts as not read. */
export function isRefusedRead(error: unknown): boolean {
  return error instanceof OperationalError && refusals.has(error.context['status'])
}

/** What is read, or the error where the store refuses that read; any other error is thrown. */
export async function unlessRefused<T>(read: Promise<T>): Promise<T | OperationalError> {
  try {
    return await read
  } catch (error) {
    if (error instanceof OperationalError && isRefusedRead(error)) return error
    throw error
  }
}

import type { IncomingMessage } from 'node:http'
import { StoreFault } from './store-fault.ts'

/** The target of a request. */
export interface RequestPath {
  /** The decoded segments of the path; none for `/`. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new StoreFault(400, 'The address contains a malformed escape')
  }
}

/** The path and the query of a request. Throws 400 for a malformed escape. */
export function readRequestPath({ url = '' }: IncomingMessage): RequestPath {
  const [path = '', ...rest] = url.split('?')
  return {
    segments: path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decoded),
    query: new URLSearchParams(rest.join('?')),
  }
}

import type { IncomingMessage } from 'node:http'
import { StoreFault } from '../store-fault.ts'

/** Where a request for a page goes. */
export interface PageRequest {
  /** The decoded names of the path; none for `/`. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new StoreFault(400, 'The address holds a malformed escape')
  }
}

/** The path and the query of a request. Throws 400 for an escape that is none. */
export function readPageRequest({ url = '' }: IncomingMessage): PageRequest {
  const [path = '', ...rest] = url.split('?')
  return {
    segments: path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decoded),
    query: new URLSearchParams(rest.join('?')),
  }
}

/** The address of these names: each percent-encoded, so that none can leave its place. */
export function pathOf(segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join('/')}`
}

/** An address with a query of the values that are there. */
export function addressOf(path: string, values: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)] as const],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(Object.fromEntries(given)).toString()}`
}

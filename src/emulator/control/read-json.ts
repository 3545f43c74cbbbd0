import type { IncomingMessage } from 'node:http'
import { decodeUtf8 } from '../../files/decode-utf8.ts'
import { bodyChunks, collect } from '../http/request-body.ts'
import { StoreFault } from '../http/store-fault.ts'

const mostBytes = 256 * 1024 * 1024

/** The JSON of a request, or `undefined` if it has no body. 400 for invalid JSON, 413 over 256 MiB. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await collect(bodyChunks(request, mostBytes, () => new StoreFault(413, 'The body is larger than 256 MiB')))
  if (bytes.length === 0) return undefined
  try {
    // Bytes that are not UTF-8 are no JSON either.
    const value: unknown = JSON.parse(decodeUtf8(bytes) ?? '')
    return value
  } catch {
    throw new StoreFault(400, 'The body is not valid JSON')
  }
}

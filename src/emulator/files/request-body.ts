import type { IncomingMessage } from 'node:http'
import { FileFault } from './file-fault.ts'

/**
 * The chunks of a request body. Leaving the loop early must not destroy the socket (`for await` over the request itself does),
 * because the client would see a reset instead of the answer: the rest is swallowed.
 */
export async function* bodyChunks(request: IncomingMessage, mostBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  const chunks: AsyncIterable<unknown> = request.iterator({ destroyOnReturn: false })
  try {
    for await (const chunk of chunks) {
      if (!(chunk instanceof Uint8Array)) continue
      size += chunk.length
      if (size > mostBytes) throw new FileFault(413, `The body is larger than ${mostBytes} bytes.`)
      yield chunk
    }
  } finally {
    request.resume()
  }
}

/** All chunks as one. */
export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** The whole body; 413 when it is larger. */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Uint8Array> {
  return collect(bodyChunks(request, mostBytes))
}

/** True as soon as one byte has arrived. */
export async function hasBody(request: IncomingMessage): Promise<boolean> {
  for await (const chunk of bodyChunks(request, Number.MAX_SAFE_INTEGER)) if (chunk.length > 0) return true
  return false
}

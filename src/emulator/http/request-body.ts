import type { IncomingMessage, ServerResponse } from 'node:http'

const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/**
 * For a client that waits for `100 Continue` before it sends the body: it gets it when the body is first read. A request that is refused before
 * gets that answer alone (RFC 9110, 10.1.1).
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response)
}

/**
 * The chunks of a request body; throws `tooLarge()` once there are more bytes than allowed. `for await` over the request itself would
 * destroy the socket when the loop ends early, and the client would see a reset instead of the answer: here the rest is read and
 * dropped.
 */
export async function* bodyChunks(request: IncomingMessage, mostBytes: number, tooLarge: () => Error): AsyncGenerator<Uint8Array> {
  let size = 0
  waiting.get(request)?.writeContinue()
  waiting.delete(request)
  const chunks: AsyncIterable<unknown> = request.iterator({ destroyOnReturn: false })
  try {
    for await (const chunk of chunks) {
      if (!(chunk instanceof Uint8Array)) continue
      size += chunk.length
      if (size > mostBytes) throw tooLarge()
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

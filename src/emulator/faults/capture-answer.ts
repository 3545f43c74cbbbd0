import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** A whole answer that was kept back. */
export interface CapturedAnswer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

type Done = (error?: Error | null) => void
type GivenHeaders = string | OutgoingHttpHeaders | OutgoingHttpHeader[]

function headersOf(given: readonly (GivenHeaders | undefined)[]): OutgoingHttpHeaders {
  const found = given.find((value) => typeof value === 'object' && !Array.isArray(value))
  return typeof found === 'object' && !Array.isArray(found) ? found : {}
}

function bytesOf(chunk: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk)
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0)
}

/**
 * Keeps back what is written to a response from now on; the result resolves when its writer has ended it, and the response
 * is then its old self, with nothing sent. The writer sees no difference.
 */
export function captureAnswer(response: ServerResponse): Promise<CapturedAnswer> {
  const chunks: Buffer[] = []
  let status = 200
  let headers: OutgoingHttpHeaders = {}
  return new Promise((resolve) => {
    response.writeHead = (code: number, ...rest: (GivenHeaders | undefined)[]) => {
      status = code
      headers = { ...response.getHeaders(), ...headersOf(rest) }
      return response
    }
    response.write = (chunk: unknown, ...rest: (BufferEncoding | Done | undefined)[]) => {
      chunks.push(bytesOf(chunk))
      for (const done of rest) if (typeof done === 'function') queueMicrotask(() => done())
      return true
    }
    response.end = (chunk?: unknown) => {
      chunks.push(bytesOf(chunk))
      for (const name of ['writeHead', 'write', 'end']) Reflect.deleteProperty(response, name)
      resolve({ status, headers, body: Buffer.concat(chunks) })
      return response
    }
  })
}

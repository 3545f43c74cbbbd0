import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** A complete answer that was not sent. */
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
 * Collects what is written to a response instead of sending it. Resolves when the writer has ended the response, which is then
 * restored, with nothing sent.
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

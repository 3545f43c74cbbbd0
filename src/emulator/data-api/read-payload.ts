import type { IncomingMessage } from 'node:http'
import type { SpecNode } from '../../wire/spec.ts'
import { StoreFault } from '../store-fault.ts'
import { createBodyParser, type IncomingRecord } from './body-parser.ts'
import type { DataContext } from './data-context.ts'

function tooLarge(maxBody: number): StoreFault {
  return new StoreFault(413, `The body is larger than ${maxBody} bytes; send fewer records in one request`)
}

/**
 * The records of a request's body, parsed while it arrives. On a fault the rest of the body is read and dropped, so
 * that the client sees the answer and not a reset.
 */
export async function readPayload(request: IncomingMessage, spec: SpecNode, context: DataContext): Promise<readonly IncomingRecord[]> {
  const { maxBody } = context
  if (Number(request.headers['content-length'] ?? 0) > maxBody) throw tooLarge(maxBody)
  const parser = createBodyParser(spec, context.switches)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new StoreFault(400, 'The body is not UTF-8')
    }
  }
  let size = 0
  const chunks: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBody) throw tooLarge(maxBody)
    parser.write(decode(chunk))
  }
  parser.write(decode())
  return parser.end()
}

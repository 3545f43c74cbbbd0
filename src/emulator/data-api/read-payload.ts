import type { IncomingMessage } from 'node:http'
import type { SpecNode } from '../../wire/spec.ts'
import { bodyChunks } from '../http/request-body.ts'
import { StoreFault } from '../http/store-fault.ts'
import type { IncomingRecord } from '../rows/row-context.ts'
import { createBodyParser } from './body-parser.ts'
import type { DataContext } from './data-context.ts'

/** The records of a request body, parsed while it arrives. After a fault the rest of the body is read and dropped. */
export async function readPayload(request: IncomingMessage, spec: SpecNode, context: DataContext): Promise<readonly IncomingRecord[]> {
  const { maxBody } = context
  const tooLarge = (): StoreFault =>
    new StoreFault(413, `The body is larger than ${maxBody} bytes; send fewer records per request`).because('R31')
  if (Number(request.headers['content-length'] ?? 0) > maxBody) throw tooLarge()
  const parser = createBodyParser(spec, context.switches)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new StoreFault(400, 'The body is not UTF-8').because('R31')
    }
  }
  for await (const chunk of bodyChunks(request, maxBody, tooLarge)) parser.write(decode(chunk))
  parser.write(decode())
  return parser.end()
}

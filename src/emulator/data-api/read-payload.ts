import type { IncomingMessage } from 'node:http'
import { decodeUtf8 } from '../../files/decode-utf8.ts'
import type { SpecNode } from '../../wire/spec.ts'
import { bodyChunks, collect } from '../http/request-body.ts'
import { StoreFault } from '../http/store-fault.ts'
import type { IncomingRecord } from '../rows/row-context.ts'
import { parseBody } from './body-parser.ts'
import type { DataContext } from './data-context.ts'
import { scanBody } from './scan-body.ts'

/** The records of a request body. Of one that is too large, the rest is read and dropped. */
export async function readPayload(
  request: IncomingMessage,
  spec: SpecNode,
  { maxBody, switches }: DataContext,
): Promise<readonly IncomingRecord[]> {
  const tooLarge = (): StoreFault =>
    new StoreFault(413, `The body is larger than ${maxBody} bytes; send fewer records per request`).because('R31')
  if (Number(request.headers['content-length'] ?? 0) > maxBody) throw tooLarge()
  const bytes = await collect(bodyChunks(request, maxBody, tooLarge))
  const text = decodeUtf8(bytes)
  if (text === undefined) throw new StoreFault(400, 'The body is not UTF-8').because('R31')
  return scanBody({ text, bytes }, spec, switches) ?? parseBody(text, spec, switches)
}

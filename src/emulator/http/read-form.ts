import type { IncomingMessage } from 'node:http'
import { bodyChunks, collect } from './request-body.ts'
import { StoreFault } from './store-fault.ts'

/** The fields of a posted form. Throws 415 for another content type, 413 for more than `mostBytes`, by default 4 KiB. */
export async function readForm(request: IncomingMessage, mostBytes = 4_096): Promise<URLSearchParams> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') throw new StoreFault(415, 'This address accepts forms only')
  const tooLarge = (): StoreFault => new StoreFault(413, `The form is larger than ${mostBytes} bytes`)
  const bytes = await collect(bodyChunks(request, mostBytes, tooLarge))
  return new URLSearchParams(Buffer.from(bytes).toString('utf8'))
}

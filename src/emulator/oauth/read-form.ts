import type { IncomingMessage } from 'node:http'
import { StoreFault } from '../store-fault.ts'

const mostBytes = 4_096

/** The fields of a posted form. Throws 415 for another type and 413 for more than 4 KiB. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') throw new StoreFault(415, 'This address takes a form')
  const chunks: Uint8Array[] = []
  let size = 0
  const arriving: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false })
  for await (const chunk of arriving) {
    size += chunk.length
    if (size > mostBytes) throw new StoreFault(413, `The form is larger than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

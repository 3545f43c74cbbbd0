import type { IncomingMessage } from 'node:http'
import { readForm } from '../http/read-form.ts'
import { sameText } from '../http/same-text.ts'
import { StoreFault } from '../http/store-fault.ts'

/**
 * The fields of a form that a page of this store sent. Throws 403 if its origin is another one, or if it has another token, and 413 if it is
 * too long for `readForm`.
 */
export async function readOwnForm(request: IncomingMessage, token: string, mostBytes?: number): Promise<URLSearchParams> {
  const { origin, host = '' } = request.headers
  if (origin !== `http://${host}`) throw new StoreFault(403, 'Only pages of this store can send this form')
  const form = await readForm(request, mostBytes)
  if (!sameText(form.get('token') ?? '', token))
    throw new StoreFault(403, 'This form is from an earlier run or login; reload the page and send it again')
  return form
}

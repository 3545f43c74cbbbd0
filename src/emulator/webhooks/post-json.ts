import { request as requestHttp } from 'node:http'

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'planogram-emulator',
  // Tells the reader that the fields of the body are assumed.
  'x-emulator-assumption': 'H2',
}

/**
 * POSTs a JSON text and returns the status of the answer. Follows no redirect, so that a target on this machine cannot lead to another
 * host. Rejects if the signal aborts before the answer, or if the target cannot be reached.
 */
export async function postJson(url: URL, body: string, signal: AbortSignal): Promise<number> {
  // Loaded for the first address that needs it: most stores notify nobody.
  const request = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent: false, signal, headers: { ...headers, 'content-length': Buffer.byteLength(body) } })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0
      response.on('error', () => resolve(status)).on('close', () => resolve(status))
      response.resume()
    })
    sent.end(body)
  })
}

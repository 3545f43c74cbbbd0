import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'planogram-emulator',
  // Says to a person who reads it that the shape of the body is our invention.
  'x-emulator-assumption': 'H2',
}

/**
 * POSTs a JSON text and returns the status of the answer. Each call has a connection of its own and follows no redirect, so that a
 * target on this machine cannot lead elsewhere. Rejects when the signal aborts before the answer, or the target cannot be reached.
 */
export async function postJson(url: URL, body: string, signal: AbortSignal): Promise<number> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
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

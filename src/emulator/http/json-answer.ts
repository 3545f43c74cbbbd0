import type { ServerResponse } from 'node:http'
import { OperationalError } from '../../errors.ts'
import { faultOfError } from './error-fault.ts'
import { StoreFault } from './store-fault.ts'

/** Answers with a value as JSON, or without a body for `undefined`. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = value === undefined ? '' : `${JSON.stringify(value, null, 2)}\n`
  response.writeHead(status, {
    ...(value === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
  })
  response.end(response.req.method === 'HEAD' ? '' : body)
}

/** Answers with an error as JSON: `error`, and `fix` for an invalid value; 507 for a full disk, 500 without details for any other error. */
export function sendJsonError(response: ServerResponse, error: unknown): void {
  if (error instanceof StoreFault) {
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value)
    return sendJson(response, error.status, { error: error.message })
  }
  if (error instanceof OperationalError) return sendJson(response, 400, { error: error.message, fix: error.fix })
  const { status, message } = faultOfError(error, false)
  return sendJson(response, status, { error: message })
}

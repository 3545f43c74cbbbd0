import type { IncomingMessage, ServerResponse } from 'node:http'
import { OperationalError } from '../../errors.ts'
import { readRequestPath, type RequestPath } from '../http/request-path.ts'
import { StoreFault } from '../http/store-fault.ts'
import { controlOperations, type ControlParts } from './control-operations.ts'
import { readJson } from './read-json.ts'

/** The JSON API below `/_emulator/`, for programs that test against the emulator. */
export interface ControlApi {
  /** Answers a request of the control API; false for any other address. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>
}

const base = '/_emulator/'
const readers: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Requires a header that a web page can send to another origin only after a preflight request. */
function refuseForeignChange({ method = '', headers }: IncomingMessage): void {
  if (readers.has(method) || headers['x-emulator'] === '1') return
  throw new StoreFault(403, 'Requests that change the emulator need the header X-Emulator: 1')
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = value === undefined ? '' : `${JSON.stringify(value, null, 2)}\n`
  response.writeHead(status, {
    ...(value === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
  })
  response.end(response.req.method === 'HEAD' ? '' : body)
}

function sendError(response: ServerResponse, error: unknown): void {
  if (error instanceof StoreFault) return send(response, error.status, { error: error.message })
  if (error instanceof OperationalError) return send(response, 400, { error: error.message, fix: error.fix })
  return send(response, 500, { error: 'Internal error' })
}

type Operations = ReturnType<typeof controlOperations>[string]

async function perform(request: IncomingMessage, known: Operations, { segments, query }: RequestPath): Promise<unknown> {
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
  const operation = Object.hasOwn(known, method) ? known[method] : undefined
  if (!operation) throw new StoreFault(405, `${method} is not supported here`)
  refuseForeignChange(request)
  const body = method === 'POST' ? await readJson(request) : undefined
  return operation({ rest: segments.slice(2), query, body })
}

/** The control API over the parts of one emulator. */
export function createControlApi(parts: ControlParts): ControlApi {
  const operations = controlOperations(parts)
  return {
    answer: async (request, response) => {
      const [path = ''] = (request.url ?? '').split('?')
      const [name = ''] = path.slice(base.length).split('/')
      const known = path.startsWith(base) && Object.hasOwn(operations, name) ? operations[name] : undefined
      if (!known) return false
      try {
        const value = await perform(request, known, readRequestPath(request))
        send(response, value === undefined ? 204 : 200, value)
      } catch (error) {
        sendError(response, error)
      }
      return true
    },
  }
}

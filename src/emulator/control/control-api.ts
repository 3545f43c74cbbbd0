import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson, sendJsonError } from '../http/json-answer.ts'
import { readRequestPath, type RequestPath } from '../http/request-path.ts'
import { methodNotAllowed, StoreFault } from '../http/store-fault.ts'
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

type Operations = Readonly<Record<string, ReturnType<typeof controlOperations>['health']>>

/** The methods of an address; HEAD goes with GET. */
function allowedBy(known: Operations[string]): string {
  return Object.keys(known)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')
}

async function perform(request: IncomingMessage, known: Operations[string], { segments, query }: RequestPath): Promise<unknown> {
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
  const operation = Object.hasOwn(known, method) ? known[method] : undefined
  if (!operation) throw methodNotAllowed(method, allowedBy(known))
  refuseForeignChange(request)
  const body = method === 'POST' ? await readJson(request) : undefined
  return operation({ rest: segments.slice(2), query, body })
}

/** The control API over the parts of one emulator. */
export function createControlApi(parts: ControlParts): ControlApi {
  const operations: Operations = controlOperations(parts)
  return {
    answer: async (request, response) => {
      const [path = ''] = (request.url ?? '').split('?')
      const [name = ''] = path.slice(base.length).split('/')
      const known = path.startsWith(base) && Object.hasOwn(operations, name) ? operations[name] : undefined
      if (!known) return false
      try {
        const value = await perform(request, known, readRequestPath(request))
        sendJson(response, value === undefined ? 204 : 200, value)
      } catch (error) {
        sendJsonError(response, error)
      }
      return true
    },
  }
}

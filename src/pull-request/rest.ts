import { OperationalError } from '../errors.ts'
import { textAt } from './json-value.ts'

/** The REST API of a code host; paths begin with `/`. Each call throws `forge-failed` for an answer with an error status. */
export interface Rest {
  get(path: string): Promise<unknown>
  /** `null` where the answer has one of these statuses. */
  getUnless(statuses: readonly number[], path: string): Promise<unknown>
  /** All entries of a list that the host returns in pages. */
  all(path: string): Promise<readonly unknown[]>
  send(method: 'POST' | 'PATCH' | 'PUT', path: string, body: unknown): Promise<void>
}

const perPage = 100

/** The REST API at an address, with these headers on each request. */
export function restAt(address: string, headers: Readonly<Record<string, string>>): Rest {
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const init = { method, headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'planogram' } }
    try {
      return await fetch(`${address}${path}`, body === undefined ? init : { ...init, body: JSON.stringify(body) })
    } catch (cause) {
      const fix = 'Check the network of this runner, HTTPS_PROXY and NO_PROXY, then run the job again.'
      throw new OperationalError('forge-failed', `Could not connect to ${address} for ${method} ${path}.`, { fix, cause })
    }
  }
  const getUnless = async (statuses: readonly number[], path: string): Promise<unknown> => {
    const answer = await call('GET', path)
    return statuses.includes(answer.status) ? null : contentOf(answer, `GET ${path}`)
  }
  const get = (path: string): Promise<unknown> => getUnless([], path)
  return {
    get,
    getUnless,
    all: async (path) => {
      const found: unknown[] = []
      for (let page = 1; ; page += 1) {
        const entries = await get(`${path}?per_page=${perPage}&page=${page}`)
        if (!Array.isArray(entries)) return found
        found.push(...entries)
        if (entries.length < perPage) return found
      }
    },
    send: async (method, path, body) => {
      const answer = await call(method, path, body)
      if (!answer.ok) throw await refused(answer, `${method} ${path}`)
    },
  }
}

async function contentOf(answer: Response, request: string): Promise<unknown> {
  if (!answer.ok) throw await refused(answer, request)
  const json = parsed(await textOf(answer, request))
  if (json === undefined) throw new OperationalError('forge-failed', `${request}: the answer is not JSON.`, { fix: otherFix })
  return json
}

/** A page for people, such as that of a login, is no answer of the API. */
const otherFix = 'Check that no proxy answers in place of the code host, then run the job again.'

async function textOf(answer: Response, request: string): Promise<string> {
  try {
    return await answer.text()
  } catch (cause) {
    throw new OperationalError('forge-failed', `${request}: the answer ended too early.`, { fix: 'Run the job again.', cause })
  }
}

async function refused(answer: Response, request: string): Promise<OperationalError> {
  const text = await textOf(answer, request)
  const message = text.startsWith('{') ? textAt(parsed(text), 'message') : ''
  return new OperationalError('forge-failed', `${request}: answer ${answer.status}${message === '' ? '' : `, ${message}`}.`)
}

/** `undefined` for a text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

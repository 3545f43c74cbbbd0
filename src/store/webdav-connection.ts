import type * as Undici from 'undici'
import type * as Webdav from 'webdav'
import { invariant, OperationalError } from '../errors.ts'
import { answerInMemory } from './answer-in-memory.ts'
import type { FileAnswer } from './file-answer.ts'
import { sendWhenBack } from './send-when-back.ts'
import { watchSentBytes } from './sent-bytes.ts'
import type { StoreSettings } from './store-settings.ts'

/** The Files API to connect to; see `StoreFilesOptions`. */
export interface WebdavSettings extends Pick<StoreSettings, 'whenRefused'> {
  readonly filesUrl: string
  readonly siteName: string
  readonly key: string
  readonly timeoutMs: number
  readonly proxy?: string
}

/** The loaded webdav package, a client of one store, and its uploads. */
export interface WebdavConnection {
  readonly webdav: typeof Webdav
  readonly client: Webdav.WebDAVClient
  /** Sends the bytes of a file. A status of 400 or more rejects with an error that carries it, as those of the client do. */
  readonly put: (path: string, data: Uint8Array) => Promise<FileAnswer>
  /** `StoreFiles.isSent`. */
  readonly isSent: () => boolean
}

/**
 * Loads webdav and the parts of undici that it needs, and creates a client with its own connections. Sends nothing. The whole of undici, which takes 60 ms,
 * is loaded for a proxy.
 */
export async function connectWebdav({ filesUrl, siteName, key, proxy, timeoutMs, whenRefused }: WebdavSettings): Promise<WebdavConnection> {
  const [webdav, { default: OwnPool }, { default: buildConnector }, { fetch }] = await Promise.all([
    import('webdav'),
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/core/connect.js'),
    import('undici/lib/web/fetch/index.js'),
  ])
  const settings = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, allowH2: false }
  const connect = { timeout: Math.min(timeoutMs, 10_000), allowH2: false }
  const { isSent, ...watched } = watchSentBytes(buildConnector(connect))
  // All requests go to one origin: an agent would look for its pool each time.
  const dispatcher =
    proxy === undefined
      ? new OwnPool(new URL(filesUrl).origin, { ...settings, ...watched })
      : new (await import('undici')).ProxyAgent({ ...settings, connect, uri: proxy })
  const again = whenRefused === undefined ? {} : { whenRefused }
  ownDispatchers.set(dispatcher, again)
  useUndici(webdav, fetch)
  const site = `${filesUrl.replace(/\/+$/, '')}/${encodeURIComponent(siteName)}`
  const client = webdav.createClient(site, {
    authType: webdav.AuthType.Password,
    username: key,
    password: '',
    httpAgent: dispatcher,
    httpsAgent: dispatcher,
  })
  const put = uploader(site, { key, dispatcher, timeoutMs, ...again })
  return { webdav, client, put, isSent: () => proxy === undefined && isSent() }
}

/** An answer with a status of 400 or more, in the form of the errors of webdav. */
class RefusedUpload extends Error {
  readonly status: number
  readonly response: { readonly headers: Headers }

  constructor(status: number, retry: readonly (readonly [name: string, value: string])[]) {
    super(`The answer has status ${status}.`)
    this.status = status
    this.response = { headers: new Headers(retry.map(([name, value]) => [name, value])) }
  }
}

interface Sender extends Pick<WebdavSettings, 'key' | 'timeoutMs' | 'whenRefused'> {
  readonly dispatcher: Undici.Dispatcher
}

/** Bytes that the slowest line sends in a millisecond: one of 1 Mbit/s that 16 uploads share. */
const fewestPerMs = 8

/** Files up to this size need no more time: a wait of its own takes undici a new timer for each upload. */
const mostInUsualWait = 262_144

/** The longest wait for the answer to an upload. It begins with the first byte that is sent, so that a large file has time for its bytes. */
export function uploadWaitMs(timeoutMs: number, bytes: number): number {
  return bytes <= mostInUsualWait ? timeoutMs : timeoutMs + Math.ceil(bytes / fewestPerMs)
}

/** A path that is its own encoding. */
const plainPath = /^[\w./-]*$/

/** Uploads without fetch and without streams, which take twice the time of an upload of 50 kB. */
function uploader(site: string, { key, dispatcher, timeoutMs, ...again }: Sender): WebdavConnection['put'] {
  const { origin, pathname, host } = new URL(site)
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
  const headers = ['authorization', authorization, 'content-type', 'application/octet-stream']
  return async (path, data) => {
    const options: Undici.Dispatcher.DispatchOptions = {
      origin,
      path: `${pathname}/${plainPath.test(path) ? path : path.split('/').map(encodeURIComponent).join('/')}`,
      method: 'PUT',
      headers,
      body: data,
      headersTimeout: uploadWaitMs(timeoutMs, data.length),
    }
    const { status, headers: answered, text } = await sendWhenBack(() => answerInMemory(dispatcher, options), again)
    if (status >= 300 && status < 400) throw redirected(host, status)
    if (status < 400) return { status, text }
    throw new RefusedUpload(
      status,
      ['retry-after', 'date'].flatMap((name) => (typeof answered[name] === 'string' ? [[name, answered[name]] as const] : [])),
    )
  }
}

function redirected(host: string, status: number): OperationalError {
  return new OperationalError(
    'files-fault',
    `${host} redirects to another address. Redirects are not followed, because the key would be sent there too.`,
    { fix: 'Set files_url to the final address.', context: { status } },
  )
}

/** The options that webdav passes to its fetch; `agent` returns the dispatcher of the client. */
interface FetchOptions extends Undici.RequestInit {
  readonly agent: (url: URL) => Undici.Dispatcher
}

/** The dispatchers of the clients created here. The patch below is global to the process, where other code can use webdav too. */
const ownDispatchers = new WeakMap<object, Pick<StoreSettings, 'whenRefused'>>()

/** Makes webdav fetch through undici: one pool per client, and redirects are not followed, because the key would be sent along. */
function useUndici(webdav: typeof Webdav, fetch: typeof Undici.fetch): void {
  const send = async (url: URL, { agent, ...options }: FetchOptions): Promise<Undici.Response> => {
    const dispatcher = agent(url)
    const again = ownDispatchers.get(dispatcher) ?? {}
    const answer = await sendWhenBack(() => fetch(url, { ...options, dispatcher, redirect: 'manual' }), again)
    if (answer.status < 300 || answer.status >= 400) return answer
    await answer.body?.cancel()
    throw redirected(url.host, answer.status)
  }
  webdav.getPatcher().patch('fetch', (address, options) => {
    invariant(typeof address === 'string' && isRequestInit(options), 'webdav calls its fetch with an address and options')
    const url = new URL(address)
    return isOwnRequest(options, url) ? send(url, options) : globalThis.fetch(url, options)
  })
}

function isRequestInit(options: unknown): options is RequestInit | undefined {
  return options === undefined || (typeof options === 'object' && options !== null)
}

function isOwnRequest(options: unknown, url: URL): options is FetchOptions {
  if (typeof options !== 'object' || options === null || !('agent' in options) || typeof options.agent !== 'function') return false
  const dispatcher: unknown = options.agent(url)
  return typeof dispatcher === 'object' && dispatcher !== null && ownDispatchers.has(dispatcher)
}

import type * as Undici from 'undici'
import type * as Webdav from 'webdav'
import { invariant, OperationalError } from '../errors.ts'
import { sendWhenBack } from './send-when-back.ts'
import type { StoreSettings } from './store-settings.ts'

/** The Files API to connect to; see `StoreFilesOptions`. */
export interface WebdavSettings extends Pick<StoreSettings, 'whenRefused'> {
  readonly filesUrl: string
  readonly siteName: string
  readonly key: string
  readonly timeoutMs: number
  readonly proxy?: string
}

/** The loaded webdav package, and a client of one store. */
export interface WebdavConnection {
  readonly webdav: typeof Webdav
  readonly client: Webdav.WebDAVClient
}

/** Loads webdav, which takes 65 ms, and creates a client with its own connections. Sends nothing. */
export async function connectWebdav({ filesUrl, siteName, key, proxy, timeoutMs, whenRefused }: WebdavSettings): Promise<WebdavConnection> {
  const [webdav, undici] = await Promise.all([import('webdav'), import('undici')])
  const settings = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect: { timeout: Math.min(timeoutMs, 10_000) } }
  const dispatcher = proxy === undefined ? new undici.Agent(settings) : new undici.ProxyAgent({ ...settings, uri: proxy })
  ownDispatchers.set(dispatcher, whenRefused === undefined ? {} : { whenRefused })
  useUndici(webdav, undici.fetch)
  const client = webdav.createClient(`${filesUrl.replace(/\/+$/, '')}/${encodeURIComponent(siteName)}`, {
    authType: webdav.AuthType.Password,
    username: key,
    password: '',
    httpAgent: dispatcher,
    httpsAgent: dispatcher,
  })
  return { webdav, client }
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
    throw new OperationalError(
      'files-fault',
      `${url.host} redirects to another address. Redirects are not followed, because the key would be sent there too.`,
      {
        fix: 'Set files_url to the final address.',
        context: { status: answer.status },
      },
    )
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

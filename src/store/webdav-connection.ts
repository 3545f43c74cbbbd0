import type * as Undici from 'undici'
import type * as Webdav from 'webdav'
import { invariant, OperationalError } from '../errors.ts'

export interface WebdavSettings {
  readonly filesUrl: string
  readonly siteName: string
  readonly key: string
  readonly timeoutMs: number
  readonly proxy?: string
}

/** The loaded package, and a client of one store. */
export interface WebdavConnection {
  readonly webdav: typeof Webdav
  readonly client: Webdav.WebDAVClient
}

/** Loads webdav, which takes 65 ms, and makes a client with connections of its own. Sends nothing. */
export async function connectWebdav({ filesUrl, siteName, key, proxy, timeoutMs }: WebdavSettings): Promise<WebdavConnection> {
  const [webdav, undici] = await Promise.all([import('webdav'), import('undici')])
  const settings = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect: { timeout: Math.min(timeoutMs, 10_000) } }
  const dispatcher = proxy === undefined ? new undici.Agent(settings) : new undici.ProxyAgent({ ...settings, uri: proxy })
  ours.add(dispatcher)
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

/** What webdav hands to its fetch; `agent` gives back what the client was made with. */
interface FetchOptions extends Undici.RequestInit {
  readonly agent: (url: URL) => Undici.Dispatcher
}

/** The connections of our own clients. The patch below is one for the process, and others may use webdav in it too. */
const ours = new WeakSet()

/** Has webdav fetch through undici: one pool for each client of ours, and no redirect is followed, because the key would travel. */
function useUndici(webdav: typeof Webdav, fetch: typeof Undici.fetch): void {
  const send = async (url: URL, { agent, ...options }: FetchOptions): Promise<Undici.Response> => {
    const answer = await fetch(url, { ...options, dispatcher: agent(url), redirect: 'manual' })
    if (answer.status < 300 || answer.status >= 400) return answer
    await answer.body?.cancel()
    throw new OperationalError(
      'files-fault',
      `${url.host} sends us elsewhere, and redirects are not followed: the key would travel along.`,
      {
        fix: 'Put the final address into files_url.',
        context: { status: answer.status },
      },
    )
  }
  webdav.getPatcher().patch('fetch', (address, options) => {
    invariant(typeof address === 'string' && isRequestInit(options), 'webdav calls its fetch in another way')
    const url = new URL(address)
    return isOurs(options, url) ? send(url, options) : globalThis.fetch(url, options)
  })
}

function isRequestInit(options: unknown): options is RequestInit | undefined {
  return options === undefined || (typeof options === 'object' && options !== null)
}

function isOurs(options: unknown, url: URL): options is FetchOptions {
  if (typeof options !== 'object' || options === null || !('agent' in options) || typeof options.agent !== 'function') return false
  const dispatcher: unknown = options.agent(url)
  return typeof dispatcher === 'object' && dispatcher !== null && ours.has(dispatcher)
}

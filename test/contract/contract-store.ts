import type { EmulatorOptions, RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { basic, storeRequest } from '../unit/emulator/store-request.ts'
import type { StoreRequest } from '../unit/emulator/store-request.ts'

/** A store as a proof that only reads sees it: the emulator, or any other. */
export interface ReadStore {
  /** The base_url. */
  readonly url: string
  readonly key: string
  /** Sends GET, HEAD or OPTIONS with the key; `path` is below `/API/V3/`. Anything else fails before it is sent. */
  readonly send: StoreRequest
}

/** An emulator of a proof that writes, with nothing in it. */
export interface WriteStore extends ReadStore {
  readonly emulator: RunningEmulator
  /** POST of these nodes. */
  readonly post: (spec: string, ...nodes: readonly string[]) => ReturnType<StoreRequest>
  readonly put: (path: string, ...nodes: readonly string[]) => ReturnType<StoreRequest>
  /** The records of a list, as `Seen.records` has them. */
  readonly list: (path: string) => Promise<readonly string[]>
  /** A request of the Files API; `path` is below the site, with a leading slash. */
  readonly file: (method: string, path: string, body?: string | Uint8Array) => Promise<Response>
}

/** The clock of every emulator of the contract: the last day of a month. */
export const contractTime = new Date('2026-05-31T12:00:00Z')

/** Where the contract runs, besides the emulator. */
export function otherStore(): { readonly url: string; readonly key: string } | null {
  const url = process.env['CONTRACT_URL'] ?? ''
  return url === '' ? null : { url: url.replace(/\/$/, ''), key: process.env['CONTRACT_KEY'] ?? '' }
}

/** The reading side of a store. */
export function readStore(store: { readonly url: string; readonly key: string }): ReadStore {
  const send = storeRequest(store)
  return {
    url: store.url,
    key: store.key,
    send: async (method, path, body) => {
      if (!['GET', 'HEAD', 'OPTIONS'].includes(method) || body !== undefined) throw new Error(`${method} ${path} could change the store`)
      return send(method, path)
    },
  }
}

function body(nodes: readonly string[]): string {
  return `<ResultSet>${nodes.join('')}</ResultSet>`
}

/** An empty emulator for one proof. */
export async function openWriteStore(options: EmulatorOptions = {}): Promise<WriteStore & AsyncDisposable> {
  const emulator = await startEmulator({ key: 'contract-key', now: () => contractTime, ...options })
  const send = storeRequest(emulator)
  return {
    url: emulator.url,
    key: emulator.key,
    emulator,
    send,
    post: (spec, ...nodes) => send('POST', spec, body(nodes)),
    put: (path, ...nodes) => send('PUT', path, body(nodes)),
    list: async (path) => (await send('GET', path)).records,
    file: (method, path, content) =>
      fetch(`${emulator.filesUrl}/${emulator.site}${path}`, {
        method,
        headers: { authorization: basic(emulator.key) },
        ...(content === undefined ? {} : { body: content }),
      }),
    [Symbol.asyncDispose]: () => emulator.close(),
  }
}

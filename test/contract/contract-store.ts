import { profileSwitches } from '../../src/emulator/assumptions/profiles.ts'
import type { EmulatorOptions, RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { basic, storeRequest } from '../unit/emulator/store-request.ts'
import type { StoreRequest } from '../unit/emulator/store-request.ts'
import { plainRecords } from './plain-records.ts'

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
  /** The records of a list as far as platform.md determines their text: see `plainRecords`. */
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

/** Lets the time pass that a read may be behind (docs/assumptions.md W38); the store's clock shows the same time afterwards. */
function outwait({ clock }: RunningEmulator, milliseconds: number): void {
  if (milliseconds === 0) return
  const time = clock.now()
  clock.advance(milliseconds)
  clock.set(time)
}

/** An emulator for one proof, empty but for the seed of the options. */
export async function openWriteStore(options: EmulatorOptions = {}): Promise<WriteStore & AsyncDisposable> {
  const emulator = await startEmulator({ key: 'contract-key', now: () => contractTime, ...options })
  const lagMs = Number(profileSwitches(options.profile ?? 'default', options.switches).lag)
  const request = storeRequest(emulator)
  const send: StoreRequest = (method, path, text) => {
    if (method === 'GET') outwait(emulator, lagMs)
    return request(method, path, text)
  }
  return {
    url: emulator.url,
    key: emulator.key,
    emulator,
    send,
    post: (spec, ...nodes) => send('POST', spec, body(nodes)),
    put: (path, ...nodes) => send('PUT', path, body(nodes)),
    list: async (path) => {
      const { status, text } = await send('GET', path)
      if (status !== 200) throw new Error(`GET ${path} is answered ${status}: ${text}`)
      return plainRecords(path, text)
    },
    file: (method, path, content) =>
      fetch(`${emulator.filesUrl}/${emulator.site}${path}`, {
        method,
        headers: { authorization: basic(emulator.key) },
        ...(content === undefined ? {} : { body: content }),
      }),
    [Symbol.asyncDispose]: () => emulator.close(),
  }
}

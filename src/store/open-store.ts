import { setTimeout as wait } from 'node:timers/promises'
import { documentedCapabilities } from '../resources/capabilities.ts'
import { dataApiReads } from './data-api-reads.ts'
import { dataApiWrites } from './data-api-writes.ts'
import { openExchange, type Outgoing } from './exchange.ts'
import { openPace } from './pace.ts'
import { parseStoreAddress } from './store-address.ts'
import { repeatReads } from './repeat-reads.ts'
import { firstLimit, mostAtOnce, type RequestKind } from './request-limit.ts'
import type { StoreClient, StoreFiles } from './store-client.ts'
import { openStoreFiles, type StoreFilesOptions } from './store-files.ts'
import type { StoreSettings } from './store-settings.ts'

/**
 * Opens the client of one store. Nothing is sent before the first call. Throws `config-invalid` where an address is not a web address,
 * or is http to another machine.
 *
 * @example
 * const key = process.env['SHOP_KEY'] ?? ''
 * const store = openStore({ name: 'shop', baseUrl: 'https://shop.example', filesUrl: null, siteName: null, key })
 * console.log(await store.count('Product'))
 * await store.close()
 */
export function openStore(settings: StoreSettings): StoreClient {
  const address = parseStoreAddress(settings.baseUrl, settings.name)
  const names = settings.fieldNames ?? {}
  const sent = { reads: 0, writes: 0, uploads: 0 }
  const { sleep = (milliseconds: number) => wait(milliseconds), random = Math.random } = settings
  const beginRead = repeatReads({ sleep, random })
  const { concurrency, requestsPerSecond } = settings
  const pace = openPace({
    first: concurrency ?? firstLimit,
    firstUploads: concurrency ?? mostAtOnce,
    most: concurrency ?? mostAtOnce,
    requestsPerSecond,
    sleep,
    nowMs: () => performance.now(),
  })
  const onRequest = (method: Outgoing['method']): void => {
    if (method === 'GET') sent.reads += 1
    else sent.writes += 1
  }
  const exchange = openExchange(settings, address, { pace, onRequest })
  const context = { exchange, names, host: address.host, key: settings.key, beginRead }
  const countFile = (kind: RequestKind): void => {
    if (kind === 'read') sent.reads += 1
    else if (kind === 'write') sent.writes += 1
    else sent.uploads += 1
  }
  const files = filesOf(settings, { beginRead, pace, onRequest: countFile })
  return {
    name: settings.name,
    baseUrl: settings.baseUrl,
    filesUrl: settings.filesUrl,
    ...(settings.id !== undefined && { id: settings.id }),
    capabilities: { ...documentedCapabilities, files: files !== null, ...settings.capabilities },
    fieldNames: names,
    files,
    pace,
    ...dataApiReads(context),
    ...dataApiWrites(context),
    requests: () => ({ ...sent }),
    close: () => exchange.close(),
  }
}

function filesOf(settings: StoreSettings, sending: Pick<StoreFilesOptions, 'beginRead' | 'pace' | 'onRequest'>): StoreFiles | null {
  const { filesUrl, siteName, key, timeoutMs, proxy, whenRefused } = settings
  if (filesUrl === null || siteName === null) return null
  parseStoreAddress(filesUrl, settings.name)
  return openStoreFiles({
    filesUrl,
    siteName,
    key,
    ...sending,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(whenRefused === undefined ? {} : { whenRefused }),
  })
}

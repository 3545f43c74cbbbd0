import { setTimeout as wait } from 'node:timers/promises'
import { OperationalError } from '../errors.ts'
import { documentedCapabilities } from '../resources/capabilities.ts'
import { checkNumber } from '../source/check-number.ts'
import type { AroundStore } from './answer-log.ts'
import { configuredFiles } from './configured-files.ts'
import { dataApiReads } from './data-api-reads.ts'
import { dataApiWrites } from './data-api-writes.ts'
import { openExchange, type Outgoing } from './exchange.ts'
import { openStorePace } from './pace.ts'
import { sendRaw } from './raw-request.ts'
import { parseStoreAddress } from './store-address.ts'
import { repeatReads } from './repeat-reads.ts'
import { mostAtOnce, type RequestKind } from './request-limit.ts'
import type { StoreClient } from './store-client.ts'
import type { StoreSettings } from './store-settings.ts'

/**
 * Opens the client of one store. Nothing is sent before the first call. Throws `config-invalid` where an address is not a web address,
 * or is http to another machine, `store-refused-key` without a key, and `wrong-usage` for a number that is out of its range.
 *
 * @example
 * const key = process.env['SHOP_KEY'] ?? ''
 * const store = openStore({ name: 'shop', baseUrl: 'https://shop.example', filesUrl: null, siteName: null, key })
 * console.log(await store.count('Product'))
 * await store.close()
 */
export function openStore(settings: StoreSettings): StoreClient {
  return openStoreAround(settings, nothingAround)
}

/**
 * Pages of a read that are requested while one is read: one that arrives, one that the store makes, and one whose request is in transit
 * (docs/decisions/091-three-pages-ahead.md).
 */
const mostPagesAhead = 3

/** What is around a client that is used by itself. */
export const nothingAround: AroundStore = { exchange: (exchange) => exchange, files: (files) => files }

/** The same, with something around its parts: a log of what is read, or answers that were received before. */
export function openStoreAround(settings: StoreSettings, around: AroundStore): StoreClient {
  const address = parseStoreAddress(settings.baseUrl, settings.name)
  checkSettings(settings)
  const names = settings.fieldNames ?? {}
  const sent = { reads: 0, writes: 0, uploads: 0 }
  const { sleep = (milliseconds: number) => wait(milliseconds), random = Math.random } = settings
  const beginRead = repeatReads({ sleep, random })
  const pace = openStorePace(settings)
  const onRequest = (method: Outgoing['method']): void => {
    if (method === 'GET') sent.reads += 1
    else sent.writes += 1
  }
  const exchange = around.exchange(openExchange(settings, address, { pace, onRequest }))
  const pagesAhead = Math.min(mostPagesAhead, (settings.concurrency ?? mostAtOnce) - 1)
  const context = { exchange, names, host: address.host, key: settings.key, beginRead, pagesAhead }
  const countFile = (kind: RequestKind): void => {
    if (kind === 'read') sent.reads += 1
    else if (kind === 'write') sent.writes += 1
    else sent.uploads += 1
  }
  const ownFiles = configuredFiles(settings, { beginRead, pace, onRequest: countFile })
  const files = ownFiles && around.files(ownFiles)
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
    sendRaw: (request) => sendRaw({ ...context, baseUrl: settings.baseUrl }, request),
    requests: () => ({ ...sent }),
    close: () => exchange.close(),
  }
}

/** A program in JavaScript can pass a variable that is not set: the text `undefined` would be sent as the key. */
function checkSettings({ name, key, concurrency, requestsPerSecond, timeoutMs }: StoreSettings): void {
  checkNumber('concurrency', concurrency, { least: 1 })
  checkNumber('requestsPerSecond', requestsPerSecond, { least: 0.001, isWhole: false })
  checkNumber('timeoutMs', timeoutMs, { least: 1 })
  if (typeof key === 'string' && key !== '') return
  throw new OperationalError('store-refused-key', `The key of store ${name} is missing.`, {
    fix: 'Pass an application key of the store; if it comes from a variable, check that the variable is set.',
  })
}

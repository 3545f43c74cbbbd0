import { createRequire } from 'node:module'
import type { Dispatcher, Pool } from 'undici'

/** Connections to one origin, or through a proxy. */
export type Connections = Pick<Dispatcher, 'close'> & { request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> }

type PoolClass = new (origin: string, options: Pool.Options) => Pool
type SendRequest = (this: Dispatcher, options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>

const require = createRequire(import.meta.url)

/** Opens a pool. It loads these two parts of undici alone: the whole, with fetch, caches and sockets, takes three times as long. */
export function openPool(origin: string, options: Pool.Options): Connections {
  const OwnPool: PoolClass = require('undici/lib/dispatcher/pool.js')
  const sendRequest: SendRequest = require('undici/lib/api/api-request.js')
  const pool = new OwnPool(origin, options)
  return { request: (request) => sendRequest.call(pool, request), close: () => pool.close() }
}

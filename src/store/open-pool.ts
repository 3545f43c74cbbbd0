import type { Dispatcher, Pool } from 'undici'

/** Connections to one origin, or through a proxy. */
export type Connections = Pick<Dispatcher, 'close'> & { request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> }

/**
 * Opens a pool. It loads these two parts of undici alone: the whole, with fetch, caches and sockets, takes three times as long. In the program they are
 * joined without HTTP/2 (`.ci/bundle.mjs`).
 */
export async function openPool(origin: string, options: Pool.Options): Promise<Connections> {
  const [{ default: OwnPool }, { default: sendRequest }] = await Promise.all([
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/api/api-request.js'),
  ])
  const pool = new OwnPool(origin, options)
  return { request: (request) => sendRequest.call(pool, request), close: () => pool.close() }
}

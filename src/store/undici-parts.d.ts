/** Parts of undici that it does not declare. */
declare module 'undici/lib/dispatcher/pool.js' {
  import type { Pool } from 'undici'

  const OwnPool: typeof Pool
  export default OwnPool
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici'

  const sendRequest: (this: Dispatcher, options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>
  export default sendRequest
}

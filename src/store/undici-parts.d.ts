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

declare module 'undici/lib/core/connect.js' {
  import type { buildConnector } from 'undici'

  const connect: typeof buildConnector
  export default connect
}

declare module 'undici/lib/web/fetch/index.js' {
  import type { fetch as send } from 'undici'

  export const fetch: typeof send
}

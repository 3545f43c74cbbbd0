import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page on another port of this machine, which is another origin of the same site, or another site by its other name `localhost`. */
export async function foreignPage(markup: string): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((_, response) => void response.setHeader('content-type', 'text/html').end(markup))
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy on loopback that refuses what it is asked for. */
export interface RefusingProxy extends AsyncDisposable {
  readonly port: number
  /** Each request, such as `CONNECT shop.example:443`. */
  readonly seen: readonly string[]
}

/** Starts a proxy that answers every request with 502. */
export async function startRefusingProxy(): Promise<RefusingProxy> {
  const seen: string[] = []
  const server = createServer(({ method, url }, response) => {
    seen.push(`${method} ${url}`)
    response.writeHead(502).end()
  })
  server.on('connect', ({ method, url }, socket) => {
    seen.push(`${method} ${url}`)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

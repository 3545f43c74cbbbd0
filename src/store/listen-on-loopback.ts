import type { Server } from 'node:http'

/** Listens on a loopback address, on this port or, with 0, on a free one. Resolves to the port, and rejects with the error of the system. */
export function listenOnLoopback(server: Server, port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((listening, failed) => {
    server.once('error', failed)
    server.listen(port, host, () => {
      const address = server.address()
      listening(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

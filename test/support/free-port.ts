import { createServer } from 'node:http'
import { listenOnLoopback } from '../../src/store/listen-on-loopback.ts'

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnLoopback(server, 0)
  await new Promise((closed) => server.close(closed))
  return port
}

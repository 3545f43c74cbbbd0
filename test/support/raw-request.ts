import { connect } from 'node:net'

/**
 * Sends exactly these bytes and returns everything received until the server closed. For targets that every client would
 * normalise, and for uploads that break off (`thenReset`).
 */
export async function rawRequest(port: number, text: string, options: { thenReset?: boolean } = {}): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    socket.on('data', (part) => parts.push(part))
    socket.on('close', () => resolve(Buffer.concat(parts).toString()))
    socket.on('error', reject)
    socket.write(text, () => {
      if (options.thenReset) socket.resetAndDestroy()
    })
  })
}

/** A request of one target that closes the connection after the response; returns the status. */
export async function statusOfTarget(port: number, line: string): Promise<number> {
  const answer = await rawRequest(port, `${line} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}

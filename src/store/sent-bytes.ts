import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'

/** The connections of an agent, and whether the bytes that were given to them are out of this process. */
export interface SentBytes {
  /** Connects, and watches the connection. */
  readonly connect: buildConnector.connector
  /** True where no connection holds bytes of a request. What HTTP/2 holds back is not known: false. */
  readonly isSent: () => boolean
}

/** Watches the connections of a connector. */
export function watchSentBytes(connector: buildConnector.connector): SentBytes {
  const sockets = new Set<Socket | TLSSocket>()
  return {
    connect(options, callback) {
      connector(options, (...[error, socket]) => {
        if (error) return callback(error, null)
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
        callback(null, socket)
      })
    },
    isSent() {
      for (const socket of sockets) if (socket.writableLength > 0 || hasFrames(socket)) return false
      return true
    },
  }
}

function hasFrames(socket: Socket | TLSSocket): boolean {
  return 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** Time limits for slow clients; every field has a default. */
export interface Patience {
  /** Milliseconds until the headers of a request are complete; default 10,000. */
  readonly headersMs?: number
  /** Milliseconds until its body is complete, in addition to what `bytesPerSecond` allows for the bytes so far; default 60,000. */
  readonly bodyMs?: number
  /** The slowest rate of a body after that time; default 16,384. */
  readonly bytesPerSecond?: number
  /** Milliseconds during which the client may read no byte of the answer; default 60,000. */
  readonly answerMs?: number
}

/** The time limit for the headers of a request. */
export function headersMs({ headersMs: given = 10_000 }: Patience): number {
  return given
}

/** The time limits of a server, applied to its requests. */
export interface SlowClients {
  watch(request: IncomingMessage, response: ServerResponse): void
  stop(): void
}

interface Watched {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly socket: Socket
  readonly began: number
  /** Bytes that the connection had received before the body. */
  readonly before: number
  read: number
  readAt: number
}

/**
 * Ends connections whose body arrives too slowly, or whose answer is not read, so that a client cannot block the store for ever.
 * `refuse` answers and ends a connection whose body is late.
 */
export function watchSlowClients(patience: Patience, refuse: (socket: Socket) => void): SlowClients {
  const { bodyMs = 60_000, bytesPerSecond = 16_384, answerMs = 60_000 } = patience
  const watched = new Set<Watched>()

  function bodyIsLate({ request, socket, began, before }: Watched, now: number): boolean {
    const limit = bodyMs + ((socket.bytesRead - before) / bytesPerSecond) * 1000
    return !request.complete && now - began > limit
  }

  function answerIsStuck(entry: Watched, now: number): boolean {
    const { response, socket } = entry
    if (response.writableLength === 0 || socket.bytesWritten !== entry.read) {
      entry.read = socket.bytesWritten
      entry.readAt = now
    }
    return now - entry.readAt > answerMs
  }

  function check(): void {
    const now = performance.now()
    for (const entry of watched) {
      const { request, response, socket } = entry
      if (socket.destroyed || (request.complete && response.closed)) watched.delete(entry)
      else if (bodyIsLate(entry, now)) {
        watched.delete(entry)
        if (response.headersSent) socket.destroy()
        else refuse(socket)
      } else if (answerIsStuck(entry, now)) socket.destroy()
    }
  }

  const timer = setInterval(check, Math.max(10, Math.min(bodyMs, answerMs, 20_000) / 4)).unref()
  return {
    watch: (request, response) => {
      const { socket } = request
      const now = performance.now()
      const entry = { request, response, socket, began: now, before: socket.bytesRead, read: socket.bytesWritten, readAt: now }
      watched.add(entry)
      // The rest of a refused body is still subject to the limits.
      response.once('close', () => {
        if (request.complete) watched.delete(entry)
      })
    },
    stop: () => clearInterval(timer),
  }
}

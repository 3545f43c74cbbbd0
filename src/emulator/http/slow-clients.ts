import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** How long the store bears a client that is slow; everything has a default. */
export interface Patience {
  /** Until the head of a request is there; default 10,000. */
  readonly headersMs?: number
  /** Until its body is there, besides the time that the bytes so far may take; default 60,000. */
  readonly bodyMs?: number
  /** The slowest rate of a body, after that time; default 16,384. */
  readonly bytesPerSecond?: number
  /** Without a byte of the answer being taken; default 60,000. */
  readonly answerMs?: number
}

/** The time until the head of a request has to be there. */
export function headersMs({ headersMs: given = 10_000 }: Patience): number {
  return given
}

/** Watches the requests of a server. */
export interface SlowClients {
  watch(request: IncomingMessage, response: ServerResponse): void
  stop(): void
}

interface Watched {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly socket: Socket
  readonly began: number
  /** Bytes that the connection had brought before the body. */
  readonly before: number
  taken: number
  takenAt: number
}

/**
 * Cuts connections whose body drips in, or whose answer is not taken, so that a client cannot hold the store for ever.
 * `refuse` ends one that waits for the answer to a body that never came.
 */
export function watchSlowClients(patience: Patience, refuse: (socket: Socket) => void): SlowClients {
  const { bodyMs = 60_000, bytesPerSecond = 16_384, answerMs = 60_000 } = patience
  const watched = new Set<Watched>()

  function bodyIsLate({ request, socket, began, before }: Watched, now: number): boolean {
    const leave = bodyMs + ((socket.bytesRead - before) / bytesPerSecond) * 1000
    return !request.complete && now - began > leave
  }

  function answerIsStuck(entry: Watched, now: number): boolean {
    const { response, socket } = entry
    if (response.writableLength === 0 || socket.bytesWritten !== entry.taken) {
      entry.taken = socket.bytesWritten
      entry.takenAt = now
    }
    return now - entry.takenAt > answerMs
  }

  function look(): void {
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

  const timer = setInterval(look, Math.max(10, Math.min(bodyMs, answerMs, 20_000) / 4)).unref()
  return {
    watch: (request, response) => {
      const { socket } = request
      const now = performance.now()
      const entry = { request, response, socket, began: now, before: socket.bytesRead, taken: socket.bytesWritten, takenAt: now }
      watched.add(entry)
      // What is left of a refused body is still watched.
      response.once('close', () => {
        if (request.complete) watched.delete(entry)
      })
    },
    stop: () => clearInterval(timer),
  }
}

import type { ServerResponse } from 'node:http'

/** Resolves when the client has disconnected or the answer has been sent. */
export async function untilClosed(response: ServerResponse): Promise<void> {
  if (response.closed) return
  await new Promise<void>((resolve) => {
    response.once('close', resolve)
  })
}

/** Resolves after this many milliseconds, or as soon as the client disconnects. */
export async function waitFor(milliseconds: number, response: ServerResponse): Promise<void> {
  if (response.closed) return
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      response.off('close', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    response.once('close', done)
  })
}

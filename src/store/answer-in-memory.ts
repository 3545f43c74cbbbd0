import type { Dispatcher } from 'undici'

/** An answer and the first 64 KB of its body as text. */
export interface ShortAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

const longestText = 65_536
const mostBytes = 1_000_000

/**
 * Sends a request whose answer is short, without a stream for its body, which takes as long as the rest of the request. Up to 1 MB is read and
 * dropped, so that the connection stays usable. Rejects with the errors of undici.
 */
export function answerInMemory(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions): Promise<ShortAnswer> {
  return new Promise((resolve, reject) => {
    const kept: Uint8Array[] = []
    let size = 0
    let start: Omit<ShortAnswer, 'text'> = { status: 0, headers: {} }
    const text = (): string => (size === 0 ? '' : Buffer.concat(kept).subarray(0, longestText).toString('utf8'))
    const end = (): void => resolve({ ...start, text: text() })
    dispatcher.dispatch(options, {
      onRequestStart: () => undefined,
      onResponseStart(_, status, headers) {
        start = { status, headers }
      },
      onResponseData(controller, chunk) {
        if (size < longestText) kept.push(chunk)
        size += chunk.length
        if (size <= mostBytes) return
        end()
        controller.abort(new Error('The answer is too long.'))
      },
      onResponseEnd: end,
      onResponseError: (_, error) => reject(error),
    })
  })
}

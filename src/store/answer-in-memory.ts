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
  return new Promise((resolve, reject) => void dispatcher.dispatch(options, new AnswerReader(resolve, reject)))
}

/** Reads one answer. It is a class: closures for each request take longer to create. */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: ShortAnswer) => void
  readonly #reject: (error: Error) => void
  #status = 0
  #headers: ShortAnswer['headers'] = {}
  #kept: Uint8Array[] | null = null
  #size = 0

  constructor(resolve: (answer: ShortAnswer) => void, reject: (error: Error) => void) {
    this.#resolve = resolve
    this.#reject = reject
  }

  onRequestStart(): void {}

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: ShortAnswer['headers']): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#kept ??= []
    if (this.#size < longestText) this.#kept.push(chunk)
    this.#size += chunk.length
    if (this.#size <= mostBytes) return
    this.onResponseEnd()
    controller.abort(new Error('The answer is too long.'))
  }

  onResponseEnd(): void {
    const text = this.#kept ? Buffer.concat(this.#kept).subarray(0, longestText).toString('utf8') : ''
    this.#resolve({ status: this.#status, headers: this.#headers, text })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error)
  }
}

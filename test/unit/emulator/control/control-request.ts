/** The answer of the control API. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

interface ControlRequest {
  readonly method: string
  /** Below `/_emulator/`. */
  readonly path: string
  /** Sent as JSON, a text as it is. */
  readonly body?: unknown
  /** Default: the header that a change needs. */
  readonly headers?: Record<string, string> | undefined
}

/** Sends a request to the control API of the store at this address. */
export async function controlRequest(
  url: string,
  { method, path, body, headers = { 'x-emulator': '1' } }: ControlRequest,
): Promise<Answer> {
  const answer = await fetch(`${url}/_emulator/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

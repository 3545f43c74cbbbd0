import { isLoopback } from '../../source/is-loopback.ts'
import type { Attempt, Delivery, DeliveryState } from './delivery.ts'
import { postJson } from './post-json.ts'

/** How notifications are sent; every field has a default. */
export interface WebhookOptions {
  /** Hosts other than this machine that may be notified, each with or without a port (docs/assumptions.md H6). Default: none. */
  readonly hosts?: readonly string[]
  /** Time limit of one attempt; default 10,000 (docs/assumptions.md H3). */
  readonly timeoutMs?: number
  /** The delay before each retry, if the switch `webhookRetries` allows retries; default 1,000. */
  readonly retryAfterMs?: number
}

/** The address to notify if it is on this machine or on a listed host (docs/assumptions.md H6), else `null`. */
function targetOf(text: string, hosts: readonly string[]): URL | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return isLoopback(url.hostname) || hosts.includes(url.hostname) || hosts.includes(`${url.hostname}:${port}`) ? url : null
}

/** One attempt, and what it makes of the delivery. */
interface Tried {
  readonly attempt: Attempt
  readonly state: Extract<DeliveryState, 'delivered' | 'failed' | 'refused'>
}

/** Makes attempts, each until its time limit or until the signal ends it; `time` is the present time as the store writes it. */
export function openAttempts(time: () => string, options: WebhookOptions): (delivery: Delivery, ended: AbortSignal) => Promise<Tried> {
  const { timeoutMs = 10_000 } = options
  const hosts = (options.hosts ?? []).map((host) => host.toLowerCase())

  function reasonOf(error: unknown, { timeout, ended }: { timeout: AbortSignal; ended: AbortSignal }): string {
    if (ended.aborted) return 'aborted: the store was closed'
    if (timeout.aborted) return `no answer within ${timeoutMs} ms`
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return code || (error instanceof Error ? error.message : String(error))
  }

  return async ({ url, body }, ended) => {
    const target = targetOf(url, hosts)
    const at = time()
    if (!target) {
      return { attempt: { at, status: null, error: 'the target is neither this machine nor a listed host', tookMs: 0 }, state: 'refused' }
    }
    const began = performance.now()
    const timeout = AbortSignal.timeout(timeoutMs)
    const tookMs = (): number => Math.round(performance.now() - began)
    try {
      const status = await postJson(target, body, AbortSignal.any([timeout, ended]))
      const state = status >= 200 && status < 300 ? 'delivered' : 'failed'
      return { attempt: { at, status, error: null, tookMs: tookMs() }, state }
    } catch (thrown) {
      return { attempt: { at, status: null, error: reasonOf(thrown, { timeout, ended }), tookMs: tookMs() }, state: 'failed' }
    }
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Switches } from '../assumptions/switches.ts'
import type { Delivery } from './delivery.ts'
import type { DeliveryLog } from './delivery-log.ts'
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

interface SenderParts {
  readonly switches: Switches
  /** The present time as the store writes it. */
  readonly time: () => string
  readonly options: WebhookOptions
}

const retries: Readonly<Record<Switches['webhookRetries'], number>> = { none: 0, three: 3 }

/** Sends notifications until it is aborted. */
export interface Sender {
  /** One attempt; true if it needs no retry: answered with 2xx, or refused because of its target. */
  attempt(delivery: Delivery): Promise<boolean>
  /** An attempt with its retries. */
  deliver(delivery: Delivery): Promise<void>
  abort(): void
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** The address to notify if it is on this machine or on a listed host (docs/assumptions.md H6), else `null`. */
function targetOf(text: string, hosts: readonly string[]): URL | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return loopback.test(url.hostname) || hosts.includes(url.hostname) || hosts.includes(`${url.hostname}:${port}`) ? url : null
}

/** A sender that records every attempt in the log. */
export function createSender(log: DeliveryLog, { switches, time, options }: SenderParts): Sender {
  const { hosts = [], timeoutMs = 10_000, retryAfterMs = 1_000 } = options
  const closing = new AbortController()

  function reasonOf(error: unknown, timeout: AbortSignal): string {
    if (closing.signal.aborted) return 'aborted: the store was closed'
    if (timeout.aborted) return `no answer within ${timeoutMs} ms`
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return code || (error instanceof Error ? error.message : String(error))
  }

  async function attempt({ id, url, body }: Delivery): Promise<boolean> {
    const target = targetOf(url, hosts)
    if (!target) {
      log.addAttempt(id, { at: time(), status: null, error: 'the target is neither this machine nor a listed host', tookMs: 0 })
      log.setState(id, 'refused')
      return true
    }
    const at = time()
    const began = performance.now()
    const timeout = AbortSignal.timeout(timeoutMs)
    let status: number | null = null
    let error: string | null = null
    try {
      status = await postJson(target, body, AbortSignal.any([timeout, closing.signal]))
    } catch (thrown) {
      error = reasonOf(thrown, timeout)
    }
    const delivered = status !== null && status >= 200 && status < 300
    log.addAttempt(id, { at, status, error, tookMs: Math.round(performance.now() - began) })
    log.setState(id, delivered ? 'delivered' : 'failed')
    return delivered
  }

  return {
    attempt,
    deliver: async (delivery) => {
      for (let left = retries[switches.webhookRetries]; !(await attempt(delivery)) && left > 0; left -= 1) {
        await wait(retryAfterMs, undefined, { signal: closing.signal }).catch(() => undefined)
        if (closing.signal.aborted) return
        log.setState(delivery.id, 'sending')
      }
    },
    abort: () => closing.abort(),
  }
}

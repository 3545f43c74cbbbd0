import { setTimeout as wait } from 'node:timers/promises'
import type { Switches } from '../assumptions.ts'
import type { Delivery } from './delivery.ts'
import type { DeliveryLog } from './delivery-log.ts'
import { postJson } from './post-json.ts'
import { targetOf } from './target.ts'

/** How notifications go out; everything has a default. */
export interface WebhookOptions {
  /** Host names besides this machine itself that may be notified (assumptions.md H6). Default: none. */
  readonly hosts?: readonly string[]
  /** How long one attempt may take; default 10,000 (assumptions.md H3). */
  readonly timeoutMs?: number
  /** The wait before each retry, where the switch `webhookRetries` allows any; default 1,000. */
  readonly retryAfterMs?: number
}

interface SenderParts {
  readonly switches: Switches
  /** The store's time as it writes it. */
  readonly time: () => string
  readonly options: WebhookOptions
}

const retries: Readonly<Record<Switches['webhookRetries'], number>> = { none: 0, three: 3 }

/** One sender of attempts, until it is cut. */
export interface Sender {
  /** One attempt; true when it was answered with 2xx. */
  attempt(delivery: Delivery): Promise<boolean>
  /** The attempt with its retries. */
  deliver(delivery: Delivery): Promise<void>
  cut(): void
}

/** A sender that notes every attempt in the log. */
export function createSender(log: DeliveryLog, { switches, time, options }: SenderParts): Sender {
  const { hosts = [], timeoutMs = 10_000, retryAfterMs = 1_000 } = options
  const closing = new AbortController()

  function reasonOf(error: unknown, timeout: AbortSignal): string {
    if (closing.signal.aborted) return 'cut, because the store was closed'
    if (timeout.aborted) return `no answer within ${timeoutMs} ms`
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return code || (error instanceof Error ? error.message : String(error))
  }

  async function attempt({ id, url, body }: Delivery): Promise<boolean> {
    const target = targetOf(url, hosts)
    if (!target) {
      log.addAttempt(id, { at: time(), status: null, error: 'the target is not on this machine and not listed', tookMs: 0 })
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
    cut: () => closing.abort(),
  }
}

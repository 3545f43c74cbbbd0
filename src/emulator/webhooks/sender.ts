import { setTimeout as wait } from 'node:timers/promises'
import type { Switches } from '../assumptions/switches.ts'
import type { Attempt, Delivery, DeliveryState } from './delivery.ts'
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
  /** One attempt. */
  attempt(delivery: Delivery): Promise<void>
  /** An attempt with its retries: until one is answered with 2xx, or has reached no allowed target. */
  deliver(delivery: Delivery): Promise<void>
  /** Ends what is under way and notes nothing of it: its notifications are not in the log any more. */
  forget(): void
  /** Ends what is under way, and notes that. */
  abort(): void
}

/** The attempts that were begun since the log was replaced. */
interface Course {
  readonly ended: AbortController
  /** True once the log has other notifications. */
  isForgotten: boolean
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
  const { timeoutMs = 10_000, retryAfterMs = 1_000 } = options
  const hosts = (options.hosts ?? []).map((host) => host.toLowerCase())
  let course: Course = { ended: new AbortController(), isForgotten: false }

  function reasonOf(error: unknown, { timeout, ended }: { timeout: AbortSignal; ended: AbortController }): string {
    if (ended.signal.aborted) return 'aborted: the store was closed'
    if (timeout.aborted) return `no answer within ${timeoutMs} ms`
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return code || (error instanceof Error ? error.message : String(error))
  }

  async function tryOnce({ url, body }: Delivery, { ended }: Course): Promise<{ attempt: Attempt; state: DeliveryState }> {
    const target = targetOf(url, hosts)
    const at = time()
    if (!target) {
      return { attempt: { at, status: null, error: 'the target is neither this machine nor a listed host', tookMs: 0 }, state: 'refused' }
    }
    const began = performance.now()
    const timeout = AbortSignal.timeout(timeoutMs)
    const tookMs = (): number => Math.round(performance.now() - began)
    try {
      const status = await postJson(target, body, AbortSignal.any([timeout, ended.signal]))
      const state = status >= 200 && status < 300 ? 'delivered' : 'failed'
      return { attempt: { at, status, error: null, tookMs: tookMs() }, state }
    } catch (thrown) {
      return { attempt: { at, status: null, error: reasonOf(thrown, { timeout, ended }), tookMs: tookMs() }, state: 'failed' }
    }
  }

  /** How an attempt ended, or `null` where nothing more is to be done for its notification. */
  async function noted(delivery: Delivery, own: Course): Promise<DeliveryState | null> {
    const { attempt, state } = await tryOnce(delivery, own)
    if (own.isForgotten) return null
    log.addAttempt(delivery.id, attempt)
    return state
  }

  /** Waits for the time of the next attempt; false where there is none: the store was closed, or somebody has sent it by hand meanwhile. */
  async function mayRetry({ id }: Delivery, { ended }: Course): Promise<boolean> {
    await wait(retryAfterMs, undefined, { signal: ended.signal }).catch(() => undefined)
    return !ended.signal.aborted && log.find(id)?.state === 'sending'
  }

  return {
    attempt: async (delivery) => {
      const state = await noted(delivery, course)
      if (state !== null) log.setState(delivery.id, state)
    },
    deliver: async (delivery) => {
      const own = course
      let state = await noted(delivery, own)
      for (let left = retries[switches.webhookRetries]; state === 'failed' && left > 0; left -= 1) {
        if (!(await mayRetry(delivery, own))) break
        state = await noted(delivery, own)
      }
      if (state !== null && !own.isForgotten && log.find(delivery.id)?.state === 'sending') log.setState(delivery.id, state)
    },
    forget: () => {
      course.isForgotten = true
      course.ended.abort()
      course = { ended: new AbortController(), isForgotten: false }
    },
    abort: () => course.ended.abort(),
  }
}

import { OperationalError } from '../../errors.ts'
import type { Switches } from '../assumptions/switches.ts'
import type { Statements } from '../database/statements.ts'
import type { Delivery } from './delivery.ts'
import { openDeliveryLog } from './delivery-log.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import { payloadOf, type StoreEvent } from './payload.ts'
import type { WebhookOptions } from './open-attempts.ts'
import { createSender } from './sender.ts'

/** The notifications of an emulator (docs/api.md, "Events"). */
export interface Webhooks {
  /** Every notification with its attempts, oldest first. */
  deliveries(): readonly Delivery[]
  /** Makes one more attempt, whatever the state; resolves when it has ended. Fails with `wrong-usage` for an unknown id. */
  resend(id: number): Promise<Delivery>
  /** Holds notifications back until `resume`; events are still recorded. */
  pause(): void
  resume(): void
  /** Resolves when no notification is running or pending, except those that `pause` holds back. */
  settled(): Promise<void>
  /** Deletes every notification; none of them is sent any more. */
  clear(): void
}

/** The notifications with what the store itself needs. */
export interface WebhookStore extends Webhooks {
  /** Adds a notification for every subscription to the event; part of the transaction of the write that causes it. */
  queue(event: StoreEvent): void
  /** From now on notifications are sent. */
  start(): void
  /**
   * After the state was replaced: ends the notifications of the former one, and sends what is pending in the new one; what was being sent when it
   * was saved is lost.
   */
  restart(): void
  /** Sends pending notifications in the background. */
  flush(): void
  /** Waits up to half a second for running notifications, then aborts them. */
  close(): Promise<void>
}

interface Parts {
  readonly statements: Statements
  readonly switches: Switches
  /** The present time as the store writes it. */
  readonly time: () => string
  readonly options: WebhookOptions
}

/** Opens the notifications of a database; those that an earlier process left pending are sent by the first `flush`. */
export function openWebhooks({ statements, switches, time, options }: Parts): WebhookStore {
  const log = openDeliveryLog(statements)
  const sender = createSender(log, { switches, time, options })
  const queue = createDeliveryQueue(log, sender)
  log.markLost()
  return {
    queue: (event) => {
      queue.expect()
      const hooks = statements.rows('SELECT id, url FROM "Webhooks" WHERE name = ? ORDER BY _id', [event.name])
      const body = payloadOf(event, switches)
      for (const [id, url] of hooks) log.add({ at: time(), event: event.name, hook: String(id), url: String(url), body })
    },
    start: () => queue.start(),
    restart: () => {
      log.markLost()
      queue.restart()
    },
    flush: () => queue.flush(),
    deliveries: () => log.all(),
    resend: async (id) => {
      const delivery = log.find(id)
      if (!delivery) {
        throw new OperationalError('wrong-usage', `The embedded store has no notification ${id}`, {
          fix: 'Use an id from the list of deliveries.',
        })
      }
      log.setState(id, 'sending')
      await queue.track(sender.attempt(delivery))
      return log.find(id) ?? delivery
    },
    pause: () => queue.setPaused(true),
    resume: () => queue.setPaused(false),
    settled: () => queue.settled(),
    clear: () => {
      log.clear()
      queue.restart()
    },
    close: () => queue.close(),
  }
}

import { OperationalError } from '../../errors.ts'
import type { Switches } from '../assumptions.ts'
import type { Statements } from '../database/statements.ts'
import type { Delivery } from './delivery.ts'
import { openDeliveryLog } from './delivery-log.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import { payloadOf, type StoreEvent } from './payload.ts'
import { createSender, type WebhookOptions } from './sender.ts'

/** The notifications of an emulator (platform.md, "Events"). */
export interface Webhooks {
  /** Every notification with its attempts, oldest first. */
  deliveries(): readonly Delivery[]
  /** Tries one once more, whatever came of it; resolves when the attempt has ended. Fails with `wrong-usage` on an unknown id. */
  resend(id: number): Promise<Delivery>
  /** Holds notifications back until `resume`; events are kept. */
  pause(): void
  resume(): void
  /** Resolves when nothing is on its way and nothing waits to go, but for what `pause` holds back. */
  settled(): Promise<void>
  /** Forgets every notification. */
  clear(): void
}

/** The notifications as the store itself uses them. */
export interface WebhookStore extends Webhooks {
  /** Notes an event for every subscription of it; part of the write that it comes from. */
  queue(event: StoreEvent): void
  /** Sends what waits, in the background. */
  flush(): void
  /** Lets what is on its way end for half a second, then cuts it. */
  close(): Promise<void>
}

interface Parts {
  readonly statements: Statements
  readonly switches: Switches
  /** The store's time as it writes it. */
  readonly time: () => string
  readonly options: WebhookOptions
}

/** Opens the notifications of a database; what an earlier process left waiting goes with the first `flush`. */
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
    flush: () => queue.flush(),
    deliveries: () => log.all(),
    resend: async (id) => {
      const delivery = log.find(id)
      if (!delivery) {
        throw new OperationalError('wrong-usage', `The embedded store has no notification ${id}`, {
          fix: 'Take an id of the list of deliveries.',
        })
      }
      log.setState(id, 'sending')
      await queue.track(sender.attempt(delivery))
      return log.find(id) ?? delivery
    },
    pause: () => queue.setPaused(true),
    resume: () => queue.setPaused(false),
    settled: () => queue.settled(),
    clear: () => log.clear(),
    close: () => queue.close(),
  }
}

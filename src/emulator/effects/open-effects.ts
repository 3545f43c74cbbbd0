import type { ResourceName } from '../../resources/registry.ts'
import type { Switches } from '../assumptions/switches.ts'
import { storeTime } from '../clock/store-time.ts'
import type { Statements } from '../database/statements.ts'
import type { WriteEffects } from '../rows/row-context.ts'
import type { WebhookOptions } from '../webhooks/open-attempts.ts'
import { openWebhooks, type WebhookStore } from '../webhooks/webhooks.ts'
import type { Effect } from './effect.ts'
import { orderWritten } from './order-written.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { shipmentWritten } from './shipment-written.ts'

interface Parts {
  readonly statements: Statements
  readonly switches: Switches
  readonly now: () => Date
  readonly webhookOptions: WebhookOptions | undefined
  /** The status of a line that `ship_all` marks as shipped (assumptions.md M2). */
  readonly shippedStatus: string | undefined
}

/** The effects of writes, and where their results can be read. No notification is sent before `webhooks.start`. */
export interface OpenEffects {
  readonly effects: WriteEffects
  readonly outbox: Outbox
  readonly webhooks: WebhookStore
}

const effectOf: Readonly<Partial<Record<ResourceName, Effect>>> = { Order: orderWritten, Shipments: shipmentWritten }

/** Opens the outbox and the notifications of a database, and the effects of POSTs. PUTs and seeds have none (assumptions.md H4). */
export function openEffects({ statements, switches, now, webhookOptions = {}, shippedStatus = 'shipped' }: Parts): OpenEffects {
  const time = (): string => storeTime(now(), switches)
  const outbox = createOutbox({ statements, time })
  const webhooks = openWebhooks({ statements, switches, time, options: webhookOptions })
  const context = { statements, time, outbox, webhooks, shippedStatus }
  const effects: WriteEffects = {
    written: (rows, statusMail) => {
      for (const written of rows) effectOf[written.resource]?.(context, written, statusMail)
    },
    settle: () => webhooks.flush(),
  }
  return { effects, outbox, webhooks }
}

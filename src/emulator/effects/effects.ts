import type { ResourceName } from '../../resources/registry.ts'
import type { WriteEffects } from '../data-api/write-effects.ts'
import type { MailStore } from '../outbox/outbox.ts'
import type { WebhookStore } from '../webhooks/webhooks.ts'
import type { Effect, EffectContext } from './effect.ts'
import { orderWritten } from './order-written.ts'
import { shipmentWritten } from './shipment-written.ts'

interface EffectParts extends EffectContext {
  readonly outbox: MailStore
  readonly webhooks: WebhookStore
}

const effectOf: Readonly<Partial<Record<ResourceName, Effect>>> = { Order: orderWritten, Shipments: shipmentWritten }

/** The effects of POSTs; a PUT has none, and neither has a seed (assumptions.md H4). */
export function createEffects(parts: EffectParts): WriteEffects {
  return {
    written: (rows, statusMail) => {
      for (const written of rows) effectOf[written.resource]?.(parts, written, statusMail)
    },
    settle: () => parts.webhooks.flush(),
  }
}

import type { Switches } from '../assumptions.ts'
import { localTime } from '../clock.ts'
import type { WriteEffects } from '../data-api/write-effects.ts'
import type { Statements } from '../database/statements.ts'
import type { EmulatorOptions } from '../emulator-options.ts'
import { createOutbox, type Outbox } from '../outbox/outbox.ts'
import { storeTime } from '../store-time.ts'
import { openWebhooks, type WebhookStore } from '../webhooks/webhooks.ts'
import { createEffects } from './effects.ts'

interface Parts {
  readonly statements: Statements
  readonly switches: Switches
  readonly now: () => Date
  readonly options: EmulatorOptions
}

/** All that the writes of one store set off, and where it shows. Nothing goes out before the first `webhooks.flush`. */
export interface OpenEffects {
  readonly effects: WriteEffects
  readonly outbox: Outbox
  readonly webhooks: WebhookStore
}

/** Opens the outbox and the notifications of a database, and the effects that fill them. */
export function openEffects({ statements, switches, now, options }: Parts): OpenEffects {
  const time = (): string => storeTime(localTime(now(), switches))
  const outbox = createOutbox({ statements, time })
  const webhooks = openWebhooks({ statements, switches, time, options: options.webhooks ?? {} })
  const effects = createEffects({ statements, time, outbox, webhooks, shippedStatus: options.shippedStatus ?? 'shipped' })
  return { effects, outbox, webhooks }
}

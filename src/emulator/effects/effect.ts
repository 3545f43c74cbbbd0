import type { WrittenRow } from '../data-api/write-effects.ts'
import type { Statements } from '../database/statements.ts'
import type { MailStore } from '../outbox/outbox.ts'
import type { WebhookStore } from '../webhooks/webhooks.ts'

/** What the effects of writes work with. */
export interface EffectContext {
  readonly statements: Statements
  /** The store's time as it writes it. */
  readonly time: () => string
  readonly outbox: Pick<MailStore, 'put'>
  readonly webhooks: Pick<WebhookStore, 'queue'>
  /** The status of a line that `ship_all` marks as shipped (assumptions.md M2). */
  readonly shippedStatus: string
}

/** What one written row sets off. */
export type Effect = (context: EffectContext, written: WrittenRow, statusMail: boolean) => void

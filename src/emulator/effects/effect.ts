import type { Statements } from '../database/statements.ts'
import type { WrittenRow } from '../rows/row-context.ts'
import type { WebhookStore } from '../webhooks/webhooks.ts'
import type { MailStore } from './outbox.ts'

/** What effects use. */
export interface EffectContext {
  readonly statements: Statements
  /** The present time as the store writes it. */
  readonly time: () => string
  readonly outbox: Pick<MailStore, 'put'>
  readonly webhooks: Pick<WebhookStore, 'queue'>
  /** The status of a line that `ship_all` marks as shipped (assumptions.md M2). */
  readonly shippedStatus: string
}

/** What the store does after one row was written. `statusMail`: the request asked for status mails. */
export type Effect = (context: EffectContext, written: WrittenRow, statusMail: boolean) => void

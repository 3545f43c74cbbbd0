import type { Switches } from '../assumptions.ts'
import type { Statements } from '../database/statements.ts'
import type { WriteEffects } from './write-effects.ts'

/** What every part of the Data API works with. */
export interface DataContext {
  readonly statements: Statements
  readonly switches: Switches
  /** The store's clock. */
  readonly now: () => Date
  /** The store's base address, for absolute addresses in answers. */
  readonly baseUrl: string
  /** Bytes of the largest body that is read. */
  readonly maxBody: number
  /** What writes set off besides; `null` while seeding, when nothing is set off. */
  readonly effects: WriteEffects | null
  /** True where the request asks for mails on the status of its orders (`send_email=true`). */
  readonly statusMail?: boolean
  /** Rows by which the pages of a list have shifted since the last one: the fault shift-pages. Default: none. */
  readonly shift?: number
}

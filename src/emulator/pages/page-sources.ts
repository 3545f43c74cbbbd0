import type { Currencies } from '../../pricing/price-query.ts'
import type { Clock } from '../clock/clock.ts'
import type { DataContext } from '../data-api/data-context.ts'
import type { Faults } from '../faults/faults.ts'
import type { FilesApi } from '../files/files-api.ts'
import type { RequestLog } from '../http/request-log.ts'
import type { Login } from '../administration/login.ts'
import type { Sessions } from '../administration/sessions.ts'
import type { Keys } from '../keys/keys.ts'
import type { OAuthClients } from '../oauth/registered-clients.ts'
import type { Outbox } from '../effects/outbox.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'

/** What the pages of one emulator show, and what the inspector and the administration tool can change. */
export interface PageSources {
  readonly context: DataContext
  readonly files: FilesApi
  readonly log: RequestLog
  readonly site: string
  /** The first application key, which the inspector uses for its own requests; it is never shown. */
  readonly key: string
  /** Currencies and rates for the prices on the shop pages, since the API shows no rates. */
  readonly currencies: Currencies
  /** The time zone in which promotions begin and end. */
  readonly timezone: string
  readonly keys: Keys
  readonly oauthClients: OAuthClients
  readonly login: Login
  readonly sessions: Sessions
  readonly outbox: Outbox
  readonly webhooks: Webhooks
  readonly faults: Faults
  readonly clock: Clock
  readonly snapshots: Snapshots
}

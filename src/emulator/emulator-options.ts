import type { Currencies } from '../pricing/price-query.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Administrator, ShownAdministrator } from './administration/administrator.ts'
import type { AssumptionEntry } from './assumptions/assumption-list.ts'
import type { Switches } from './assumptions/switches.ts'
import type { Clock } from './clock/clock.ts'
import type { BetweenRequests } from './faults/request-hooks.ts'
import type { StoreId } from './database/store-id.ts'
import type { FaultPlan } from './faults/fault-plan.ts'
import type { Faults } from './faults/faults.ts'
import type { LoggedRequest, RequestFilter } from './http/request-log.ts'
import type { Patience } from './http/slow-clients.ts'
import type { Keys } from './keys/keys.ts'
import type { OAuthOptions } from './oauth/oauth.ts'
import type { Outbox } from './effects/outbox.ts'
import type { Profile } from './assumptions/profiles.ts'
import type { Seed } from './seed/seed.ts'
import type { Snapshots } from './snapshots/snapshots.ts'
import type { WebhookOptions } from './webhooks/open-attempts.ts'
import type { Webhooks } from './webhooks/webhooks.ts'
import type { WriteLog } from './writes/write-log.ts'

/** How to start an emulator; every field has a default. */
export interface EmulatorOptions {
  /** A folder for `store.db`, `blobs/` and `snapshots/`, created if it is missing. Default: everything in memory. */
  readonly data?: string
  /** Default 0: any free port of 127.0.0.1. */
  readonly port?: number
  /** The first application key. Default: the stored one of the data folder, else a random one (docs/assumptions.md K5). */
  readonly key?: string
  /**
   * The login of the administration tool. Default: the stored one of the data folder, else the user `admin` with a new password for each
   * run, which `administrator` of the running emulator shows (docs/assumptions.md K7).
   */
  readonly administrator?: Administrator
  /** The site name in the addresses of the Files API. Default `shop`. */
  readonly site?: string
  /** The store's clock. Default: the machine's. */
  readonly now?: () => Date
  /** The initial value of every switch; default `default`. */
  readonly profile?: Profile
  /** Switches to set to another value than that of the profile. */
  readonly switches?: Partial<Switches>
  /** The initial contents of an empty store, and the contents after `reset`. A store that has records keeps them. */
  readonly seed?: Seed
  /** A snapshot of the data folder to load at the start; it replaces the contents of the store. */
  readonly snapshot?: string
  /** Faults to inject. */
  readonly faults?: readonly FaultPlan[]
  /** The largest body of a Data API write in bytes; default: that of the switch `largestBody`. A larger one gets 413. */
  readonly maxBody?: number
  /** Time limits for slow clients. */
  readonly patience?: Patience
  /** The applications that may request a key at `/api_oauth`, and whether a person must approve. */
  readonly oauth?: OAuthOptions
  /** Currencies and rates for the prices on the shop pages, since the API shows no rates. Default: one currency without a name. */
  readonly currencies?: Currencies
  /** The time zone in which promotions begin and end on the shop pages, such as `Europe/Oslo`; default UTC. */
  readonly timezone?: string
  /** How notifications are sent. */
  readonly webhooks?: WebhookOptions
  /** The status of a line that a shipment with `ship_all` marks; default `shipped` (docs/assumptions.md M2). */
  readonly shippedStatus?: string
}

/** A running emulator. Close it, or declare it with `await using`. */
export interface RunningEmulator extends AsyncDisposable {
  /** The base_url of the store, without a trailing slash. */
  readonly url: string
  /** The files_url: `<url>/files`. */
  readonly filesUrl: string
  readonly site: string
  readonly key: string
  /** Identifies the store: created with its database, and the same as long as that exists. */
  readonly id: StoreId
  /** Identifies this start of the store, as `/_emulator/health` does: 16 hex digits. */
  readonly instance: string
  /** True if it was filled from its seed or a snapshot; false if it had none, or if it had records already. */
  readonly seeded: boolean
  /** What this emulator supports beyond what docs/api.md shows; depends on the switches. */
  readonly capabilities: Capabilities
  /** Every assumption with the present values of its switches. */
  readonly assumptions: readonly AssumptionEntry[]
  /** The store's clock. */
  readonly clock: Clock
  readonly faults: Faults
  /**
   * Advances the store's clock; writes whose answer was lost act on the way, each at its time (switch `lateCommit`). On a frozen clock
   * nothing else lets time pass.
   */
  step(milliseconds: number): Promise<void>
  /**
   * The records of a specification such as `Product+PricingAdvanced`, without a request: as they are stored now, whatever the switches of
   * reads are; with `keys` only these. Fails with `wrong-usage` if the specification is invalid.
   */
  records(spec: string, keys?: readonly string[]): readonly RecordTree[]
  /** The file at a path such as `images/items/a.png`, without a request; `null` if there is none. */
  file(path: string): { readonly sha256: string; readonly size: number } | null
  /** The writes that changed the store. */
  readonly writes: WriteLog
  /** The number of writes whose answer was lost and which have not acted yet (switch `lateCommit`). */
  lateWrites(): number
  /** Named states. */
  readonly snapshots: Snapshots
  /** Calls this before each request, in place of another writer; `null` ends it. What it throws is thrown by `close`. */
  betweenRequests(act: BetweenRequests | null): void
  /** The same between two records of a body that are committed one by one (switch `batch`: `stop`, `continue`). */
  betweenRecords(act: BetweenRequests | null): void
  /** The last 10,000 requests, oldest first, without those to `/_emulator/`. */
  requests(filter?: RequestFilter): readonly LoggedRequest[]
  clearRequests(): void
  /** The login of the administration tool at `<url>/_admin/`. */
  readonly administrator: ShownAdministrator
  /** Its application keys; the first one is `key`. */
  readonly keys: Keys
  /** The mails that a real store would have sent. */
  readonly outbox: Outbox
  /** The notifications to subscribed addresses. */
  readonly webhooks: Webhooks
  /**
   * Writes records, files and keys without requests and without effects; `uid`, `id` and `code` are stored as given. Fails with `wrong-usage`
   * where a value is refused; nothing is written then.
   */
  seed(seed: readonly RecordTree[] | Seed): void
  /** Empties the store, the files, the outbox and the notifications, then writes the seed again; keys, logins, snapshots and faults are kept. */
  reset(): void
  /**
   * Stops listening, waits up to half a second for running requests, then ends them. Rejects with the first error of a function that was
   * given to `betweenRequests`, `betweenRecords` or `writes.onWrite`, once. Other calls fail with `wrong-usage` afterwards.
   */
  close(): Promise<void>
}

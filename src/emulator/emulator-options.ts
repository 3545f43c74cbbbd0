import type { Currencies } from '../pricing/price-query.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { AssumptionEntry } from './assumption-list.ts'
import type { Switches } from './assumptions.ts'
import type { Clock } from './clock.ts'
import type { BetweenRequests } from './control/workbench.ts'
import type { FaultPlan } from './faults/fault-plan.ts'
import type { Faults } from './faults/faults.ts'
import type { RequestFilter } from './http/request-log.ts'
import type { Patience } from './http/slow-clients.ts'
import type { Keys } from './keys/keys.ts'
import type { OAuthOptions } from './oauth/oauth.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Profile } from './profiles.ts'
import type { Seed } from './seed.ts'
import type { Snapshots } from './snapshots/snapshots.ts'
import type { WebhookOptions } from './webhooks/sender.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** How to start an emulator; everything has a default. */
export interface EmulatorOptions {
  /** A folder for `store.db` and `blobs/`, made when it is missing. Default: everything in memory. */
  readonly data?: string
  /** Default 0: any free port of 127.0.0.1. */
  readonly port?: number
  /** The first application key. Default: the one in the data folder, else a random one (assumptions.md K5). */
  readonly key?: string
  /** The site name in the addresses of the Files API. Default `shop`. */
  readonly site?: string
  /** The store's clock. Default: the machine's. */
  readonly now?: () => Date
  /** The assumptions to begin with; default `default`. */
  readonly profile?: Profile
  /** Assumptions to turn; see `assumptions.ts`. */
  readonly switches?: Partial<Switches>
  /** What the store begins with, and is reset to; a store that holds records already is left as it is. */
  readonly seed?: Seed
  /** The named snapshot of the data folder to begin with; it takes the place of what the store holds. */
  readonly snapshot?: string
  /** Faults to come. */
  readonly faults?: readonly FaultPlan[]
  /** The largest body of a Data API write in bytes; default 64 MiB. A larger one is answered with 413. */
  readonly maxBody?: number
  /** How long slow clients are borne. */
  readonly patience?: Patience
  /** Who may ask for a key at `/api_oauth`, and whether a person has to approve. */
  readonly oauth?: OAuthOptions
  /** For the prices of the shop pages, since the API shows no rates. Default: a currency without a name, and no other. */
  readonly currencies?: Currencies
  /** The time zone by which promotions begin and end on the shop pages, such as `Europe/Oslo`; default UTC. */
  readonly timezone?: string
  /** How notifications go out. */
  readonly webhooks?: WebhookOptions
  /** The status of a line that a shipment with `ship_all` marks; default `shipped` (assumptions.md M2). */
  readonly shippedStatus?: string
}

/** One request as it came in, in the order of arrival. */
export interface LoggedRequest {
  readonly method: string
  /** The raw request target, with every secret blanked. */
  readonly path: string
  /** `null` while the answer is not decided yet. */
  readonly status: number | null
  /** Why it was refused: the row of assumptions.md and its switches, as in the header `X-Emulator-Reason`. */
  readonly reason?: string
  /** The id of that row. */
  readonly assumption?: string
  /** The kind of the fault that acted on it. */
  readonly fault?: string
}

/** An emulator that listens. Close it, or bind it with `await using`. */
export interface RunningEmulator extends AsyncDisposable {
  /** The base_url of the store, without a trailing slash. */
  readonly url: string
  /** The files_url: `<url>/files`. */
  readonly filesUrl: string
  readonly site: string
  readonly key: string
  /** True where it began with its seed or a snapshot; false where it had none, or held records already. */
  readonly seeded: boolean
  /** What this emulator does beyond what platform.md shows; follows the switches. */
  readonly capabilities: Capabilities
  /** Every assumption as it is in force. */
  readonly assumptions: readonly AssumptionEntry[]
  /** The store's time. */
  readonly clock: Clock
  readonly faults: Faults
  /** Named states. */
  readonly snapshots: Snapshots
  /** Calls this before each request, as another writer would act; `null` ends it. */
  betweenRequests(act: BetweenRequests | null): void
  /** The last 10,000 requests, oldest first; those to `/_emulator/` are not among them. */
  requests(filter?: RequestFilter): readonly LoggedRequest[]
  clearRequests(): void
  /** Its application keys; the first one is `key`. */
  readonly keys: Keys
  /** The mails that it would have sent. */
  readonly outbox: Outbox
  /** The notifications to subscribed addresses. */
  readonly webhooks: Webhooks
  /** Puts records, and files and keys, in without a request; `uid`, `id` and `code` stay as they are given. */
  seed(seed: readonly RecordTree[] | Seed): void
  /** Back to the seed: empties the store, the files, the outbox and the notifications; keys, snapshots and faults stay. */
  reset(): void
  /** Stops listening, lets what runs finish for half a second, then cuts what is left. */
  close(): Promise<void>
}

import type { GuardLimits } from '../../records/guard-limits.ts'
import type { ManageSettings } from '../../records/manage-settings.ts'
import type { Capabilities, StoreFieldNames } from '../../resources/capabilities.ts'

/** Where the key of a store comes from: `login` is the one that `planogram login` keeps. The catalogue never reads a key; `workspace/` does. */
export type KeySource =
  | { readonly kind: 'env'; readonly variable: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'login'; readonly baseUrl: string }

/** The embedded store. */
export interface EmulatorStoreConfig {
  readonly emulator: true
  /** Folder of its overlay documents from the catalogue root, or `null`. */
  readonly overlay: string | null
  readonly protected: boolean
  readonly fields: StoreFieldNames
  readonly capabilities: Partial<Capabilities>
}

/** A store over the network. Addresses without a trailing slash. */
export interface RemoteStoreConfig {
  readonly emulator: false
  readonly baseUrl: string
  readonly filesUrl: string | null
  readonly siteName: string | null
  readonly key: KeySource
  /** The client id with which `planogram login` requests a key; `null`: the config has none. */
  readonly clientId: string | null
  /** The fixed redirect URI of that client, on this machine; `null`: it accepts any port and path. */
  readonly redirectUri: string | null
  readonly protected: boolean
  readonly overlay: string | null
  readonly fields: StoreFieldNames
  /** Those that the config sets; the others are as documented. `files: assume_present` is `files: true`. */
  readonly capabilities: Partial<Capabilities>
  /** True with `files: assume_present`: records may name pictures without a `filesUrl`. */
  readonly filesAssumed: boolean
}

/** A store of the config. */
export type StoreConfig = EmulatorStoreConfig | RemoteStoreConfig

/** `planogram.yaml` with its defaults. Contains no secret; prints as JSON. */
export interface Config {
  /** The chosen store: that of `--store`, or the default. */
  readonly storeName: string
  readonly store: StoreConfig
  readonly stores: Readonly<Record<string, StoreConfig>>
  readonly manage: ManageSettings & {
    /** `Resource.field`. */
    readonly liveOwned: readonly string[]
  }
  readonly guards: GuardLimits
  /** Whether plans warn of promotions whose price before is above the lowest one of the last 30 days. */
  readonly price30d: 'warn' | 'off'
  readonly limits: {
    /** The most requests at the same time; `null`: adaptive. */
    readonly concurrency: number | null
    readonly recordsPerRequest: number
    /** `null`: no limit. */
    readonly requestsPerSecond: number | null
    /** The maximum number of price entries in the store (`grid-budget`); `null`: no limit. */
    readonly priceEntries: number | null
    /** Milliseconds for which a write whose answer was lost can still take effect. */
    readonly settleMs: number
  }
  readonly currencies: { readonly default: string | null; readonly rates: Readonly<Record<string, string>> }
  /** Renditions: maximum width and height in pixels, `null`: none are made. `hashed`: the names in the store depend on the content. */
  readonly images: {
    readonly main: number | null
    readonly thumb: number | null
    readonly large: number | null
    readonly naming: 'plain' | 'hashed'
  } | null
  readonly timezone: string
  /** Path of the state from the catalogue root. */
  readonly state: string
  /** Which runs the state keeps: the last of each store, and those of so many days. */
  readonly retention: { readonly runs: number; readonly days: number }
}

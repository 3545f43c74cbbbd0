import type { Capabilities, StoreFieldNames } from '../../resources/capabilities.ts'
import { guardDefaults, type LimitName, limitNames } from '../../records/guard-limits.ts'
import { findResource, type ResourceName } from '../../resources/registry.ts'
import { usualPriceEntries } from '../../rules/grid-budget.ts'
import type { PruneWay } from '../../records/manage-settings.ts'
import type { Config, KeySource, StoreConfig } from './config.ts'
import { type ConfigDocument, referencePattern, type StoreDocument } from '../../documents/config-document.ts'

/** `planogram.yaml` with its defaults, before a store is chosen. */
export type ConfigValues = Omit<Config, 'storeName' | 'store'> & { readonly defaultStore: string | undefined }

const defaultLiveOwned = ['Inventory.quantity', 'Inventory.stock_message']

/** Fills in the defaults of design.md section 3. A config without stores has one embedded store, `local`. */
export function understandConfig(document: ConfigDocument): ConfigValues {
  const { manage, limits, currencies, images } = document
  const stores = mapValues(document.stores ?? { local: { emulator: 'true' } }, storeOf)
  return {
    stores,
    defaultStore: document.default_store ?? usualStore(Object.keys(stores)),
    manage: manageOf(manage ?? {}),
    guards: guardsOf(document.guards),
    price30d: price30dOf(document.guards),
    limits: limitsOf(limits ?? {}),
    currencies: { default: currencies?.default ?? null, rates: currencies?.rates ?? {} },
    images: images ? imagesOf(images) : null,
    timezone: document.timezone ?? 'UTC',
    state: document.state ?? '.planogram/state.db',
    retention: retentionOf(document.retention),
  }
}

function retentionOf({ runs = '100', days = '90' }: NonNullable<ConfigDocument['retention']> = {}): Config['retention'] {
  return { runs: Number(runs), days: Number(days) }
}

function guardsOf(given: NonNullable<ConfigDocument['guards']> = {}): Config['guards'] {
  const limits: Record<LimitName, string> = { ...guardDefaults }
  for (const name of limitNames) limits[name] = given[name] ?? limits[name]
  return limits
}

function price30dOf({ price_30d: given }: NonNullable<ConfigDocument['guards']> = {}): Config['price30d'] {
  return given === 'off' ? 'off' : 'warn'
}

function imagesOf({ main, thumb, large, naming }: NonNullable<ConfigDocument['images']>): Config['images'] {
  const edges = { main: numberOrNull(main), thumb: numberOrNull(thumb), large: numberOrNull(large) }
  return { ...edges, naming: naming === 'hashed' ? 'hashed' : 'plain' }
}

function numberOrNull(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

/** Without `default_store`: the only store, or the one called `local`. */
function usualStore(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : names.find((name) => name === 'local')
}

function manageOf({ prune, live_owned, drift }: NonNullable<ConfigDocument['manage']>): Config['manage'] {
  return {
    prune: pruneOf(prune),
    liveOwned: live_owned ?? defaultLiveOwned,
    drift: drift === 'keep' || drift === 'fail' ? drift : 'overwrite',
  }
}

function limitsOf({
  concurrency,
  records_per_request,
  requests_per_second,
  price_entries,
  settle,
}: NonNullable<ConfigDocument['limits']>): Config['limits'] {
  return {
    concurrency: numberOrNull(concurrency),
    recordsPerRequest: Number(records_per_request ?? 100),
    requestsPerSecond: numberOrNull(requests_per_second),
    priceEntries: price_entries === 'off' ? null : Number(price_entries ?? usualPriceEntries),
    settleMs: millisecondsOf(settle ?? '60s'),
  }
}

/** The milliseconds of a duration that the document schema accepts: `500ms`, `60s`, `2m`. */
function millisecondsOf(text: string): number {
  const [, amount = '0', unit = 's'] = /^(\d+)(ms|s|m)$/.exec(text) ?? []
  return Number(amount) * (unit === 'ms' ? 1 : unit === 's' ? 1000 : 60_000)
}

type Prune = NonNullable<NonNullable<ConfigDocument['manage']>['prune']>

function pruneOf(prune: Prune | undefined): Config['manage']['prune'] {
  return {
    products: pruneWay(prune?.products),
    categories: pruneWay(prune?.categories),
    groups: pruneWay(prune?.groups),
    webhooks: pruneWay(prune?.webhooks),
    files: pruneWay(prune?.files),
  }
}

function pruneWay(given: string | undefined): PruneWay {
  return given === 'retire' || given === 'hide' || given === 'delete' ? given : 'keep'
}

function storeOf(document: StoreDocument): StoreConfig {
  const every = {
    protected: document.protected === 'true',
    overlay: document.catalogue?.replace(/^\.\//, '').replace(/\/+$/, '') ?? null,
    fields: fieldsOf(document.fields ?? {}),
    capabilities: capabilitiesOf(document),
  }
  if (document.emulator === 'true') return { emulator: true, ...every }
  return {
    emulator: false,
    ...every,
    baseUrl: bare(document.base_url ?? ''),
    filesUrl: document.files_url === undefined ? null : bare(document.files_url),
    siteName: document.site_name ?? null,
    key: keySourceOf(document),
    clientId: document.client_id ?? null,
    redirectUri: document.redirect_uri ?? null,
    filesAssumed: document.files === 'assume_present',
  }
}

function bare(address: string): string {
  return address.replace(/\/+$/, '')
}

/** The environment variable that `${NAME}` refers to, or `undefined` when the text is anything else. */
export function referenceIn(text: string): string | undefined {
  return referencePattern.exec(text)?.[1]
}

function keySourceOf({ key, key_file, key_command, base_url = '' }: StoreDocument): KeySource {
  const variable = key === undefined ? undefined : referenceIn(key)
  if (variable !== undefined) return { kind: 'env', variable }
  if (key_file !== undefined) return { kind: 'file', path: key_file }
  return key_command === undefined ? { kind: 'login', baseUrl: bare(base_url) } : { kind: 'command', command: key_command }
}

function fieldsOf(given: Readonly<Record<string, Readonly<Record<string, string>>>>): StoreFieldNames {
  const names: Partial<Record<ResourceName, Readonly<Record<string, string>>>> = {}
  for (const [name, fields] of Object.entries(given)) {
    const resource = findResource(name)
    if (resource) names[resource.name] = fields
  }
  return names
}

function capabilitiesOf({ capabilities, files }: StoreDocument): Partial<Capabilities> {
  const { deletes, links, attributes, batches } = capabilities ?? {}
  return {
    ...(deletes === 'generic' || deletes === 'shown' ? { deletes } : {}),
    ...(links === 'upsert' || links === 'unknown' ? { links } : {}),
    ...(attributes === 'label' || attributes === 'label+value' || attributes === 'unknown' ? { attributes } : {}),
    ...(batches === 'atomic' || batches === 'unknown' ? { batches } : {}),
    ...(files === 'assume_present' ? { files: true } : {}),
  }
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, turn: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, turn(value)]))
}

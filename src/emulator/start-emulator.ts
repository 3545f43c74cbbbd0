import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { plainQuery } from '../pricing/price-query.ts'
import { OperationalError } from '../errors.ts'
import { checkNumber } from '../source/check-number.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import { assumptionList } from './assumptions/assumption-list.ts'
import type { Switches } from './assumptions/switches.ts'
import { checkTime } from './clock/clock.ts'
import { createControlApi } from './control/control-api.ts'
import { storeMark } from './keys/stored-keys.ts'
import type { EmulatorOptions, RunningEmulator } from './emulator-options.ts'
import { dispatchRequest, performLateWrite } from './server/dispatch.ts'
import { listen, type Listening } from './http/listen.ts'
import { findKey } from './keys/stored-keys.ts'
import type { Finding } from './lint/finding.ts'
import { lintStore } from './lint/lint-store.ts'
import { createOAuth } from './oauth/oauth.ts'
import { readRecords } from './rows/read/read-records.ts'
import { seedOfCaller } from './seed/seed-of-caller.ts'
import { type EmulatorParts, openParts } from './server/open-parts.ts'
import { openPages } from './pages/pages.ts'
import { isSiteName, siteNameHelp } from './site-name.ts'

function capabilitiesOf(switches: Switches): Capabilities {
  return {
    deletes: switches.deletes,
    links: switches.links === 'upsert' ? 'upsert' : 'unknown',
    attributes: switches.attributes === 'always-insert' ? 'unknown' : switches.attributes,
    batches: switches.batch === 'atomic' ? 'atomic' : 'unknown',
    files: true,
  }
}

/** Advances the clock to each late write in turn, then to the end. Fails as `checkTime`, before anything changes. */
async function stepClock({ clock, late }: Pick<EmulatorParts, 'clock' | 'late'>, milliseconds: number): Promise<void> {
  const end = clock.now().getTime() + milliseconds
  checkTime(end)
  for (let due = late.nextDue(); due !== null && due <= end; due = late.nextDue()) {
    clock.advance(Math.max(0, due - clock.now().getTime()))
    await late.performDue()
  }
  clock.advance(Math.max(0, end - clock.now().getTime()))
}

/** How a store is known to others. */
interface Identity {
  readonly site: string
  readonly instance: string
}

async function serve(parts: EmulatorParts, options: EmulatorOptions, { site, instance }: Identity): Promise<Listening> {
  const { statements, switches, now, files, log, writes, clock, faults, hooks, late, keys, snapshots, profile, seed, reset } = parts
  const assumptions = assumptionList(switches)
  const { outbox, webhooks } = parts
  const lint = (): readonly Finding[] => lintStore({ statements, switches }, files)
  const control = createControlApi({
    assumptions,
    profile,
    site,
    store: storeMark(parts.key),
    instance,
    clock,
    faults,
    snapshots,
    log,
    writes,
    step: (milliseconds) => stepClock(parts, milliseconds),
    outbox,
    webhooks,
    lint,
    seed,
    reset,
  })
  const expireKey = (key: string): void => {
    const found = findKey(statements, key)
    if (found) keys.expire(found.code)
  }
  return listen(options.port ?? 0, options.patience ?? {}, (baseUrl) => {
    const { oauthClients: clients, sessions } = parts
    const isLoggedIn = (request: IncomingMessage): boolean => sessions.find(request) !== undefined
    const { autoApprove = false } = options.oauth ?? {}
    const oauth = createOAuth({
      statements,
      switches,
      now,
      baseUrl,
      clients,
      autoApprove,
      isLoggedIn,
      expireKey: (code) => void keys.expire(code),
    })
    const context = parts.contextAt(baseUrl)
    const { currencies = plainQuery.currencies, timezone = 'UTC' } = options
    const pages = openPages({ ...parts, context, site, currencies, timezone })
    const dispatch = { context, files, oauth, site, log, writes, faults, hooks, late, control, pages, keys, expireKey }
    late.performWith((request, response, facts) => performLateWrite(dispatch, { request, response }, facts))
    return (request, response) => dispatchRequest(dispatch, { request, response })
  })
}

function checkSite(site: string): void {
  if (isSiteName(site)) return
  throw new OperationalError('wrong-usage', `${JSON.stringify(site.slice(0, 60))} is not a site name.`, {
    fix: siteNameHelp,
  })
}

/**
 * Starts an embedded store on 127.0.0.1: the Data API at `<url>/API/V3/`, the Files API at `<url>/files/<site>/`. Everything is in memory
 * unless `data` is a folder, which one process at a time can open. Fails with an `OperationalError` if the port is taken, the folder
 * cannot be opened, or the seed is refused (`wrong-usage`).
 *
 * @example
 * await using emulator = await startEmulator({ seed: { records: [{ resource: 'Product', fields: { sku: 'MUG' }, children: {} }] } })
 * console.log(emulator.url, emulator.key)
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<RunningEmulator> {
  const { site = 'shop' } = options
  checkSite(site)
  checkNumber('port', options.port, { least: 0, most: 65_535 })
  const parts = openParts(options)
  const { switches, key, id, seeded, keys, outbox, webhooks, snapshots, log, writes, clock, faults, hooks, late, seed, reset } = parts
  const instance = randomBytes(8).toString('hex')
  const listening = await serve(parts, options, { site, instance }).catch((error: unknown) => {
    parts.close()
    throw error
  })
  const { url } = listening
  webhooks.start()
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    closing ??= listening
      .close()
      .then(() => webhooks.close())
      .then(() => parts.close())
    await closing
    parts.errors.rethrow()
  }
  return {
    url,
    filesUrl: `${url}/files`,
    site,
    key,
    id,
    instance,
    seeded,
    get administrator() {
      return parts.administrator.shown()
    },
    keys,
    outbox,
    webhooks,
    snapshots,
    seed: (given) => seedOfCaller(() => seed(given)),
    reset: () => seedOfCaller(reset),
    capabilities: capabilitiesOf(switches),
    assumptions: assumptionList(switches),
    clock,
    faults,
    step: (milliseconds) => stepClock(parts, milliseconds),
    records: (spec, keys) => readRecords(parts.contextAt(url), spec, keys),
    file: (path) => parts.files.entry(path)?.blob ?? null,
    writes,
    lateWrites: () => late.pending(),
    betweenRequests: (act) => hooks.betweenRequests(act),
    betweenRecords: (act) => hooks.betweenRecords(act),
    requests: (filter) => log.entries(filter),
    clearRequests: () => log.clear(),
    close,
    [Symbol.asyncDispose]: close,
  }
}

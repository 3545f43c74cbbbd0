import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { RecordTree } from '../../resources/record-tree.ts'
import { resources } from '../../resources/registry.ts'
import { OperationalError } from '../../errors.ts'
import { type AdministratorLogin, openAdministrator } from '../administration/administrator.ts'
import { createLogin, type Login } from '../administration/login.ts'
import { createSessions, type Sessions } from '../administration/sessions.ts'
import { checkSwitches, type Profile, profileSwitches } from '../assumptions/profiles.ts'
import type { Switches } from '../assumptions/switches.ts'
import { type Clock, createClock } from '../clock/clock.ts'
import { storeTime } from '../clock/store-time.ts'
import type { DataContext } from '../data-api/data-context.ts'
import { openDatabase } from '../database/open-database.ts'
import { emptySql } from '../database/schema-sql.ts'
import { type StoreId, storeIdOf } from '../database/store-id.ts'
import { createStatements, type Statements } from '../database/statements.ts'
import { quoted } from '../database/table-sql.ts'
import { openEffects, type OpenEffects } from '../effects/open-effects.ts'
import type { EmulatorOptions } from '../emulator-options.ts'
import { createFaults, type FaultSource } from '../faults/faults.ts'
import { createLateWrites, type LateWrites } from '../faults/late-writes.ts'
import { createRequestHooks, type RequestHooks } from '../faults/request-hooks.ts'
import { openTesterErrors, type TesterErrors } from '../faults/tester-errors.ts'
import { type FilesApi, openFilesApi } from '../files/files-api.ts'
import { createRequestLog, type RequestLog } from '../http/request-log.ts'
import { createKeys, type KeyStore } from '../keys/keys.ts'
import { firstKey, randomKey } from '../keys/stored-keys.ts'
import { type OAuthClients, openOAuthClients } from '../oauth/registered-clients.ts'
import type { RowContext } from '../rows/row-context.ts'
import { putSeed, type Seed } from '../seed/seed.ts'
import { seedOfCaller } from '../seed/seed-of-caller.ts'
import { openSnapshots, type SnapshotStore } from '../snapshots/snapshots.ts'
import { createWriteLog, type OpenWriteLog } from '../writes/write-log.ts'

/** Everything of one emulator except its server. */
export interface EmulatorParts extends OpenEffects {
  readonly profile: Profile
  readonly switches: Switches
  readonly statements: Statements
  readonly key: string
  readonly id: StoreId
  /** True if the store was filled from the seed or the snapshot of the options. */
  readonly seeded: boolean
  readonly keys: KeyStore
  readonly administrator: AdministratorLogin
  readonly login: Login
  readonly sessions: Sessions
  readonly oauthClients: OAuthClients
  readonly files: FilesApi
  readonly log: RequestLog
  readonly writes: OpenWriteLog
  readonly snapshots: SnapshotStore
  readonly clock: Clock
  readonly faults: FaultSource
  readonly hooks: RequestHooks
  readonly errors: TesterErrors
  readonly late: LateWrites
  /** The store's clock. */
  readonly now: () => Date
  readonly contextAt: (baseUrl: string) => DataContext
  readonly seed: (seed: readonly RecordTree[] | Seed) => void
  readonly reset: () => void
  readonly close: () => void
}

function isSeed(seed: readonly RecordTree[] | Seed): seed is Seed {
  return !Array.isArray(seed)
}

/** The seed of the options; its keys have their texts, so that each `reset` writes the same ones. */
function initialSeed({ seed = {} }: EmulatorOptions): Seed {
  return seed.keys === undefined ? seed : { ...seed, keys: seed.keys.map((key) => ({ key: randomKey(), ...key })) }
}

function hasRecords(statements: Statements): boolean {
  const filled = resources.filter(({ name }) => name !== 'ApiAccess')
  return filled.some(({ name }) => statements.cell(`SELECT 1 FROM ${quoted(name)} LIMIT 1`) !== undefined)
}

type TestControls = Pick<EmulatorParts, 'clock' | 'faults' | 'hooks' | 'errors' | 'late'>

/** The clock, the faults and the hooks of one emulator. */
function openTestControls(database: DatabaseSync, options: EmulatorOptions, { lag, lateCommit }: Switches): TestControls {
  const clock = createClock(options.now ?? (() => new Date()))
  const errors = openTesterErrors()
  const hooks = createRequestHooks({ database, lagMs: Number(lag), elapsedMs: () => clock.elapsedMs(), errors })
  const late = createLateWrites({ seconds: lateCommit === 'no' ? null : Number(lateCommit), now: () => clock.now() })
  const faults = createFaults({
    now: () => clock.now(),
    onAdd: (plan) => {
      if (plan.do.kind === 'stale-read') hooks.prepareStaleReads()
    },
  })
  return { clock, faults, hooks, errors, late }
}

type Access = Pick<EmulatorParts, 'key' | 'keys' | 'administrator' | 'login' | 'sessions' | 'oauthClients'>

/** Who may use the store: keys, the administrator, and the applications that may request a key. */
function openAccess(statements: Statements, options: EmulatorOptions, { now, switches }: Pick<EmulatorParts, 'now' | 'switches'>): Access {
  const key = firstKey(statements, options.key, storeTime(now(), switches))
  const sessions = createSessions(now)
  const administrator = openAdministrator(statements, () => sessions.clear())
  if (options.administrator) administrator.replace(options.administrator)
  return {
    key,
    keys: createKeys({ statements, switches, now }),
    administrator,
    login: createLogin(administrator, now),
    sessions,
    oauthClients: openOAuthClients(statements, options.oauth?.clients),
  }
}

/** The files and the saved states of one emulator; the bytes of files are kept while one of them needs them. */
function openFiles(
  database: DatabaseSync,
  data: string | undefined,
  { now, switches, onLoad }: Pick<EmulatorParts, 'now' | 'switches'> & { readonly onLoad: () => void },
): Pick<EmulatorParts, 'files' | 'snapshots'> {
  const inFolder = (name: string): string | null => (data === undefined ? null : join(data, name))
  const snapshots = openSnapshots({
    database,
    folder: inFolder('snapshots'),
    onLoad: () => {
      files.sweep()
      onLoad()
    },
    onRemove: () => files.sweep(),
  })
  const files = openFilesApi({ database, blobs: inFolder('blobs'), now, switches, pinned: (sha256) => snapshots.isUsed(sha256) })
  return { files, snapshots }
}

function assemble(database: DatabaseSync, options: EmulatorOptions): EmulatorParts {
  const { data, profile = 'default' } = options
  const switches = profileSwitches(profile, checkSwitches(options.switches ?? {}))
  const { maxBody = Number(switches.largestBody) } = options
  const statements = createStatements(database)
  const { clock, faults, hooks, errors, late } = openTestControls(database, options, switches)
  const now = (): Date => clock.now()
  const access = openAccess(statements, options, { now, switches })
  const restart = (): void => {
    late.clear()
    hooks.restart()
    effects.webhooks.restart()
  }
  const { files, snapshots } = openFiles(database, data, { now, switches, onLoad: restart })
  const effects = openEffects({ statements, switches, now, webhookOptions: options.webhooks, shippedStatus: options.shippedStatus })
  const context: RowContext = { statements, switches, now, effects: effects.effects }
  const seed = (given: readonly RecordTree[] | Seed): void => {
    putSeed(isSeed(given) ? given : { records: given }, { ...access, context, files })
    hooks.restart()
  }
  const initial = initialSeed(options)
  const seeded = options.snapshot !== undefined || (options.seed !== undefined && !hasRecords(statements))
  if (options.snapshot !== undefined) snapshots.load(options.snapshot)
  else if (seeded) seedOfCaller(() => seed(initial))
  faults.add(...(options.faults ?? []))
  return {
    ...effects,
    ...access,
    profile,
    switches,
    statements,
    id: storeIdOf(database),
    seeded,
    files,
    snapshots,
    clock,
    faults,
    hooks,
    errors,
    late,
    now,
    contextAt: (baseUrl) => ({ ...context, baseUrl, maxBody }),
    seed,
    log: createRequestLog(),
    writes: createWriteLog(now, errors),
    reset: () => {
      statements.whole(() => database.exec(emptySql))
      files.reset()
      restart()
      seed(initial)
    },
    close: () => {
      late.clear()
      hooks.close()
      access.keys.close()
      snapshots.close()
      database.close()
    },
  }
}

/** Opens the store of an emulator and writes its seed. Fails with an `OperationalError` if the folder cannot be opened. */
export function openParts(options: EmulatorOptions): EmulatorParts {
  const database = openDatabase(options.data)
  try {
    return assemble(database, options)
  } catch (error) {
    database.close()
    const isOfSystem = error instanceof Error && 'syscall' in error
    throw isOfSystem && options.data !== undefined ? notOpened(options.data, error) : error
  }
}

/** The message of the system names the file, such as a file `blobs` in place of the folder. */
function notOpened(data: string, cause: Error): OperationalError {
  return new OperationalError('file-unreadable', `The embedded store in ${data} cannot be opened: ${cause.message}.`, {
    fix: 'Remove the file that is in the way, or allow this user to use it.',
    cause,
  })
}

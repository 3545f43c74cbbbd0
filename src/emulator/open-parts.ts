import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { RecordTree } from '../resources/record-tree.ts'
import { resources } from '../resources/registry.ts'
import type { Switches } from './assumptions.ts'
import { createWorkbench, type Workbench } from './control/workbench.ts'
import type { DataContext } from './data-api/data-context.ts'
import { openDatabase } from './database/open-database.ts'
import { createStatements, type Statements } from './database/statements.ts'
import { emptySql, quoted } from './database/table-sql.ts'
import { openEffects, type OpenEffects } from './effects/open-effects.ts'
import type { EmulatorOptions } from './emulator-options.ts'
import { type FilesApi, openFilesApi } from './files/files-api.ts'
import { createRequestLog, type RequestLog } from './http/request-log.ts'
import { createKeys, type Keys } from './keys/keys.ts'
import { firstKey } from './keys/stored-keys.ts'
import { type Profile, profileSwitches } from './profiles.ts'
import { putSeed, type Seed } from './seed.ts'
import { openSnapshots, type SnapshotStore } from './snapshots/snapshots.ts'

/** All of one emulator but its server. */
export interface EmulatorParts extends OpenEffects {
  readonly profile: Profile
  readonly switches: Switches
  readonly statements: Statements
  readonly key: string
  /** Whether the store began with the seed or the snapshot of the options. */
  readonly seeded: boolean
  readonly keys: Keys
  readonly files: FilesApi
  readonly log: RequestLog
  readonly snapshots: SnapshotStore
  readonly workbench: Workbench
  /** The store's clock. */
  readonly now: () => Date
  readonly contextAt: (baseUrl: string) => DataContext
  readonly seed: (seed: readonly RecordTree[] | Seed) => void
  readonly reset: () => void
  readonly close: () => void
}

const defaultMaxBody = 64 * 1024 * 1024

function isSeed(seed: readonly RecordTree[] | Seed): seed is Seed {
  return !Array.isArray(seed)
}

function hasRecords(statements: Statements): boolean {
  const filled = resources.filter(({ name }) => name !== 'ApiAccess')
  return filled.some(({ name }) => statements.cell(`SELECT 1 FROM ${quoted(name)} LIMIT 1`) !== undefined)
}

function assemble(database: DatabaseSync, options: EmulatorOptions): EmulatorParts {
  const { data, profile = 'default', maxBody = defaultMaxBody } = options
  const switches = profileSwitches(profile, options.switches)
  const statements = createStatements(database)
  const key = firstKey(statements, options.key)
  const workbench = createWorkbench({ database, now: options.now ?? (() => new Date()), lagMs: Number(switches.lag) })
  const now = (): Date => workbench.clock.now()
  const onChange = (): void => {
    files.sweep()
    workbench.restart()
  }
  const snapshots = openSnapshots({ database, folder: data === undefined ? null : join(data, 'snapshots'), onChange })
  const blobs = data === undefined ? null : join(data, 'blobs')
  const files = openFilesApi({ database, blobs, now, switches, pinned: (sha256) => snapshots.names(sha256) })
  const effects = openEffects({ statements, switches, now, options })
  const keys = createKeys({ statements, switches, now })
  const contextAt = (baseUrl: string): DataContext => ({ statements, switches, now, baseUrl, maxBody, effects: effects.effects })
  const seed = (given: readonly RecordTree[] | Seed): void => {
    putSeed(isSeed(given) ? given : { records: given }, { context: contextAt(''), files, keys })
    workbench.restart()
  }
  const seeded = options.snapshot !== undefined || (options.seed !== undefined && !hasRecords(statements))
  if (options.snapshot !== undefined) snapshots.load(options.snapshot)
  else if (seeded) seed(options.seed ?? {})
  workbench.faults.add(...(options.faults ?? []))
  return {
    ...effects,
    profile,
    switches,
    statements,
    key,
    seeded,
    keys,
    files,
    snapshots,
    workbench,
    now,
    contextAt,
    seed,
    log: createRequestLog(),
    reset: () => {
      statements.whole(() => database.exec(emptySql))
      files.reset()
      seed(options.seed ?? {})
    },
    close: () => {
      workbench.close()
      snapshots.close()
      database.close()
    },
  }
}

/** Opens the store of an emulator and puts its seed in. Fails with an `OperationalError` when the folder cannot be opened. */
export function openParts(options: EmulatorOptions): EmulatorParts {
  const database = openDatabase(options.data)
  try {
    return assemble(database, options)
  } catch (error) {
    database.close()
    throw error
  }
}

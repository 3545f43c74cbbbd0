import { mkdirSync, realpathSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ShownAdministrator } from '../emulator/administration/administrator.ts'
import type { EmulatorOptions, RunningEmulator } from '../emulator/emulator-options.ts'
import { OperationalError } from '../errors.ts'
import {
  type EmbeddedLock,
  holderOf,
  isOnThisMachine,
  isRunning,
  lockOf,
  readLock,
  removeLock,
  type StoreAccess,
  unwritable,
  writeLock,
} from './embedded-lock.ts'
import { openSuccession, type Succession } from './embedded-succession.ts'

/** A running embedded store: started here, or by another command. */
export interface EmbeddedStore extends StoreAccess, Partial<Pick<Succession, 'whenRefused'>> {
  /** True where this command started it; closing then ends it. */
  readonly own: boolean
  /** True where it was filled with a seed now. */
  readonly seeded: boolean
  /** The login of the administration tool; `null` where another command started the store. */
  readonly administrator: ShownAdministrator | null
  readonly close: () => Promise<void>
}

type StartOptions = Omit<EmulatorOptions, 'data'>

/**
 * Opens the embedded store in a data folder. Two processes never open the same database: the first writes a lock file with its address, the
 * others connect to it (docs/decisions/023-saved-plans.md). The lock holds for the real path of the folder and the process that wrote it: a
 * lock whose process has ended, of another folder, or of another machine is replaced. Where the process that runs the store ends, one
 * of the others continues it.
 *
 * Throws `file-unreadable` where another process has the database open and cannot be reached.
 */
export async function openEmbeddedStore(data: string, options: StartOptions = {}): Promise<EmbeddedStore> {
  const folder = realFolder(data)
  return untilUnlocked(folder, async () => {
    const lock = readLock(folder)
    return lock !== null && (await isRunning(lock)) ? guestOf(lock) : ownerOf(await start(folder, startOptions(options, lock)))
  })
}

function realFolder(data: string): string {
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 })
    return realpathSync.native(data)
  } catch (cause) {
    throw unwritable(data, cause)
  }
}

/** How long another process may take to start the store, or to close it; where it is on another machine, it has probably done so. */
const patienceMs = { here: 10_000, elsewhere: 2_000 } as const
const pauseMs = 20

/** Repeats `open` while another process has the database open: it is about to write its lock, or to end. */
async function untilUnlocked<T>(folder: string, open: () => Promise<T>): Promise<T> {
  const startMs = performance.now()
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof OperationalError) || error.context['reason'] !== 'locked') throw error
      const lock = readLock(folder)
      const waitedMs = performance.now() - startMs
      if (waitedMs > patienceMs[lock === null || isOnThisMachine(lock) ? 'here' : 'elsewhere'])
        throw lock === null ? error : openElsewhere(lock, error)
    }
    await wait(pauseMs)
  }
}

function openElsewhere(lock: EmbeddedLock, cause: OperationalError): OperationalError {
  return new OperationalError(
    'file-unreadable',
    `The embedded store in ${lock.folder} is open in ${holderOf(lock)}, which does not answer here.`,
    {
      fix: 'End that process, or run the command where it runs.',
      cause,
    },
  )
}

/** A store that this process runs, and its lock. */
interface Started {
  readonly store: RunningEmulator
  readonly lock: EmbeddedLock
}

/** Processes may still use the address of a store that died: it is taken again if it is free. */
function startOptions(options: StartOptions, lock: EmbeddedLock | null): readonly StartOptions[] {
  const port = Number(URL.parse(lock?.url ?? '')?.port ?? '')
  return options.port === undefined && port > 0 ? [{ ...options, port }, options] : [options]
}

async function start(data: string, [options = {}, ...others]: readonly StartOptions[]): Promise<Started> {
  // Loaded here: commands on a real store never need it, and it is a quarter of the modules of `plan`.
  const { startEmulator } = await import('../emulator/start-emulator.ts')
  const store = await startEmulator({ ...options, data }).catch((error: unknown) => {
    if (others.length > 0 && error instanceof OperationalError && error.code === 'port-taken') return null
    throw error
  })
  if (store === null) return start(data, others)
  const lock = lockOf(data, store)
  try {
    writeLock(lock)
  } catch (error) {
    await store.close()
    throw error
  }
  return { store, lock }
}

async function close({ store, lock }: Started): Promise<void> {
  removeLock(lock)
  await store.close()
}

function accessOf({ url, filesUrl, site, key, id, capabilities }: StoreAccess): StoreAccess {
  return { url, filesUrl, site, key, id, capabilities }
}

function ownerOf(started: Started): EmbeddedStore {
  const { seeded, administrator } = started.store
  return { ...accessOf(started.lock), own: true, seeded, administrator, close: () => close(started) }
}

function guestOf(lock: EmbeddedLock): EmbeddedStore {
  const { folder, site } = lock
  const succession = openSuccession(lock, (port) =>
    untilUnlocked(folder, async () => {
      const now = readLock(folder)
      if (now !== null && (await isRunning(now))) return { lock: now, close: null }
      const started = await start(folder, [{ port, site }])
      return { lock: started.lock, close: () => close(started) }
    }),
  )
  return { ...accessOf(lock), own: false, seeded: false, administrator: null, ...succession }
}

import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { RunningEmulator } from '../emulator/emulator-options.ts'
import type { StoreId } from '../emulator/database/store-id.ts'
import { storeMark } from '../emulator/keys/stored-keys.ts'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { diskProblemOf } from '../files/disk-problem.ts'
import type { Capabilities } from '../resources/capabilities.ts'

/** How to reach an embedded store. */
export interface StoreAccess {
  readonly url: string
  readonly filesUrl: string
  readonly site: string
  readonly key: string
  /** Which store it is: its own, wherever its folder is. */
  readonly id: StoreId
  readonly capabilities: Capabilities
}

/** The lock file of a data folder: which process runs its store, and how to reach it. It holds for the folder that it names only. */
export interface EmbeddedLock extends StoreAccess {
  /** The real path of the data folder: the copy of a folder has the lock of the original. */
  readonly folder: string
  readonly host: string
  readonly pid: number
  /** Which start of the store it is; its health report has the same. */
  readonly instance: string
  /** The switches that do not have their default, such as `text=trim`. */
  readonly switches: readonly string[]
}

/** The lock of a store that this process has started. */
export function lockOf(folder: string, store: RunningEmulator): EmbeddedLock {
  const { url, filesUrl, site, key, id, capabilities, instance } = store
  const all = store.assumptions.flatMap((row) => row.switches)
  const switches = all.filter(({ value, values }) => value !== values[0]).map(({ name, value }) => `${name}=${value}`)
  return { url, filesUrl, site, key, id, capabilities, folder, host: hostname(), pid: process.pid, instance, switches }
}

/** Writes the lock, readable by its user alone; another process sees the whole lock or none. */
export function writeLock(lock: EmbeddedLock): void {
  const file = fileIn(lock.folder)
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, `${JSON.stringify(lock)}\n`, { mode: 0o600 })
    renameSync(draft, file)
  } catch (cause) {
    rmSync(draft, { force: true })
    throw unwritable(file, cause)
  }
}

/** The error for a file or a folder of an embedded store that cannot be written. */
export function unwritable(path: string, cause: unknown): OperationalError {
  const fix = diskProblemOf(cause) === 'full' ? 'Free some space on that disk' : 'Allow this user to write there'
  return new OperationalError('file-unwritable', `${path} cannot be written (${systemCodeOf(cause)}).`, {
    fix: `${fix}; the embedded store keeps its data in that folder.`,
    cause,
  })
}

/** Removes the lock, unless another process has replaced it. */
export function removeLock({ folder, instance }: EmbeddedLock): void {
  if (readLock(folder)?.instance === instance) rmSync(fileIn(folder), { force: true })
}

/**
 * The lock in a data folder; `null` where there is none, where it is not readable as one, and where it is that of another folder. Throws
 * `file-unreadable` where this user may not read it.
 */
export function readLock(folder: string): EmbeddedLock | null {
  const text = readText(fileIn(folder))
  if (text === null) return null
  try {
    const parsed: unknown = JSON.parse(text)
    return isLock(parsed) && parsed.folder === folder ? parsed : null
  } catch {
    return null
  }
}

/** True where the process of the lock runs the store of the lock: it is on this machine, exists, and its store reports the same start. */
export async function isRunning(lock: EmbeddedLock): Promise<boolean> {
  if (!isAlive(lock) || !isLoopback(lock.url)) return false
  try {
    // No fault plan applies to this address.
    const answer = await fetch(`${lock.url}/_emulator/health`, { redirect: 'error', signal: AbortSignal.timeout(2_000) })
    const health: unknown = await answer.json()
    return answer.status === 200 && isHealthOf(health, lock)
  } catch {
    return false
  }
}

/** True where this machine wrote the lock. */
export function isOnThisMachine({ host }: EmbeddedLock): boolean {
  return host === hostname()
}

function isAlive(lock: EmbeddedLock): boolean {
  if (!isOnThisMachine(lock)) return false
  try {
    process.kill(lock.pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return systemCodeOf(error) === 'EPERM'
  }
}

/** Who has the store open, for messages: `process 4711`, or `process 4711 on build-3`. */
export function holderOf(lock: EmbeddedLock): string {
  return isOnThisMachine(lock) ? `process ${lock.pid}` : `process ${lock.pid} on ${lock.host}`
}

function fileIn(folder: string): string {
  return join(folder, 'server.json')
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (systemCodeOf(cause) === 'ENOENT') return null
    throw new OperationalError('file-unreadable', `${file} cannot be read (${systemCodeOf(cause)}).`, {
      fix: 'It says which process runs the embedded store. Run the command as the user that owns it, or use a copy of the folder.',
      cause,
    })
  }
}

/** A lock can come with a checkout: only a store of this machine is contacted. */
function isLoopback(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.protocol === 'http:' && url.hostname === '127.0.0.1'
}

function isHealthOf(health: unknown, { key, instance }: EmbeddedLock): boolean {
  if (typeof health !== 'object' || health === null || !('store' in health && 'instance' in health)) return false
  return health.store === storeMark(key) && health.instance === instance
}

function isLock(value: unknown): value is EmbeddedLock {
  if (value === null || typeof value !== 'object') return false
  const texts = ['url', 'filesUrl', 'site', 'key', 'folder', 'host', 'instance']
  const members = new Map(Object.entries(value))
  return (
    texts.every((name) => typeof members.get(name) === 'string') &&
    Number.isSafeInteger(members.get('pid')) &&
    Number(members.get('pid')) > 0 &&
    typeof members.get('capabilities') === 'object' &&
    members.get('capabilities') !== null &&
    Array.isArray(members.get('switches')) &&
    isStoreId(members.get('id'))
  )
}

function isStoreId(value: unknown): value is StoreId {
  if (value === null || typeof value !== 'object' || !('id' in value && 'isLate' in value)) return false
  return typeof value.id === 'string' && /^[0-9a-f]{16}$/.test(value.id) && typeof value.isLate === 'boolean'
}

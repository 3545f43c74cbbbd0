import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShownAdministrator } from '../emulator/administration/administrator.ts'
import { storeMark } from '../emulator/keys/stored-keys.ts'
import type { EmulatorOptions } from '../emulator/emulator-options.ts'
import { startEmulator } from '../emulator/start-emulator.ts'
import { systemCodeOf, OperationalError } from '../errors.ts'
import type { Capabilities } from '../resources/capabilities.ts'

/** A running embedded store: started here, or by another command. */
export interface EmbeddedStore {
  readonly url: string
  readonly filesUrl: string
  readonly site: string
  readonly key: string
  readonly capabilities: Capabilities
  /** True where this command started it; closing then ends it. */
  readonly own: boolean
  /** True where it was filled with a seed now. */
  readonly seeded: boolean
  /** The login of the administration tool; `null` where another command started the store. */
  readonly administrator: ShownAdministrator | null
  readonly close: () => Promise<void>
}

interface Lock {
  readonly url: string
  readonly filesUrl: string
  readonly site: string
  readonly key: string
  readonly capabilities: Capabilities
}

/**
 * Opens the embedded store in a data folder. Two commands never open the same database: the first writes a lock
 * file with its address, the second connects to it (semantics.md 21). A lock whose owner has ended is replaced.
 */
export async function openEmbeddedStore(folder: string, options: Omit<EmulatorOptions, 'data'> = {}): Promise<EmbeddedStore> {
  writing(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }))
  const file = join(folder, 'server.json')
  const running = await runningStore(file)
  if (running) return { ...running, own: false, seeded: false, administrator: null, close: () => Promise.resolve() }

  const started = await startEmulator({ data: folder, ...options })
  const { url, filesUrl, site, key, capabilities } = started
  try {
    const lock = `${JSON.stringify({ url, filesUrl, site, key, capabilities })}\n`
    writing(file, () => writeFileSync(file, lock, { mode: 0o600 }))
  } catch (error) {
    await started.close()
    throw error
  }
  return {
    url,
    filesUrl,
    site,
    key,
    capabilities,
    own: true,
    seeded: started.seeded,
    administrator: started.administrator,
    close: async () => {
      rmSync(file, { force: true })
      await started.close()
    },
  }
}

function writing(path: string, write: () => unknown): void {
  try {
    write()
  } catch (cause) {
    throw new OperationalError('file-unwritable', `${path} cannot be written (${systemCodeOf(cause)}).`, {
      fix: 'Allow this user to write there; the embedded store keeps its data in that folder.',
      cause,
    })
  }
}

async function runningStore(file: string): Promise<Lock | undefined> {
  const lock = readLock(file)
  if (!lock) return undefined
  try {
    // No fault plan applies to this address; the mark distinguishes this store from another one on the same port.
    const answer = await fetch(`${lock.url}/_emulator/health`, { signal: AbortSignal.timeout(2_000) })
    const health: unknown = await answer.json()
    const isSame = typeof health === 'object' && health !== null && 'store' in health && health.store === storeMark(lock.key)
    return answer.status === 200 && isSame ? lock : undefined
  } catch {
    return undefined
  }
}

function readLock(file: string): Lock | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isLock(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function isLock(value: unknown): value is Lock {
  if (value === null || typeof value !== 'object') return false
  return ['url', 'filesUrl', 'site', 'key', 'capabilities'].every((name) => name in value)
}

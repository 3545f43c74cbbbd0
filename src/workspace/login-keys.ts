import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { parseStoreAddress } from '../store/store-address.ts'
import { configFolder, type Environment } from './environment.ts'
import { replaceAlone, whyNotReplaced } from './replace-alone.ts'

/** A key that `planogram login` received, and the hosts of the store then: it is sent to no other. */
export interface LoginKey {
  readonly key: string
  readonly hosts: readonly string[]
}

/** The keys of logins of this user, by `loginAddress`. */
export type LoginKeys = ReadonlyMap<string, LoginKey>

/** The address of a store as its key is kept: an edited `base_url` has another one, and no key. */
export function loginAddress(baseUrl: string, store: string): string {
  const { origin, prefix } = parseStoreAddress(baseUrl, store)
  return `${origin}${prefix}`
}

/** The file of the keys, mode 0600, in the config folder of the user; `null` where the environment names none. */
export function loginKeysFile(env: Environment): string | null {
  const folder = configFolder(env)
  return folder === null ? null : join(folder, 'login-keys.json')
}

/** The keys of this user; none without a file. Throws `file-unreadable` for a file that is damaged, and `store-refused-key` for one that others can read. */
export function readLoginKeys(env: Environment): LoginKeys {
  const file = loginKeysFile(env)
  return file === null ? new Map() : readFrom(file)
}

/** Changes the keys of this user; the file is replaced as a whole. `update` returns `null` for no change. Throws `file-unwritable`. */
export function changeLoginKeys(env: Environment, update: (keys: LoginKeys) => LoginKeys | null): void {
  const file = loginKeysFile(env)
  if (file === null) {
    throw new OperationalError('file-unwritable', 'The environment names no folder of this user (HOME), so no key can be kept.', {
      fix: 'Set HOME or XDG_CONFIG_HOME to an absolute path.',
    })
  }
  const replaced = (): string | null => {
    const keys = update(readFrom(file))
    return keys && `${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`
  }
  try {
    replaceAlone(file, replaced)
  } catch (cause) {
    if (cause instanceof OperationalError) throw cause
    throw new OperationalError('file-unwritable', `The keys of logins cannot be kept: ${whyNotReplaced(file, cause)}.`, { cause })
  }
}

function readFrom(file: string): LoginKeys {
  try {
    const text = readFileSync(file, 'utf8')
    refuseShared(file)
    return new Map(Object.entries(mapIn(JSON.parse(text))).map(([address, value]) => [address, loginKeyIn(value)]))
  } catch (cause) {
    if (systemCodeOf(cause) === 'ENOENT') return new Map()
    if (cause instanceof OperationalError) throw cause
    const reason = cause instanceof SyntaxError ? 'damaged' : systemCodeOf(cause)
    throw new OperationalError('file-unreadable', `The keys of logins in ${file} cannot be read (${reason}).`, {
      fix: 'Make the file readable for this user, or delete it and run `planogram login`.',
      // The text of a syntax error contains a part of the file.
      ...(cause instanceof SyntaxError ? {} : { cause }),
    })
  }
}

/** A file that others can read is refused, as `ssh` does; Windows has no such modes. */
function refuseShared(file: string): void {
  const mode = statSync(file).mode & 0o777
  if (process.getuid === undefined || (mode & 0o077) === 0) return
  throw new OperationalError(
    'store-refused-key',
    `Other users of this machine can use ${file}, which has keys (mode ${mode.toString(8)}).`,
    {
      fix: `Run \`chmod 600 ${file}\`. If somebody can have read it, delete the keys in the administration tool of their stores.`,
    },
  )
}

function mapIn(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('not a map')
  return { ...value }
}

function loginKeyIn(value: unknown): LoginKey {
  const { key, hosts } = mapIn(value)
  if (typeof key !== 'string' || !Array.isArray(hosts) || !hosts.every((host) => typeof host === 'string'))
    throw new SyntaxError('not a key')
  return { key, hosts }
}

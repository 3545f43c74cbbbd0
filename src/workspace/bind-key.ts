import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OperationalError } from '../errors.ts'
import { configFolder, type Environment, isInCi } from './environment.ts'

/** The hosts that each key is bound to, by a digest of the key: never the key itself. */
type Bindings = Readonly<Record<string, readonly string[]>>

/** What decides whether a key may be sent to the hosts of a store. */
export interface KeyUse {
  /** The environment variable that the key comes from, or a name made from that of the store. */
  readonly origin: string
  readonly key: string
  /** `host[:port]` of the store's base_url and files_url. */
  readonly hosts: readonly string[]
}

/**
 * Refuses to send a key to a host that it is not bound to (semantics.md 23): a pull request that edits `base_url` gets no key.
 * `<VARIABLE>_HOST` in the environment lists the hosts, separated by commas. Without it, a machine binds the key to its first hosts,
 * in the config folder of the user, outside of the repository; CI and a user without such a folder refuse. Loopback needs no binding.
 */
export function bindKey({ origin, key, hosts }: KeyUse, env: Environment): void {
  const named = env[`${origin}_HOST`]?.split(',').map((host) => host.trim())
  const remote = hosts.filter((host) => !isLoopback(host))
  if (named !== undefined) return refuseUnboundHost({ origin, key, hosts }, named)
  if (remote.length === 0) return
  const folder = isInCi(env) ? null : configFolder(env)
  if (folder === null) {
    throw new OperationalError(
      'store-refused-key',
      `The key ${origin} is not bound to a host, so it is not sent to ${remote.join(' and ')}.`,
      {
        fix: isInCi(env)
          ? `Set ${origin}_HOST=${remote.join(',')} beside the key in the settings of CI, not in the repository.`
          : `Set ${origin}_HOST=${remote.join(',')} beside the key, or HOME, so that the hosts can be remembered.`,
      },
    )
  }
  remember({ origin, key, hosts: remote }, join(folder, 'key-hosts.json'))
}

function remember(use: KeyUse, file: string): void {
  const bindings = readBindings(file)
  const digest = hash('sha256', use.key)
  const known = bindings[digest]
  if (known !== undefined) return refuseUnboundHost(use, known)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify({ ...bindings, [digest]: use.hosts }, null, 2)}\n`, { mode: 0o600 })
}

function refuseUnboundHost({ origin, hosts }: KeyUse, known: readonly string[]): void {
  const unbound = hosts.find((host) => !known.includes(host))
  if (unbound === undefined) return
  throw new OperationalError(
    'store-refused-key',
    `The key ${origin} is bound to ${known.join(' and ')}, so it is not sent to ${unbound}.`,
    {
      fix: `If the new address is intentional, set ${origin}_HOST=${hosts.join(',')} in the environment.`,
    },
  )
}

/** The bindings in the file; none where it cannot be read, and it is replaced then. */
function readBindings(file: string): Bindings {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (parsed === null || typeof parsed !== 'object') return {}
    return Object.fromEntries(Object.entries(parsed).filter((entry): entry is [string, string[]] => Array.isArray(entry[1])))
  } catch {
    return {}
  }
}

function isLoopback(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return name === 'localhost' || name === '[::1]' || /^127(?:\.\d+){3}$/.test(name)
}

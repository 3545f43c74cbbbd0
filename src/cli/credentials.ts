import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OperationalError } from '../errors.ts'
import { isInCi } from './surroundings.ts'

/** The hosts that each key was given for, by a digest of the key: never the key itself. */
type Bindings = Readonly<Record<string, readonly string[]>>

/** What decides whether a key may be sent to the hosts of a store. */
export interface KeyUse {
  /** The name of the environment variable that the key came from, or one made of the store's name. */
  readonly origin: string
  readonly key: string
  /** `host[:port]` of the store's base_url and files_url. */
  readonly hosts: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Refuses a key for another host than those it was given for (semantics.md 23): a pull request that edits
 * `base_url` gets no key. The hosts are named by `<VARIABLE>_HOST` in the environment, separated by commas; without
 * it, a person's machine remembers the first hosts (in the user's own config folder, outside of the repository), and
 * CI refuses. Loopback needs no binding.
 */
export function bindKey({ origin, key, hosts }: KeyUse, env: Environment): void {
  const named = env[`${origin}_HOST`]?.split(',').map((host) => host.trim())
  const remote = hosts.filter((host) => !isLoopback(host))
  if (named !== undefined) return refuseStranger({ origin, key, hosts }, named)
  if (remote.length === 0) return
  if (isInCi(env)) {
    throw new OperationalError(
      'store-refused-key',
      `The key ${origin} is not bound to a host, so it is not sent to ${remote.join(' and ')}.`,
      {
        fix: `Set ${origin}_HOST=${remote.join(',')} beside the key in the CI settings, not in the repository.`,
      },
    )
  }
  remember({ origin, key, hosts: remote }, join(configFolder(env), 'key-hosts.json'))
}

function remember(use: KeyUse, file: string): void {
  const bindings = readBindings(file)
  const digest = createHash('sha256').update(use.key).digest('hex')
  const known = bindings[digest]
  if (known !== undefined) return refuseStranger(use, known)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify({ ...bindings, [digest]: use.hosts }, null, 2)}\n`, { mode: 0o600 })
}

function refuseStranger({ origin, hosts }: KeyUse, known: readonly string[]): void {
  const stranger = hosts.find((host) => !known.includes(host))
  if (stranger === undefined) return
  throw new OperationalError(
    'store-refused-key',
    `The key ${origin} was given for ${known.join(' and ')}, so it is not sent to ${stranger}.`,
    {
      fix: `If the address was changed on purpose, set ${origin}_HOST=${hosts.join(',')} in the environment.`,
    },
  )
}

/** The bindings so far; a file that is not ours to read counts as none, and is then written anew. */
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

/** The folder of this user for what planogram remembers outside of every catalogue. */
export function configFolder(env: Environment): string {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '.'
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'planogram')
}

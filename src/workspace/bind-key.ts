import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { isLoopback } from '../source/is-loopback.ts'
import { configFolder, type Environment, isInCi } from './environment.ts'
import { replaceAlone, whyNoFolder, whyNotReplaced } from './replace-alone.ts'

/** The hosts that each key is bound to, by a digest of the key: never the key itself. */
type Bindings = Readonly<Record<string, readonly string[]>>

/** What decides whether a key may be sent to the hosts of a store. */
export interface KeyUse {
  /** The environment variable that the key comes from, or a name made from that of the store. */
  readonly origin: string
  readonly key: string
  /** `host[:port]` of the store's base_url and files_url. */
  readonly hosts: readonly string[]
  /** The hosts that the key was given for, where that is known (`planogram login`). */
  readonly givenFor?: readonly string[]
}

/**
 * Refuses to send a key to a host that it is not bound to (semantics.md 23): a pull request that edits `base_url` gets no key.
 * `<VARIABLE>_HOST` in the environment lists the hosts, separated by commas; a list without a name is as if it were not set, since CI sets a
 * variable that does not exist to an empty text. Without it, a machine binds the key to its first hosts, in the config folder of the user, outside
 * of the repository; CI refuses, and so does a machine where these hosts cannot be remembered. Loopback needs no binding. A key of `planogram login` is
 * bound to the hosts that the store had then.
 */
export function bindKey({ origin, key, hosts, givenFor }: KeyUse, env: Environment): void {
  if (givenFor !== undefined) return refuseUnboundHost({ origin, key, hosts, givenFor }, givenFor)
  const named = (env[`${origin}_HOST`] ?? '').split(',').flatMap((host) => host.trim() || [])
  if (named.length > 0) return refuseUnboundHost({ origin, key, hosts }, named)
  const remote = hosts.filter((host) => !isLoopback(host.replace(/:\d+$/, '')))
  if (remote.length === 0) return
  const use = { origin, key, hosts: remote }
  if (isInCi(env)) {
    throw new OperationalError(
      'store-refused-key',
      `The key ${origin} is not bound to a host, so it is not sent to ${remote.join(' and ')}.`,
      {
        fix: `Set ${origin}_HOST=${remote.join(',')} beside the key in the settings of CI, not in the repository.`,
      },
    )
  }
  const folder = configFolder(env)
  if (folder === null) throw notRemembered(use, 'the environment names no folder of this user (HOME)')
  remember(use, join(folder, 'key-hosts.json'))
}

function remember(use: KeyUse, file: string): void {
  const digest = hash('sha256', use.key)
  const known = readBindings(use, file)[digest]
  if (known !== undefined) return refuseUnboundHost(use, known)
  const first = addBinding(use, { file, digest })
  if (first !== use.hosts) refuseUnboundHost(use, first)
}

/** Adds the hosts of a key to the file, and returns those that it has then: another process may have bound the key meanwhile. */
function addBinding(use: KeyUse, { file, digest }: { readonly file: string; readonly digest: string }): readonly string[] {
  let bound = use.hosts
  const add = (): string | null => {
    const bindings = readBindings(use, file)
    const known = bindings[digest]
    bound = known ?? use.hosts
    return known === undefined ? `${JSON.stringify({ ...bindings, [digest]: use.hosts }, null, 2)}\n` : null
  }
  try {
    replaceAlone(file, add)
  } catch (cause) {
    if (cause instanceof OperationalError) throw cause
    throw notRemembered(use, whyNotReplaced(file, cause), cause)
  }
  return bound
}

function refuseUnboundHost({ origin, hosts, givenFor }: KeyUse, known: readonly string[]): void {
  const names = new Set(known.map(nameOf))
  const unbound = hosts.find((host) => !names.has(nameOf(host)))
  if (unbound === undefined) return
  throw new OperationalError(
    'store-refused-key',
    `The key ${origin} is bound to ${known.join(' and ')}, so it is not sent to ${unbound}.`,
    {
      fix: `If the new address is intentional, ${givenFor ? 'run `planogram login` again' : `set ${origin}_HOST=${hosts.join(',')} in the environment`}.`,
    },
  )
}

/** A host as it is compared: names of hosts have no case, and 443 is the port of https. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:443$/, '')
}

/** The bindings in the file; none where it does not exist. A file that cannot be read may bind this key to another host. */
function readBindings(use: KeyUse, file: string): Bindings {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (parsed === null || typeof parsed !== 'object') throw new SyntaxError('not a map')
    return Object.fromEntries(Object.entries(parsed).filter((entry): entry is [string, string[]] => Array.isArray(entry[1])))
  } catch (cause) {
    if (systemCodeOf(cause) === 'ENOENT') return {}
    const code = cause instanceof SyntaxError ? 'damaged' : systemCodeOf(cause)
    throw notRemembered(use, whyNoFolder(file) ?? `${file} cannot be read (${code})`, cause)
  }
}

function notRemembered({ origin, hosts }: KeyUse, reason: string, cause?: unknown): OperationalError {
  const message = `The key ${origin} is not sent to ${hosts.join(' and ')}: the hosts of keys cannot be remembered, because ${reason}.`
  return new OperationalError('store-refused-key', message, { fix: `Set ${origin}_HOST=${hosts.join(',')} in the environment.`, cause })
}

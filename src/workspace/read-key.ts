import { readFile, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import type { KeySource } from '../catalogue/config/config.ts'
import { repositoryRoot } from '../files/repository-root.ts'
import { OperationalError } from '../errors.ts'
import { type Environment, isInCi } from './environment.ts'

/** A key, and the name under which it is bound to hosts (`<origin>_HOST` in the environment). */
export interface ReadKey {
  readonly key: string
  readonly origin: string
  /** The hosts that it was given for; absent: the config does not tell. */
  readonly givenFor?: readonly string[]
}

/** Where a key comes from. */
export interface KeyPlace {
  readonly source: KeySource
  readonly store: string
  /** The catalogue root; a key file inside of it or of its repository is refused. */
  readonly root: string
  readonly env: Environment
}

/** The application key of a store. Refuses a key file inside the repository, and a command that the environment does not allow (semantics.md 23). */
export async function readKey({ source, store, root, env }: KeyPlace): Promise<ReadKey> {
  if (source.kind === 'login') return loginKeyOf(source.baseUrl, store, env)
  const origin = source.kind === 'env' ? source.variable : `PLANOGRAM_KEY_${inVariable(store)}`
  const key = (await read(source, { store, root, env })).trim()
  if (key === '' || /[\s:\p{Cc}]/u.test(key)) {
    throw new OperationalError(
      'store-refused-key',
      `The key of store ${store} is empty or contains a space, a colon or a control character.`,
      {
        fix: 'Set it to a single word.',
      },
    )
  }
  return { key, origin }
}

/** The name of a store as a part of that of an environment variable. */
function inVariable(store: string): string {
  return store.toUpperCase().replace(/[^A-Z0-9]/g, '_')
}

/** Where the config says that a key comes from, in the words of the config. */
export function keyPlaceText(source: KeySource): string {
  switch (source.kind) {
    case 'env':
      return `\${${source.variable}}`
    case 'file':
      return 'key_file'
    case 'command':
      return 'key_command'
    case 'login':
      return 'planogram login'
    default:
      return source satisfies never
  }
}

function read(source: Exclude<KeySource, { kind: 'login' }>, { store, root, env }: Omit<KeyPlace, 'source'>): Promise<string> {
  switch (source.kind) {
    case 'env':
      return fromEnvironment(source.variable, store, env)
    case 'file':
      return fromFile(source.path, root)
    case 'command':
      return fromCommand(source.command, store, env)
    default:
      return source satisfies never
  }
}

/** The key of a login on this machine. In CI none is used: a runner can have the folder of a person, and the config can come from a pull request. */
async function loginKeyOf(baseUrl: string, store: string, env: Environment): Promise<ReadKey> {
  const own = `\`key: \${${inVariable(store)}_KEY}\` to the store and set that variable.`
  if (isInCi(env)) {
    throw new OperationalError('store-refused-key', `Store ${store} has no key in the config, and in CI that of a login is not used.`, {
      fix: `Add ${own}`,
    })
  }
  const { loginAddress, readLoginKeys } = await import('./login-keys.ts')
  const found = readLoginKeys(env).get(loginAddress(baseUrl, store))
  if (found !== undefined) return { key: found.key, origin: 'of `planogram login`', givenFor: found.hosts }
  throw new OperationalError('store-refused-key', `Store ${store} has no key in the config, and this user has not logged in to it.`, {
    fix: `Run \`planogram login --store ${store}\`, or add ${own}`,
  })
}

async function fromEnvironment(variable: string, store: string, env: Environment): Promise<string> {
  const value = env[variable]
  if (value !== undefined && value !== '') return value
  throw new OperationalError('store-refused-key', `The key of store ${store} is not set: the environment has no ${variable}.`, {
    fix: `Set ${variable} to an application key of the store (administration tool, preferences, website administrators, API).`,
  })
}

async function fromFile(path: string, root: string): Promise<string> {
  const full = resolve(path.startsWith('~/') ? homedir() : root, path.replace(/^~\//, ''))
  try {
    const [real, catalogue] = [await realpath(full), await realpath(root)]
    if (!isInside(repositoryRoot(catalogue) ?? catalogue, real)) return await readFile(real, 'utf8')
  } catch (cause) {
    throw new OperationalError('store-refused-key', `The key file ${path} cannot be read.`, {
      fix: 'Name a readable file outside of the repository in `key_file`.',
      cause,
    })
  }
  throw new OperationalError(
    'store-refused-key',
    `The key file ${path} is inside the repository of the catalogue, where it could be committed.`,
    {
      fix: 'Move it out of the repository, or use `key: ${VARIABLE}`.',
    },
  )
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  // On Windows there is no way to another drive.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

async function fromCommand(command: string, store: string, env: Environment): Promise<string> {
  if (env['PLANOGRAM_ALLOW_KEY_COMMAND'] !== '1') {
    throw new OperationalError(
      'store-refused-key',
      `The key_command of store ${store} is not allowed to run: a config may come from a pull request.`,
      {
        fix: 'Set PLANOGRAM_ALLOW_KEY_COMMAND=1 in the environment where you trust the config.',
      },
    )
  }
  try {
    const { exec } = await import('node:child_process')
    const { stdout } = await promisify(exec)(command, { timeout: 30_000, env: { ...env } })
    return stdout
  } catch (cause) {
    throw new OperationalError('store-refused-key', `The key_command of store ${store} failed.`, {
      fix: 'Run the command by hand to see its error.',
      cause,
    })
  }
}

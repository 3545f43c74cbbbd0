import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CacheOptions } from '../catalogue/cache/document-cache.ts'
import { engineVersion } from './engine-version.ts'
import { configFolder, type Environment } from './environment.ts'

/** Distinguishes builds of one version: another commit may have other rules. In an installed package it is the same everywhere. */
const built = statSync(fileURLToPath(import.meta.url)).mtimeMs

/**
 * The cache of parsed documents of a catalogue, in `.planogram/cache/documents`. It is sealed with a secret in the user's own
 * config folder; without such a folder, as in many CI jobs, there is no cache.
 */
export function documentCache(root: string, env: Environment): CacheOptions {
  let secret: string | null | undefined
  return {
    folder: join(realRoot(root), '.planogram', 'cache', 'documents'),
    scratch: tmpdir(),
    version: `${engineVersion} ${built}`,
    secret: () => {
      const own = configFolder(env)
      secret ??= own === null ? null : secretIn(join(own, 'cache-secret'))
      return secret
    },
  }
}

function realRoot(root: string): string {
  try {
    return realpathSync(root)
  } catch {
    return root
  }
}

/** The secret in the file, created on first use; `null` where it can be neither read nor written. */
function secretIn(file: string): string | null {
  const known = readSecret(file)
  if (known !== null) return known
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // Another process may have created it first: then its secret is used.
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch {
    // Read below; `null` where it does not exist.
  }
  return readSecret(file)
}

function readSecret(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return /^[0-9a-f]{64}$/.test(text) ? text : null
  } catch {
    return null
  }
}

import type { IncomingMessage } from 'node:http'
import type { Switches } from '../assumptions/switches.ts'
import { storeTime } from '../clock/store-time.ts'
import type { Statements } from '../database/statements.ts'
import { findKey, type StoredKey } from './stored-keys.ts'

function basicUser(header: string | undefined): string {
  const [, encoded = ''] = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header ?? '') ?? []
  const [user = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return user
}

/**
 * The application key of a request (platform.md, "Application key"): the user name of basic authentication, whatever the password
 * (assumptions.md K4), else the parameter `_key` (K3) if `fallback` allows it. Empty if there is none.
 */
export function keyOf(request: IncomingMessage, fallback: boolean): string {
  const user = basicUser(request.headers.authorization)
  if (user !== '' || !fallback) return user
  const query = (request.url ?? '').split('?').slice(1).join('?')
  return new URLSearchParams(query).get('_key') ?? ''
}

interface KeyParts {
  readonly statements: Statements
  readonly switches: Switches
  /** The store's clock. */
  readonly now: () => Date
}

/** The stored key with this text, or `null` if it does not exist or has expired. */
export function validKey({ statements, now, switches }: KeyParts, key: string): StoredKey | null {
  const found = key === '' ? undefined : findKey(statements, key)
  const expired = found !== undefined && found.expires !== null && found.expires <= storeTime(now(), switches)
  return found && !expired ? found : null
}

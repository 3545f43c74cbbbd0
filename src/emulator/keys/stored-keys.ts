import { hash, randomBytes } from 'node:crypto'
import { OperationalError } from '../../errors.ts'
import type { ResourceName } from '../../resources/registry.ts'
import { assignKey } from '../database/assign-key.ts'
import type { Statements } from '../database/statements.ts'

/** What an application key may do (docs/api.md, "Application key"). */
export interface StoredKey {
  /** Identifies the key wherever the key itself must not be shown: `ApiAccess.code`. */
  readonly code: string
  /** The resources that it may access; `null` = all; none for a key of the Files API alone. */
  readonly allowed: readonly string[] | null
  /** Resources that are set to deny, which takes precedence over `allowed` (docs/assumptions.md K2). */
  readonly denied: readonly string[]
  /** When it expires, in the store's time, or `null`. */
  readonly expires: string | null
  /** Whether it may access the Files API (docs/assumptions.md F8). */
  readonly files: boolean
}

/** How a key was created: with the store, by the program that embeds it, through ApiAccess, or through OAuth. */
export type KeyOrigin = 'first' | 'added' | 'api' | 'oauth'

/** A key to store. */
export interface NewKey extends Omit<StoredKey, 'code'> {
  readonly key: string
  readonly title: string
  readonly origin: KeyOrigin
}

/** A key of 192 random bits. */
export function randomKey(): string {
  return randomBytes(24).toString('base64url')
}

function namesIn(cell: unknown): string[] {
  return typeof cell === 'string' ? cell.split(',').filter((name) => name !== '') : []
}

/** How `ApiAccess.resources` names a key that has no resource. */
const noResource = 'none'

/** The resources that a text of `ApiAccess.resources` grants; `null` = all. */
export function grantedIn(cell: unknown): readonly string[] | null {
  const names = namesIn(cell)
  if (names.length === 0) return null
  return cell === noResource ? [] : names
}

/** Granted resources as `ApiAccess.resources` has them. */
export function grantedText(allowed: readonly string[] | null): string {
  return allowed?.length === 0 ? noResource : (allowed ?? []).join(',')
}

/** The key with this text, or `undefined`. A key whose ApiAccess record was deleted, or that was revoked as suspect, is no longer valid. */
export function findKey(statements: Statements, key: string): StoredKey | undefined {
  const [row] = statements.rows(
    'SELECT a.code, a.resources, a.deny, a.expires, k.files FROM _key AS k JOIN "ApiAccess" AS a ON a.code = k.code WHERE k.key = ? AND k.suspect IS NULL',
    [key],
  )
  if (!row) return undefined
  const [code, resources, deny, expires, files] = row
  return {
    code: String(code),
    allowed: grantedIn(resources),
    denied: namesIn(deny),
    expires: typeof expires === 'string' && expires !== '' ? expires : null,
    files: files === 1,
  }
}

/** The first of these resources that the key may not access, or `undefined`. */
export function deniedResource(key: StoredKey, names: readonly ResourceName[]): ResourceName | undefined {
  return names.find((name) => key.denied.includes(name) || (key.allowed !== null && !key.allowed.includes(name)))
}

/** Removes a key; false if no key has this code. */
export function removeKey(statements: Statements, code: string): boolean {
  statements.run('DELETE FROM _key WHERE code = ?', [code])
  return statements.run('DELETE FROM "ApiAccess" WHERE code = ?', [code]) > 0
}

/**
 * Stores a key, created at this time of the store, and returns its code; a key with the same text is replaced. Fails with `wrong-usage`
 * if the text cannot be the user name of basic authentication.
 */
export function insertKey(
  statements: Statements,
  { key, title, origin, allowed, denied, expires, files }: NewKey,
  created: string,
): string {
  if (!/^[^:\p{Cc}]+$/u.test(key)) {
    throw new OperationalError(
      'wrong-usage',
      'An application key of the embedded store is empty, or contains a colon or a control character',
      {
        fix: 'Use letters and digits, or leave the key out for a random one.',
      },
    )
  }
  return statements.whole(() => {
    const before = statements.cell('SELECT code FROM _key WHERE key = ?', [key])
    if (typeof before === 'string') removeKey(statements, before)
    // Not a plain number, so that no seeded record of ApiAccess can replace a key.
    const code = `k${assignKey(statements, 'ApiAccess', undefined)}`
    statements.run('INSERT INTO "ApiAccess" (code, title, resources, deny, expires) VALUES (?, ?, ?, ?, ?)', [
      code,
      title,
      grantedText(allowed),
      denied.join(','),
      expires,
    ])
    statements.run('INSERT INTO _key (key, code, origin, files, created) VALUES (?, ?, ?, ?, ?)', [
      key,
      code,
      origin,
      files ? 1 : 0,
      created,
    ])
    return code
  })
}

/** The key that belongs to the store, or `undefined` where there is none yet. */
function storedFirstKey(statements: Statements): { readonly key: string; readonly code: string } | undefined {
  const [row] = statements.rows(`SELECT k.key, k.code FROM _key AS k JOIN "ApiAccess" AS a ON a.code = k.code WHERE k.origin = 'first'`)
  return row && { key: String(row[0]), code: String(row[1]) }
}

/** The store's first key: the given one, else the stored one, else a random one, created at this time (docs/assumptions.md K5). */
export function firstKey(statements: Statements, given: string | undefined, created: string): string {
  const stored = storedFirstKey(statements)
  if (stored && (given === undefined || given === stored.key)) return stored.key
  const key = given ?? randomKey()
  return statements.whole(() => {
    if (stored) removeKey(statements, stored.code)
    insertKey(statements, { key, title: 'first key', origin: 'first', allowed: null, denied: [], expires: null, files: true }, created)
    return key
  })
}

/** Identifies a store without showing its key: 16 hex digits derived from the first key, from which the key cannot be calculated. */
export function storeMark(key: string): string {
  return hash('sha256', `store ${key}`).slice(0, 16)
}

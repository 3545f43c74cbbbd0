import { hash, randomBytes } from 'node:crypto'
import type { Statements } from '../database/statements.ts'

/** What a code was issued for. */
export interface CodeGrant {
  readonly client: string
  readonly redirectUri: string
}

/** The result of an exchange: the code of the issued key, or why there is none. */
export type Redeemed = { readonly issued: string } | { readonly refused: string }

/** Milliseconds for which a code is valid (assumptions.md O3). */
const lifeMs = 10 * 60_000

interface Parts {
  readonly statements: Statements
  readonly now: () => Date
}

function hashOf(code: string): string {
  return hash('sha256', code)
}

/** A new code of 256 random bits. Codes that expired more than a day ago are deleted. */
export function issueCode({ statements, now }: Parts, { client, redirectUri }: CodeGrant): string {
  const code = randomBytes(32).toString('base64url')
  const at = now().getTime()
  statements.run('DELETE FROM _oauth_code WHERE expires < ?', [at - 24 * 3_600_000])
  statements.run('INSERT INTO _oauth_code (hash, client, redirect_uri, expires) VALUES (?, ?, ?, ?)', [
    hashOf(code),
    client,
    redirectUri,
    at + lifeMs,
  ])
  return code
}

/**
 * Exchanges a code once, for exactly the redirect_uri that it was issued for (platform.md, "OAuth2 (beta)"); `issue` creates the key of
 * the client. A second use is refused and revokes the key of the first, which is listed as suspect: two parties have had the code.
 */
export function redeemCode(
  { statements, now }: Parts,
  asked: { code: string; redirectUri: string },
  keys: { issue: (client: string) => string; revoke: (code: string) => void },
): Redeemed {
  const hash = hashOf(asked.code)
  return statements.whole(() => {
    const [row] = statements.rows('SELECT client, redirect_uri, expires, issued FROM _oauth_code WHERE hash = ?', [hash])
    if (!row) return { refused: 'the code is unknown' }
    const [client, redirectUri, expires, issued] = row
    if (typeof issued === 'string') {
      keys.revoke(issued)
      statements.run('UPDATE _key SET suspect = ? WHERE code = ?', ['revoked: its authorization code was used a second time', issued])
      return { refused: 'the code was already used' }
    }
    if (Number(expires) <= now().getTime()) return { refused: 'the code has expired' }
    if (redirectUri !== asked.redirectUri) return { refused: 'the redirect_uri is not the one that the code was issued for' }
    const code = keys.issue(String(client))
    statements.run('UPDATE _oauth_code SET issued = ? WHERE hash = ?', [code, hash])
    return { issued: code }
  })
}

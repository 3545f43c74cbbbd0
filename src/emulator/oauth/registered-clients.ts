import { OperationalError } from '../../errors.ts'
import type { Row, Statements } from '../database/statements.ts'
import { isUsableRedirect, type OAuthClient } from './oauth-client.ts'

/** An application with where its registration comes from: the options of the emulator, or the administration tool. */
export interface ListedClient extends OAuthClient {
  readonly origin: 'options' | 'registered'
}

/** The registered applications of an emulator. */
export interface OAuthClients {
  /** Those of the options first, then the others by id. */
  list(): readonly ListedClient[]
  find(id: string): OAuthClient | undefined
  /** Fails with `wrong-usage` if the id is invalid or taken, or if an address is not usable (assumptions.md O2). */
  register(client: OAuthClient): void
  /**
   * Removes an application that the administration tool registered, with its codes; its keys remain valid until they are revoked. False
   * if there is none.
   */
  remove(id: string): boolean
}

const defaultClients: readonly OAuthClient[] = [{ id: 'planogram', title: 'Planogram' }]

function clientOf([id, title, redirects]: Row): ListedClient {
  const uris: unknown = typeof redirects === 'string' ? JSON.parse(redirects) : null
  const redirectUris = Array.isArray(uris) ? uris.map(String) : null
  return { id: String(id), title: String(title), origin: 'registered', ...(redirectUris ? { redirectUris } : {}) }
}

function check({ id, redirectUris = [] }: OAuthClient, taken: boolean): void {
  const unusable = redirectUris.find((uri) => !isUsableRedirect(uri))
  if (!/^[\w.~-]{1,100}$/.test(id))
    throw new OperationalError('wrong-usage', 'The client id is invalid.', { fix: 'Use 1 to 100 letters, digits, and . _ ~ -' })
  if (taken) throw new OperationalError('wrong-usage', `The client id ${id} is registered already.`, { fix: 'Choose another one.' })
  if (unusable !== undefined)
    throw new OperationalError('wrong-usage', `The redirect URI ${JSON.stringify(unusable.slice(0, 200))} cannot be used.`, {
      fix: 'Use https, or http on this machine; without a fragment, a user name or spaces.',
    })
}

/** The applications of the options, by default `planogram`, and those in the database. */
export function openOAuthClients(statements: Statements, given: readonly OAuthClient[] = defaultClients): OAuthClients {
  const list = (): readonly ListedClient[] => {
    const stored = statements.rows('SELECT id, title, redirects FROM _oauth_client ORDER BY id').map(clientOf)
    const own = given.map((client) => ({ ...client, origin: 'options' as const }))
    return [...own, ...stored.filter(({ id }) => !given.some((client) => client.id === id))]
  }
  const find = (id: string): OAuthClient | undefined => list().find((client) => client.id === id)
  return {
    list,
    find,
    register: (client) => {
      check(client, find(client.id) !== undefined)
      const { id, title = id, redirectUris } = client
      statements.run('INSERT INTO _oauth_client (id, title, redirects) VALUES (?, ?, ?)', [
        id,
        title,
        redirectUris ? JSON.stringify(redirectUris) : null,
      ])
    },
    remove: (id) =>
      statements.whole(() => {
        const isRemoved = statements.run('DELETE FROM _oauth_client WHERE id = ?', [id]) > 0
        if (isRemoved) statements.run('DELETE FROM _oauth_code WHERE client = ? AND issued IS NULL', [id])
        return isRemoved
      }),
  }
}

import { OperationalError } from '../../errors.ts'
import { findResource, type ResourceName } from '../../resources/registry.ts'
import type { Switches } from '../assumptions/switches.ts'
import type { Row, Statements } from '../database/statements.ts'
import { storeTime } from '../clock/store-time.ts'
import { insertKey, type KeyOrigin, randomKey, removeKey } from './stored-keys.ts'

/** A key to add; everything has a default. */
export interface KeyOptions {
  /** Default: a random one. A key of the same text is replaced. */
  readonly key?: string
  readonly title?: string
  /** The resources that it may access, by any of their names. Default: all. */
  readonly resources?: readonly string[]
  /** Resources that it may not access, even if `resources` lists them. */
  readonly deny?: readonly string[]
  /** When it expires, on the store's clock, in whole seconds. Default: never. */
  readonly expires?: Date
  /** Whether it may access the Files API. Default: true for a key to all resources, else false. */
  readonly files?: boolean
}

/** A key without its text. */
export interface ListedKey {
  readonly code: string
  readonly title: string
  readonly origin: KeyOrigin
  /** `null` = all. */
  readonly resources: readonly string[] | null
  readonly deny: readonly string[]
  /** `YYYY-MM-DD HH:MM:SS`, or `null`. */
  readonly expires: string | null
  readonly files: boolean
  /** Why the key may have been stolen, or `null`. */
  readonly suspect: string | null
}

/** The application keys of an emulator (docs/api.md, "Application key"). */
export interface Keys {
  /** Returns the key and its code. Fails with `wrong-usage` if a resource does not exist. */
  add(options?: KeyOptions): { readonly key: string; readonly code: string }
  /** Every key, oldest first. */
  list(): readonly ListedKey[]
  /** Makes a key expire now; it stays in the list. False if no key has this code. */
  expire(code: string): boolean
  /** Removes a key. False if no key has this code. */
  remove(code: string): boolean
}

/** The canonical names of resources, each once; `undefined` if one does not exist. */
export function canonicalNames(names: readonly string[]): readonly ResourceName[] | undefined {
  const found = names.map((name) => findResource(name)?.name).filter((name) => name !== undefined)
  return found.length === names.length ? [...new Set(found)] : undefined
}

function known(names: readonly string[]): readonly ResourceName[] {
  const found = canonicalNames(names)
  if (found) return found
  throw new OperationalError('wrong-usage', `A key of the embedded store lists a resource that does not exist: ${names.join(', ')}`, {
    fix: 'Use the names of platform.md, such as Product or PricingAdvanced.',
  })
}

const listSql =
  'SELECT a.code, a.title, k.origin, a.resources, a.deny, a.expires, k.files, k.suspect FROM _key AS k JOIN "ApiAccess" AS a ON a.code = k.code ORDER BY a._id'

function namesIn(cell: Row[number] | undefined): readonly string[] {
  return String(cell ?? '')
    .split(',')
    .filter((name) => name !== '')
}

function originOf(cell: unknown): KeyOrigin {
  return cell === 'first' || cell === 'api' || cell === 'oauth' ? cell : 'added'
}

interface KeyParts {
  readonly statements: Statements
  readonly switches: Switches
  /** The store's clock. */
  readonly now: () => Date
}

/** The keys of a database. */
export function createKeys({ statements, switches, now }: KeyParts): Keys {
  return {
    add: ({ key = randomKey(), title = 'added key', resources, deny = [], expires, files }: KeyOptions = {}) => {
      const allowed = resources === undefined ? null : known(resources)
      if (allowed?.length === 0) {
        throw new OperationalError('wrong-usage', 'A key of the embedded store has no resource that it may access', {
          fix: 'Give at least one resource, or leave `resources` out for all.',
        })
      }
      const end = expires ? storeTime(expires, switches) : null
      const code = insertKey(statements, {
        key,
        title,
        origin: 'added',
        allowed,
        denied: known(deny),
        expires: end,
        files: files ?? allowed === null,
      })
      return { key, code }
    },
    list: () =>
      statements.rows(listSql).map(([code, title, origin, resources, deny, expires, files, suspect]) => ({
        code: String(code),
        title: String(title ?? ''),
        origin: originOf(origin),
        resources: namesIn(resources).length === 0 ? null : namesIn(resources),
        deny: namesIn(deny),
        expires: typeof expires === 'string' && expires !== '' ? expires : null,
        files: files === 1,
        suspect: typeof suspect === 'string' ? suspect : null,
      })),
    expire: (code) => statements.run('UPDATE "ApiAccess" SET expires = ? WHERE code = ?', [storeTime(now(), switches), code]) > 0,
    remove: (code) => statements.whole(() => removeKey(statements, code)),
  }
}

import { OperationalError } from '../../errors.ts'
import { diskProblemOf } from '../../files/disk-problem.ts'
import { findResource, type ResourceName } from '../../resources/registry.ts'
import type { Switches } from '../assumptions/switches.ts'
import type { Row, Statements } from '../database/statements.ts'
import { storeTime } from '../clock/store-time.ts'
import { grantedIn, grantedText, insertKey, type KeyOrigin, randomKey, removeKey } from './stored-keys.ts'

/** A key to add; everything has a default. */
export interface KeyOptions {
  /** Default: a random one. A key of the same text is replaced. */
  readonly key?: string
  readonly title?: string
  /** The resources that it may access, by any of their names; none only with `files: true`. Default: all. */
  readonly resources?: readonly string[]
  /** Resources that it may not access, even if `resources` lists them. */
  readonly deny?: readonly string[]
  /** When it expires, on the store's clock, in whole seconds. Default: never. */
  readonly expires?: Date
  /** Whether it may access the Files API. Default: true for a key to all resources, else false. */
  readonly files?: boolean
}

/** What a key may access, and until when. */
export interface KeyRights {
  readonly title: string
  /** `null` = all; none for a key of the Files API alone. */
  readonly resources: readonly string[] | null
  readonly deny: readonly string[]
  /** In the store's time, `YYYY-MM-DD HH:MM:SS`, or `null`. */
  readonly expires: string | null
  readonly files: boolean
}

/** A key without its text. */
export interface ListedKey extends KeyRights {
  readonly code: string
  readonly origin: KeyOrigin
  /** The last four characters of the key; empty for a key of fewer than twelve characters, of which they would show too much. */
  readonly ending: string
  /** In the store's time. */
  readonly created: string
  /** When a request last used it, in the store's time, or `null`. Stored when the emulator is closed. */
  readonly used: string | null
  /** True if `expires` has passed. */
  readonly expired: boolean
  /** Why the key may have been stolen, or `null`. Such a key is revoked for good, whatever `expires` is. */
  readonly suspect: string | null
}

/** The application keys of an emulator (docs/api.md, "Application key"). */
export interface Keys {
  /** Returns the key and its code. Fails with `wrong-usage` if a resource does not exist. */
  add(options?: KeyOptions): { readonly key: string; readonly code: string }
  /** Adds a random key with these rights. Fails as `add` does. */
  register(rights: KeyRights): { readonly key: string; readonly code: string }
  /** Every key, oldest first. */
  list(): readonly ListedKey[]
  /** Replaces what a key may access. False if no key has this code. Fails with `wrong-usage` if a resource does not exist. */
  change(code: string, rights: KeyRights): boolean
  /** Makes a key expire now; it stays in the list. False if no key has this code. */
  expire(code: string): boolean
  /** Removes a key. False if no key has this code. */
  remove(code: string): boolean
}

/** The keys with what the store itself needs. */
export interface KeyStore extends Keys {
  /** Records that a request used the key with this code. */
  noteUse(code: string): void
  /** Stores when each key was last used. */
  close(): void
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

/** The resources that rights name, checked. */
function checkedResources({ resources, deny, files }: Pick<KeyRights, 'resources' | 'deny' | 'files'>): {
  allowed: readonly ResourceName[] | null
  denied: readonly ResourceName[]
} {
  const allowed = resources === null ? null : known(resources)
  if (allowed?.length === 0 && !files) {
    throw new OperationalError('wrong-usage', 'A key of the embedded store may access neither a resource nor the Files API', {
      fix: 'Give at least one resource or `files: true`, or leave `resources` out for all.',
    })
  }
  return { allowed, denied: known(deny) }
}

const listSql = `SELECT a.code, a.title, k.origin, a.resources, a.deny, a.expires, k.files, k.suspect,
    CASE WHEN length(k.key) >= 12 THEN substr(k.key, -4) ELSE '' END, k.created, k.used
  FROM _key AS k JOIN "ApiAccess" AS a ON a.code = k.code ORDER BY a._id`

function namesIn(cell: Row[number] | undefined): readonly string[] {
  return String(cell ?? '')
    .split(',')
    .filter((name) => name !== '')
}

function originOf(cell: unknown): KeyOrigin {
  return cell === 'first' || cell === 'api' || cell === 'oauth' ? cell : 'added'
}

function textOrNull(cell: unknown): string | null {
  return typeof cell === 'string' && cell !== '' ? cell : null
}

function listedKey(row: Row, now: string, usedNow: string | undefined): ListedKey {
  const [code, title, origin, resources, deny, end, files, suspect, ending, created, used] = row
  const expires = textOrNull(end)
  return {
    code: String(code),
    title: String(title ?? ''),
    origin: originOf(origin),
    resources: grantedIn(resources),
    deny: namesIn(deny),
    expires,
    files: files === 1,
    ending: String(ending),
    created: String(created),
    used: usedNow ?? textOrNull(used),
    expired: expires !== null && expires <= now,
    suspect: textOrNull(suspect),
  }
}

interface KeyParts {
  readonly statements: Statements
  readonly switches: Switches
  /** The store's clock. */
  readonly now: () => Date
}

/** The keys of a database. */
export function createKeys({ statements, switches, now }: KeyParts): KeyStore {
  // In memory, because a write during a read would count as the last write of the store for the faults that show an earlier state.
  const usedNow = new Map<string, Date>()
  const textOf = (at: Date): string => storeTime(at, switches)
  const time = (): string => textOf(now())
  const insert = (key: string, { title, resources, deny, expires, files }: KeyRights): { key: string; code: string } => {
    const { allowed, denied } = checkedResources({ resources, deny, files })
    return { key, code: insertKey(statements, { key, title, origin: 'added', allowed, denied, expires, files }, time()) }
  }
  return {
    add: ({ key = randomKey(), title = 'added key', resources, deny = [], expires, files }: KeyOptions = {}) =>
      insert(key, {
        title,
        resources: resources ?? null,
        deny,
        expires: expires ? textOf(expires) : null,
        files: files ?? resources === undefined,
      }),
    register: (rights) => insert(randomKey(), rights),
    list: () =>
      statements.rows(listSql).map((row) => {
        const used = usedNow.get(String(row[0]))
        return listedKey(row, time(), used && textOf(used))
      }),
    change: (code, { title, resources, deny, expires, files }) => {
      const { allowed, denied } = checkedResources({ resources, deny, files })
      return statements.whole(() => {
        statements.run('UPDATE _key SET files = ? WHERE code = ?', [files ? 1 : 0, code])
        const values = [title, grantedText(allowed), denied.join(','), expires, code]
        return statements.run('UPDATE "ApiAccess" SET title = ?, resources = ?, deny = ?, expires = ? WHERE code = ?', values) > 0
      })
    },
    expire: (code) => statements.run('UPDATE "ApiAccess" SET expires = ? WHERE code = ?', [time(), code]) > 0,
    remove: (code) => statements.whole(() => removeKey(statements, code)),
    noteUse: (code) => void usedNow.set(code, now()),
    close: () => {
      try {
        statements.whole(() => {
          for (const [code, used] of usedNow) statements.run('UPDATE _key SET used = ? WHERE code = ?', [textOf(used), code])
        })
      } catch (error) {
        // A store whose disk is full can be closed.
        if (diskProblemOf(error) === undefined) throw error
      }
    },
  }
}

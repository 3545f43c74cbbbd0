import { randomBytes } from 'node:crypto'
import { OperationalError } from '../../errors.ts'
import type { Statements } from '../database/statements.ts'
import { sameText } from '../http/same-text.ts'
import { hashPassword, isPasswordOf } from './password-hash.ts'

/** The person who may log in to the administration tool (docs/api.md, "Application key": website administrators). */
export interface Administrator {
  readonly user: string
  readonly password: string
}

/** The administrator of an emulator as it can be shown. */
export interface ShownAdministrator {
  readonly user: string
  /** The password that was generated for this run, or `null` for a given one, of which only a hash is stored. */
  readonly password: string | null
}

/** The one administrator of a store (docs/assumptions.md K7). */
export interface AdministratorLogin {
  shown(): ShownAdministrator
  /** Replaces the administrator; the password is stored as a hash. Fails with `wrong-usage` for an empty name or password. */
  replace(administrator: Administrator): void
  /** True for the name and the password of the administrator. The time that it takes depends on neither. */
  matches(given: Administrator): Promise<boolean>
}

const defaultUser = 'admin'
const longest = 200

function check({ user, password }: Administrator): void {
  const isFit = [user, password].every((text) => text !== '' && text.length <= longest && !/\p{Cc}/u.test(text))
  if (isFit) return
  throw new OperationalError(
    'wrong-usage',
    'The name or the password of the administrator is empty, too long, or has a control character',
    {
      fix: `Give both, each with 1 to ${longest} characters.`,
    },
  )
}

/**
 * The administrator of a database. Without a stored one it is `admin` with a new password for each run, which is kept in memory only.
 * `onReplace` is called after the administrator was replaced.
 */
export function openAdministrator(statements: Statements, onReplace: () => void): AdministratorLogin {
  const generated = { user: defaultUser, password: randomBytes(12).toString('base64url') }
  const stored = (): Administrator | null => {
    const [row] = statements.rows('SELECT user, password FROM _administrator')
    return row ? { user: String(row[0]), password: String(row[1]) } : null
  }
  return {
    shown: () => {
      const found = stored()
      return found ? { user: found.user, password: null } : generated
    },
    replace: (administrator) => {
      check(administrator)
      const hash = hashPassword(administrator.password)
      statements.whole(() => {
        statements.run('DELETE FROM _administrator')
        statements.run('INSERT INTO _administrator (user, password) VALUES (?, ?)', [administrator.user, hash])
      })
      onReplace()
    },
    matches: async ({ user, password }) => {
      const found = stored()
      const isPassword = found ? await isPasswordOf(password, found.password) : sameText(password, generated.password)
      const isUser = sameText(user, found?.user ?? generated.user)
      return isUser && isPassword
    },
  }
}

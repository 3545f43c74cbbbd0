import { isAddress } from '../../documents/is-address.ts'
import { OperationalError } from '../../errors.ts'

/** Why a text is no address of a store, or `null`. */
export function addressFault(text: string): string | null {
  if (isAddress(text)) return null
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return 'Write it with https:// in front: https://shop.example.'
  if (/^http:/i.test(text)) return 'Write it with https:// in front: over http anybody on the way could read the key.'
  return 'An address is like https://shop.example, without a query, a name or a password.'
}

/** Why a text is no name of a store in the config, or `null`. */
export function nameFault(text: string): string | null {
  if (text === 'local') return 'local is the embedded store; take another name.'
  return /^[A-Za-z][\w-]*$/.test(text) ? null : 'A name is letters from a to z, digits, - and _, and begins with a letter: production.'
}

/** Why a text is no name of a site, or `null`. */
export function siteFault(text: string): string | null {
  if (text === '') return 'Pictures live at <Files API>/<site>/, so the name is needed; your provider tells it with the address.'
  return /^[\w][\w.-]*$/.test(text) ? null : 'The name of a site is letters, digits, -, _ and points.'
}

/** Throws `wrong-usage` where a flag holds something that it cannot. */
export function refuseFault(flag: string, fault: string | null): void {
  if (fault !== null) throw new OperationalError('wrong-usage', `--${flag} cannot be that.`, { fix: fault })
}

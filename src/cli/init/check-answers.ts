import { isAddress } from '../../documents/is-address.ts'

/** What to give instead of a text that is not the address of a store, or `null`. */
export function addressFault(text: string): string | null {
  if (isAddress(text)) return null
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return 'Give an address that starts with https://, such as https://shop.example.'
  if (/^http:/i.test(text)) return 'Give an address that starts with https://: over http the key could be read on its way.'
  return 'Give an address such as https://shop.example, without a query, a user name or a password.'
}

/** What to give instead of a text that cannot be the name of a store in the config, or `null`. */
export function nameFault(text: string): string | null {
  if (text === 'local') return 'Give another name: local is the embedded store.'
  return /^[A-Za-z][\w-]*$/.test(text)
    ? null
    : 'Give a name of letters from a to z, digits, - and _ that starts with a letter, such as production.'
}

/** What to give instead of a text that cannot be the name of a site, or `null`. */
export function siteFault(text: string): string | null {
  if (text === '') return 'Give the name that your provider gave you with the address: pictures are at <Files API>/<site>/.'
  return /^[\w][\w.-]*$/.test(text) ? null : 'Give a name of letters, digits, -, _ and dots.'
}

/** What to give instead of a text that npm could not install, or that a workflow could not contain, or `null`. */
export function packageFault(text: string): string | null {
  if (/^[^\s'"`$\\-][^\s'"`$\\]*$/.test(text)) return null
  return 'Give what `npm install` accepts, without blanks and quotes: planogram@1.2.0, an address, or ./planogram-1.2.0.tgz.'
}

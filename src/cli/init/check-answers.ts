import { isAddress } from '../../documents/is-address.ts'
import { isSiteName, siteNameHelp } from '../../emulator/site-name.ts'

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
  return isPlainName(text) ? null : 'Give a name of letters from a to z, digits, - and _ that starts with a letter, such as production.'
}

/** True for a name that YAML, a shell and a git ref take as it is. */
export function isPlainName(text: string): boolean {
  return /^[A-Za-z][\w-]*$/.test(text)
}

/** What to give instead of a text that cannot be the name of a site, or `null`. */
export function siteFault(text: string): string | null {
  if (text === '') return 'Give the name that your provider gave you with the address: pictures are at <Files API>/<site>/.'
  return isSiteName(text) ? null : siteNameHelp
}

const packageForms = [
  // A path in the repository.
  /^\.\.?\/[\w./@+-]+$/,
  // A git URL with a commit or a tag, without a user name or a password but for that of ssh.
  /^(?:git\+https:\/\/|git\+ssh:\/\/git@|github:|gitlab:)[\w.:/~-]+#[\w./-]+$/,
  // A package file.
  /^https:\/\/[\w.:/~%-]+\.tgz$/,
  // An exact version.
  /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*@\d+\.\d+\.\d+[\w.+-]*$/,
]

/** What to give instead of a text that is not a package with an exact version, or `null`. */
export function packageFault(text: string): string | null {
  if (packageForms.some((form) => form.test(text))) return null
  return 'Give a path such as ./tools/planogram.tgz, a git URL with a commit such as git+https://git.example/planogram.git#1a2b3c4, or name@1.2.3.'
}

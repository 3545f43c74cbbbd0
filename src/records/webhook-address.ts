import { scryptSync } from 'node:crypto'
import { storeKey, type StoreIdentity } from './store-identity.ts'

/** The environment variables of the machine. */
export type Variables = Readonly<Record<string, string | undefined>>

/** The address that a written one stands for, with the values that came from the environment; or the names of the variables that are not set. */
export type ResolvedAddress = { readonly address: string; readonly values: readonly string[] } | { readonly missing: readonly string[] }

/** Finds what the url of a webhook of a catalogue, as its record has it, stands for; `undefined` for one that the catalogue does not have. */
export type ResolveWebhook = (name: string, url: string) => ResolvedAddress | undefined

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/** The names of the variables that an address as it is written refers to. */
export function variablesOf(written: string): readonly string[] {
  return Array.from(written.matchAll(reference), ([, name = '']) => name)
}

/** True where an address as it is written has a `${` that begins no reference: it would be sent as it is. */
export function hasBrokenReference(written: string): boolean {
  return written.replaceAll(reference, '').includes('${')
}

/** The address with `${NAME}` replaced by the value of the variable. An empty value counts as not set. */
export function resolveAddress(written: string, env: Variables): ResolvedAddress {
  const names = variablesOf(written)
  const missing = names.filter((name) => (env[name] ?? '') === '')
  if (missing.length > 0) return { missing: [...new Set(missing)] }
  return { address: written.replaceAll(reference, (_, name: string) => env[name] ?? ''), values: names.map((name) => env[name] ?? '') }
}

/** What a text is replaced by that can be a secret. */
const mask = '***'

/** The text where it consists of references; else `***`. */
function maskLiteral(text: string): string {
  return text.replaceAll(reference, '') === '' ? text : mask
}

/** `key=value` with the value masked, unless it consists of references; the name of a parameter is no secret. */
function maskParameter(parameter: string): string {
  const at = parameter.indexOf('=')
  return at < 0 ? maskLiteral(parameter) : `${parameter.slice(0, at)}=${maskLiteral(parameter.slice(at + 1))}`
}

/** An address as it is written in a catalogue, with what its query and its user name have besides `${NAME}` as `***`. */
export function publicAddress(written: string): string {
  const [, start = '', user, rest = '', query, place] = parts.exec(written) ?? []
  const shownUser = user === undefined ? '' : `${user.split(':').map(maskLiteral).join(':')}@`
  const shownQuery = query === undefined ? '' : `?${query.split('&').map(maskParameter).join('&')}`
  return `${start}${shownUser}${rest}${shownQuery}${place === undefined ? '' : `#${maskLiteral(place)}`}`
}

/** Scheme, user name, host and path, query, fragment: of a text that need not be an address yet. */
const parts = /^([^/?#]*:\/\/)?(?:([^/?#]*)@)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s

/** True where the public form of an address does not say all of it. */
export function isSecret(publicForm: string): boolean {
  return publicForm.includes(mask) || publicForm.search(reference) >= 0
}

/** An address of the store that the catalogue does not have: its scheme and host, and the beginning of its digest. */
export function maskedAddress(address: string, digest: string): string {
  const url = URL.parse(address)
  const host = url === null || url.host === '' ? '' : `${url.protocol}//${url.host}/`
  return `${host}${mask}#${digest.slice(0, shownDigits)}`
}

/** True for the masked form of the address with this digest. */
export function isMaskOf(shown: string, digest: string): boolean {
  return shown.endsWith(`${mask}#${digest.slice(0, shownDigits)}`)
}

const shownDigits = 12

/**
 * Identifies an address without saying it, in 64 hex digits: the same on every machine for one store and event. It is slow on purpose
 * (scrypt), so that a short secret cannot be found by trying (docs/decisions/028-webhooks.md).
 */
export function addressDigest(store: StoreIdentity, { name, address }: { readonly name: string; readonly address: string }): string {
  const { baseUrl } = storeKey(store)
  const key = JSON.stringify([baseUrl, name, address])
  const known = digests.get(key)
  if (known !== undefined) return known
  const digest = scryptSync(address, `planogram webhook ${baseUrl} ${name}`, 32, { N: 2 ** 13 }).toString('hex')
  digests.set(key, digest)
  return digest
}

/** A store has few webhooks, and each is read several times. */
const digests = new Map<string, string>()

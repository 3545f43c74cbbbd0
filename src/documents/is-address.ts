import { isLoopback } from '../source/is-loopback.ts'

/** For editors: the scheme that `isAddress` wants. */
export const addressPattern = String.raw`^\s*[Hh][Tt][Tt][Pp](?:[Ss]:|:/*(?:[Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt]|127\.|\[::1\]))`

/** True for an address of a store: https, or http to this machine, without user name, password, query, fragment and `${NAME}`. */
export function isAddress(value: string): boolean {
  if (value.includes('${') || !URL.canParse(value)) return false
  const url = new URL(value)
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return plain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
}

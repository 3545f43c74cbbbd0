import { OperationalError } from '../errors.ts'

/** The address of a store: `origin` for the connection, `prefix` before every path (empty where the store is at the root). */
export interface StoreAddress {
  readonly origin: string
  readonly prefix: string
  readonly host: string
}

const loopback = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Parses the `base_url` of a store. Throws `config-invalid` for http to another machine, because the key would be sent unencrypted
 * (semantics.md 22), for a user name in the address, and for that of the Data API.
 */
export function parseStoreAddress(baseUrl: string, storeName: string): StoreAddress {
  const url = URL.parse(baseUrl)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refused(`The base_url of store ${storeName} is not a web address.`, 'Write it as https://shop.example.')
  }
  if (url.username !== '' || url.password !== '') {
    throw refused(
      `The base_url of store ${storeName} contains a user name.`,
      'Remove it from the address, and set the key with `key`, `key_file` or `key_command`.',
    )
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    throw refused(
      `The base_url of store ${storeName} uses http: the key would be sent unencrypted to ${url.host}.`,
      'Use https. http is allowed for this machine only.',
    )
  }
  if (/\/API\/V3\/*$/i.test(url.pathname)) {
    throw refused(
      `The base_url of store ${storeName} ends in /API/V3, which is added to it for each request.`,
      'Remove /API/V3: base_url is the root address of the store.',
    )
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, ''), host: url.host }
}

function refused(message: string, fix: string): OperationalError {
  return new OperationalError('config-invalid', message, { fix })
}

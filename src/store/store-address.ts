import { OperationalError } from '../errors.ts'

/** Where requests go: `origin` for the connection, `prefix` before every path (empty when the store is at the root). */
export interface StoreAddress {
  readonly origin: string
  readonly prefix: string
  readonly host: string
}

const loopback = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Reads the `base_url` of a store. Refuses plain http to other machines, because the key would travel readable
 * (semantics.md 22), and user names in the address.
 */
export function parseStoreAddress(baseUrl: string, storeName: string): StoreAddress {
  const url = URL.parse(baseUrl)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refused(`The base_url of store ${storeName} is not a web address.`, 'Write it as https://shop.example.')
  }
  if (url.username !== '' || url.password !== '') {
    throw refused(
      `The base_url of store ${storeName} holds a user name.`,
      'Take it out of the address and give the key as `key`, `key_file` or `key_command`.',
    )
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    throw refused(
      `The base_url of store ${storeName} uses http: the key would travel readable to ${url.host}.`,
      'Use https; http is for this machine only.',
    )
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, ''), host: url.host }
}

function refused(message: string, fix: string): OperationalError {
  return new OperationalError('config-invalid', message, { fix })
}

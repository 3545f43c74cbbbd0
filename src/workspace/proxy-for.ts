import { OperationalError } from '../errors.ts'
import type { Environment } from './environment.ts'

/**
 * The proxy of the environment for this address (semantics.md 22): HTTPS_PROXY, for https and unless NO_PROXY names the host; an address
 * without a scheme is that of an HTTP proxy. Throws `store-unreachable` where HTTPS_PROXY is not the address of a proxy that is supported.
 */
export function proxyFor(address: string, env: Environment): string | undefined {
  const url = new URL(address)
  const variable = env['HTTPS_PROXY'] === undefined ? 'https_proxy' : 'HTTPS_PROXY'
  const given = (env[variable] ?? '').trim()
  if (url.protocol !== 'https:' || given === '' || isExempt(url, env['NO_PROXY'] ?? env['no_proxy'] ?? '')) return undefined
  const proxy = URL.parse(given.includes('://') ? given : `http://${given}`)
  if (proxy && (proxy.protocol === 'http:' || proxy.protocol === 'https:')) return proxy.href
  // The text can contain a password.
  throw new OperationalError('store-unreachable', `The environment variable ${variable} is not the address of an HTTP proxy.`, {
    fix: `Set ${variable} to an address such as http://proxy.example:3128, or remove it.`,
  })
}

/** True where a list of names, separated by commas or blanks, has the host, a domain above it, or `*`; a name can have a port. */
function isExempt({ hostname, port }: URL, names: string): boolean {
  return names
    .toLowerCase()
    .split(/[\s,]+/)
    .some((each) => {
      const [, name = each, onlyPort = ''] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(each) ?? []
      if (onlyPort !== '' && onlyPort !== (port || '443')) return false
      return name === '*' || isWithin(hostname, name.replace(/^\*?\./, ''))
    })
}

function isWithin(hostname: string, name: string): boolean {
  return name !== '' && (hostname === name || hostname === `[${name}]` || hostname.endsWith(`.${name}`))
}

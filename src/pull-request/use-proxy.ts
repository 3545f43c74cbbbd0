import { setGlobalProxyFromEnv } from 'node:http'
import { OperationalError } from '../errors.ts'
import type { Environment } from './forge.ts'

/**
 * Sends the requests of this process through the proxy of the environment, as `planogram` does: HTTPS_PROXY, for https and unless NO_PROXY names
 * the host; an address without a scheme is that of an HTTP proxy. Throws `wrong-usage` where it is not the address of a proxy.
 */
export function useProxy(env: Environment): void {
  const variable = env['HTTPS_PROXY'] === undefined ? 'https_proxy' : 'HTTPS_PROXY'
  const given = (env[variable] ?? '').trim()
  if (given === '') return
  const proxy = URL.parse(given.includes('://') ? given : `http://${given}`)
  if (proxy === null || (proxy.protocol !== 'http:' && proxy.protocol !== 'https:')) {
    // The text can contain a password.
    throw new OperationalError('wrong-usage', `The environment variable ${variable} is not the address of an HTTP proxy.`, {
      fix: `Set ${variable} to an address such as http://proxy.example:3128, or remove it.`,
    })
  }
  setGlobalProxyFromEnv({ https_proxy: proxy.href, no_proxy: env['NO_PROXY'] ?? env['no_proxy'] ?? '' })
}

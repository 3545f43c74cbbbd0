const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** The address that may be notified: on this machine, or on a listed host (assumptions.md H6); else `null`. */
export function targetOf(text: string, hosts: readonly string[]): URL | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return loopback.test(url.hostname) || hosts.includes(url.hostname) || hosts.includes(url.host) ? url : null
}

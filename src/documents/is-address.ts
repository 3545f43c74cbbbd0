/** True for the address of a store: https, or http to this machine, and nothing secret or changing in it. */
export function isAddress(value: string): boolean {
  if (value.includes('${') || !URL.canParse(value)) return false
  const url = new URL(value)
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
  return plain && (url.protocol === 'https:' || (url.protocol === 'http:' && loopback))
}

/** For editors: what `isLoopbackRedirect` wants. */
export const loopbackRedirectPattern = String.raw`^http://(?:127\.0\.0\.1|localhost|\[::1\])(?::[1-9]\d{0,4})?(?:/[\w.~%+-]+)*/?$`

/** What `isLoopbackRedirect` wants, in messages. */
export const loopbackRedirectWords = 'an address of this machine such as http://127.0.0.1:8976/callback, without a query'

/** True for a redirect URI on this machine at which a login can be received; it is sent to the store as it is written. */
export function isLoopbackRedirect(value: string): boolean {
  return new RegExp(loopbackRedirectPattern).test(value) && URL.canParse(value)
}

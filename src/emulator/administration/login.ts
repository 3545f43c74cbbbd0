import type { Administrator, AdministratorLogin } from './administrator.ts'

/** The result of an attempt to log in. `wait`: there were too many failures, and nothing was checked. */
export type LoginResult = { readonly kind: 'accepted' } | { readonly kind: 'refused' } | { readonly kind: 'wait'; readonly seconds: number }

/** Checks logins and slows down guessing. */
export interface Login {
  attempt(given: Administrator): Promise<LoginResult>
}

const failuresBeforeWait = 5
const waitMs = 30_000

/** After five failures in a row each further attempt has to wait for 30 seconds; `now` is the store's clock. */
export function createLogin(administrator: AdministratorLogin, now: () => Date): Login {
  let failures = 0
  let waitUntil = 0
  return {
    attempt: async (given) => {
      const at = now().getTime()
      const leftMs = waitUntil - at
      // More is left only if the clock was set back.
      if (leftMs > 0 && leftMs <= waitMs) return { kind: 'wait', seconds: Math.ceil(leftMs / 1000) }
      // Counted before the check, so that attempts at the same time do not pass the limit together.
      failures += 1
      if (failures >= failuresBeforeWait) waitUntil = at + waitMs
      if (!(await administrator.matches(given))) return { kind: 'refused' }
      failures = 0
      waitUntil = 0
      return { kind: 'accepted' }
    },
  }
}

import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { Plan, StoreIdentity } from './plan.ts'

/**
 * sha256 (lower-case hex) over what a plan means: changes, steps, hazards, store and catalogue; neither times nor
 * versions. Fed piece by piece, a line each: a large plan is longer than one text can be.
 */
export function planHashOf({ changes, steps, hazards, madeFrom }: Pick<Plan, 'changes' | 'steps' | 'hazards' | 'madeFrom'>): string {
  const { catalogue, store, capabilities } = madeFrom
  const hash = createHash('sha256')
  const parts: readonly (readonly [string, readonly unknown[]])[] = [
    ['from', [{ catalogue, store: storeKey(store), capabilities }]],
    ['changes', changes],
    ['steps', steps],
    ['hazards', hazards],
  ]
  for (const [name, values] of parts) {
    hash.update(`${name}\n`)
    for (const value of values) hash.update(`${canonicalJson(value)}\n`)
  }
  return hash.digest('hex')
}

/** A store without the ports of loopback addresses: an embedded store gets another port at each start and stays the same store. */
export function storeKey({ name, baseUrl, filesUrl }: StoreIdentity): StoreIdentity {
  return {
    name,
    baseUrl: withoutLoopbackPort(baseUrl),
    filesUrl: filesUrl === null ? null : withoutLoopbackPort(filesUrl),
  }
}

function withoutLoopbackPort(address: string): string {
  const url = URL.parse(address)
  if (!url || url.protocol !== 'http:') return address
  url.port = ''
  return url.href.replace(/\/+$/, '')
}

import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import { storeKey } from '../records/store-identity.ts'
import type { Plan } from './plan.ts'

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

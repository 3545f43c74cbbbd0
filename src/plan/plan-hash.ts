import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import { storeKey } from '../records/store-identity.ts'
import type { Plan } from './plan.ts'

/** The parts of a plan that its hash covers. */
type Meaning = Pick<Plan, 'changes' | 'steps' | 'hazards' | 'notices' | 'madeFrom'>

/**
 * sha256 (lower-case hex) over what a plan means: changes, steps, hazards, notices, store, catalogue and whether all rows have a parent;
 * no times, versions, counts of rows or places in documents.
 */
export function planHashOf(meaning: Meaning): string {
  const hash = createHash('sha256')
  for (const line of hashedLines(meaning)) hash.update(line)
  return hash.digest('hex')
}

/** The text that is hashed, a line for each value: the text of a whole large plan is longer than a string can be. */
export function* hashedLines({ changes, steps, hazards, notices, madeFrom }: Meaning): Generator<string, void> {
  const { catalogue, store, capabilities, certificate } = madeFrom
  const parts: readonly (readonly [string, Iterable<unknown>])[] = [
    ['from', [{ catalogue, store: storeKey(store), capabilities }]],
    ['certificate', certificate.map(({ resource, orphans }) => ({ resource, verdict: orphans === 0 ? 'complete' : 'orphans' }))],
    ['notices', notices],
    ['changes', Iterator.from(changes).map((change) => ({ ...change, source: undefined }))],
    ['steps', steps],
    ['hazards', hazards],
  ]
  for (const [name, values] of parts) {
    yield `${name}\n`
    for (const value of values) yield `${canonicalJson(value)}\n`
  }
}

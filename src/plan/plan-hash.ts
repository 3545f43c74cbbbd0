import { createHash } from 'node:crypto'
import type { Change } from '../diff/change.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import type { CertificateLine } from '../records/certificate.ts'
import { storeKey } from '../records/store-identity.ts'
import type { GuardResult } from './guards/guard-result.ts'
import type { OnPlanCount } from './plan-count.ts'
import type { Plan } from './plan.ts'

/** The parts of a plan that its hash covers. */
type Meaning = Pick<Plan, 'changes' | 'steps' | 'hazards' | 'guards' | 'notices' | 'madeFrom'>

/** The number of parts that are hashed; each begins with a line. */
const headings = 7
/** So many characters are hashed between two counts. */
const countedCharacters = 250_000

/**
 * sha256 (lower-case hex) over what a plan means: changes, steps, hazards, guards, notices, store, catalogue and whether all rows have a parent;
 * no times, versions, counts of rows, places in documents, or what was applied before.
 */
export function planHashOf(meaning: Meaning, onCount?: OnPlanCount): string {
  const hash = createHash('sha256')
  const { certificate } = meaning.madeFrom
  const lists = [certificate, meaning.notices, meaning.changes, meaning.steps, meaning.hazards, meaning.guards]
  const all = 1 + headings + lists.reduce((sum, { length }) => sum + length, 0)
  let [done, characters] = [0, 0]
  for (const line of hashedLines(meaning)) {
    hash.update(line)
    done += 1
    characters += line.length
    if (characters < countedCharacters) continue
    onCount?.({ kind: 'hashed', done, all })
    characters = 0
  }
  return hash.digest('hex')
}

/** Places in documents are no part of the meaning. */
function withoutPlaces({ cases, ...result }: GuardResult): object {
  return {
    ...result,
    cases: cases.map(({ owner, ...found }) => ({ ...found, source: undefined, ...(owner && { owner: { ...owner, source: undefined } }) })),
  }
}

/** Neither where a change is declared and what it comes from nor who made it, which another machine may not know, changes what is written. */
function withoutKnowledge(change: Change): object {
  const known = { source: undefined, origin: undefined, definitions: undefined, priceLines: undefined }
  // By its parts, not by its kind: the hash is calculated of damaged files too.
  if (!('fields' in change)) return { ...change, ...known }
  return { ...change, ...known, fields: change.fields.map(({ field, before, after }) => ({ field, before, after })) }
}

function verdictOf({ orphans, unread }: CertificateLine): string {
  if (unread !== undefined) return 'part'
  return orphans === 0 ? 'complete' : 'orphans'
}

/** The text that is hashed, a line for each value: the text of a whole large plan is longer than a string can be. */
export function* hashedLines({ changes, steps, hazards, guards, notices, madeFrom }: Meaning): Generator<string, void> {
  const { catalogue, store, capabilities, certificate, undoes } = madeFrom
  const parts: readonly (readonly [string, Iterable<unknown>])[] = [
    ['from', [{ catalogue, store: storeKey(store), capabilities, ...(undoes !== undefined && { undoes }) }]],
    ['certificate', certificate.map((each) => ({ resource: each.resource, verdict: verdictOf(each) }))],
    ['notices', notices],
    ['changes', Iterator.from(changes).map(withoutKnowledge)],
    ['steps', steps],
    ['hazards', hazards],
    ['guards', guards.map(withoutPlaces)],
  ]
  for (const [name, values] of parts) {
    yield `${name}\n`
    for (const value of values) yield `${canonicalJson(value)}\n`
  }
}

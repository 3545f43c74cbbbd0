import { createHash } from 'node:crypto'
import type { Change } from '../diff/change.ts'
import { canonicalJson, canonicalPieces } from '../records/canonical-json.ts'
import type { CertificateLine } from '../records/certificate.ts'
import { storeKey } from '../records/store-identity.ts'
import type { GuardResult } from './guards/guard-result.ts'
import type { OnPlanCount } from './plan-count.ts'
import type { Plan } from './plan.ts'
import type { Step } from './step.ts'

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
  const { changes, steps, hazards, guards, notices, madeFrom } = meaning
  const lists = [changes, steps, hazards, guards, notices, madeFrom.certificate]
  const all = 1 + headings + lists.reduce((sum, { length }) => sum + length, 0)
  const hash = createHash('sha256')
  let [done, text] = [0, '']
  for (const line of hashedLines(meaning)) {
    text += line
    if (line.endsWith('\n')) done += 1
    if (text.length < countedCharacters) continue
    hash.update(text)
    onCount?.({ kind: 'hashed', done, all })
    text = ''
  }
  return hash.update(text).digest('hex')
}

/** The hash of a plan that is read: its changes first, then its steps, none of which has to be kept for it. */
export interface PlanHash {
  readonly addChange: (change: Change) => void
  readonly addStep: (step: Step) => void
  /** The hash, as `planHashOf` calculates it. */
  readonly end: (rest: Pick<Meaning, 'hazards' | 'guards'>) => string
}

/** Begins the hash of a plan with what comes before its changes. */
export function openPlanHash(head: Pick<Meaning, 'madeFrom' | 'notices'>): PlanHash {
  const hash = createHash('sha256')
  const addAll = (lines: Iterable<string>): void => {
    for (const line of lines) hash.update(line)
  }
  addAll(headLines(head))
  let hasSteps = false
  const beginSteps = (): void => {
    if (!hasSteps) hash.update(stepsHeading)
    hasSteps = true
  }
  return {
    addChange: (change) => void hash.update(lineOf(withoutKnowledge(change))),
    addStep(step) {
      beginSteps()
      addAll(stepPieces(step))
    },
    end(rest) {
      beginSteps()
      addAll(tailLines(rest))
      return hash.digest('hex')
    },
  }
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

/** The text that is hashed, a line for each value, that of a step in pieces: the text of a whole large plan is longer than a string can be. */
export function* hashedLines({ changes, steps, ...meaning }: Meaning): Generator<string, void> {
  yield* headLines(meaning)
  for (const change of changes) yield lineOf(withoutKnowledge(change))
  yield stepsHeading
  for (const step of steps) yield* stepPieces(step)
  yield* tailLines(meaning)
}

const stepsHeading = 'steps\n'

function* headLines({ madeFrom, notices }: Pick<Meaning, 'madeFrom' | 'notices'>): Generator<string, void> {
  const { catalogue, store, capabilities, certificate, undoes } = madeFrom
  yield* part('from', [{ catalogue, store: storeKey(store), capabilities, ...(undoes !== undefined && { undoes }) }])
  yield* part(
    'certificate',
    certificate.map((each) => ({ resource: each.resource, verdict: verdictOf(each) })),
  )
  yield* part('notices', notices)
  yield* part('changes', [])
}

function* tailLines({ hazards, guards }: Pick<Meaning, 'hazards' | 'guards'>): Generator<string, void> {
  yield* part('hazards', hazards)
  yield* part('guards', guards.map(withoutPlaces))
}

function* part(name: string, values: readonly unknown[]): Generator<string, void> {
  yield `${name}\n`
  for (const value of values) yield lineOf(value)
}

function* stepPieces(step: Step): Generator<string, void> {
  yield* canonicalPieces(step)
  yield '\n'
}

function lineOf(value: unknown): string {
  return `${canonicalJson(value)}\n`
}

import { createHash } from 'node:crypto'
import type { Change } from '../diff/change.ts'
import { canonicalJson, canonicalPieces } from '../records/canonical-json.ts'
import type { CertificateLine } from '../records/certificate.ts'
import { storeKey } from '../records/store-identity.ts'
import { changeJson } from './change-json.ts'
import type { GuardResult } from './guards/guard-result.ts'
import type { OnPlanCount } from './plan-count.ts'
import type { Plan } from './plan.ts'
import type { Step } from './step.ts'

/** The parts of a plan that its hash covers. */
type Meaning = Pick<Plan, 'changes' | 'steps' | 'hazards' | 'guards' | 'notices' | 'madeFrom'>

/** The number of parts that are hashed; each begins with a line. */
const headings = 7
/** So many characters are hashed at once. A text of many parts is a tree until then, which the collector copies where it is large. */
const hashedCharacters = 16_384
/** So many are hashed between two counts. */
const countedCharacters = 250_000

/**
 * sha256 (lower-case hex) over what a plan means: changes, steps, hazards, guards, notices, store, catalogue and whether all rows have a parent;
 * no times, versions, counts of rows, places in documents, or what was applied before.
 */
export function planHashOf(meaning: Meaning, onCount?: OnPlanCount): string {
  const { changes, steps, hazards, guards, notices, madeFrom } = meaning
  const lists = [changes, steps, hazards, guards, notices, madeFrom.certificate]
  const all = 1 + headings + lists.reduce((sum, { length }) => sum + length, 0)
  const text = openHashedText((done) => onCount?.({ kind: 'hashed', done, all }))
  writeHashed(meaning, text.write)
  return text.end()
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
  const { write, end } = openHashedText(() => undefined)
  writeHead(head, write)
  let hasSteps = false
  const beginSteps = (): void => {
    if (!hasSteps) write(stepsHeading, true)
    hasSteps = true
  }
  return {
    addChange: (change) => write(`${changeJson(change)}\n`, true),
    addStep(step) {
      beginSteps()
      writeStep(step, write)
    },
    end(rest) {
      beginSteps()
      writeTail(rest, write)
      return end()
    },
  }
}

/** Takes a part of the text; `endsLine`: its last character ends a line. */
type Write = (part: string, endsLine: boolean) => void

/** The hash of a text that is written in parts, a call for many of them. `onLines` is told now and then how many lines there are so far. */
function openHashedText(onLines: (lines: number) => void): { readonly write: Write; readonly end: () => string } {
  const hash = createHash('sha256')
  let [lines, text, uncounted] = [0, '', 0]
  return {
    write(part, endsLine) {
      text += part
      if (endsLine) lines += 1
      if (text.length < hashedCharacters) return
      hash.update(text)
      uncounted += text.length
      text = ''
      if (uncounted < countedCharacters) return
      uncounted = 0
      onLines(lines)
    },
    end: () => hash.update(text).digest('hex'),
  }
}

/** Places in documents are no part of the meaning. */
function withoutPlaces({ cases, ...result }: GuardResult): object {
  return {
    ...result,
    cases: cases.map(({ owner, ...found }) => ({ ...found, source: undefined, ...(owner && { owner: { ...owner, source: undefined } }) })),
  }
}

function verdictOf({ orphans, unread }: CertificateLine): string {
  if (unread !== undefined) return 'part'
  return orphans === 0 ? 'complete' : 'orphans'
}

/** The text that is hashed, a line for each value, that of a step in parts: the text of a whole large plan is longer than a string can be. */
export function writeHashed({ changes, steps, ...meaning }: Meaning, write: Write): void {
  writeHead(meaning, write)
  for (const change of changes) write(`${changeJson(change)}\n`, true)
  write(stepsHeading, true)
  for (const step of steps) writeStep(step, write)
  writeTail(meaning, write)
}

const stepsHeading = 'steps\n'

function writeHead({ madeFrom, notices }: Pick<Meaning, 'madeFrom' | 'notices'>, write: Write): void {
  const { catalogue, store, capabilities, certificate, undoes } = madeFrom
  writePart('from', [{ catalogue, store: storeKey(store), capabilities, ...(undoes !== undefined && { undoes }) }], write)
  const verdicts = certificate.map((each) => ({ resource: each.resource, verdict: verdictOf(each) }))
  writePart('certificate', verdicts, write)
  writePart('notices', notices, write)
  writePart('changes', [], write)
}

function writeTail({ hazards, guards }: Pick<Meaning, 'hazards' | 'guards'>, write: Write): void {
  writePart('hazards', hazards, write)
  writePart('guards', guards.map(withoutPlaces), write)
}

function writePart(name: string, values: readonly unknown[], write: Write): void {
  write(`${name}\n`, true)
  for (const value of values) write(`${canonicalJson(value)}\n`, true)
}

function writeStep(step: Step, write: Write): void {
  for (const piece of canonicalPieces(step)) write(piece, false)
  write('\n', true)
}

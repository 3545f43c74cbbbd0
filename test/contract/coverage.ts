import { assumptionList } from '../../src/emulator/assumptions/assumption-list.ts'
import { type Profile, profileNames } from '../../src/emulator/assumptions/profiles.ts'
import { switchesWith } from '../../src/emulator/assumptions/switches.ts'
import { allProofs } from './all-proofs.ts'
import { background } from './background.ts'
import { readStatements } from './platform-statements.ts'
import type { Statement } from './platform-statements.ts'
import type { Proof } from './proof.ts'
import { type ProofRun, proofRuns, rowOf } from './proof-runs.ts'

/** A statement with what stands behind it. */
export interface Covered {
  readonly statement: Statement
  readonly proofs: readonly Proof[]
  /** Rows of assumptions.md that decide what it leaves open. */
  readonly assumptions: readonly string[]
  /** Why nothing can be proved of it, or `null`. */
  readonly background: string | null
}

/** Statements that say "not shown" in words that no row quotes. */
const openEnds: readonly (readonly [begins: string, rows: readonly string[]])[] = [
  ['Field names are exact. Types', ['W25']],
  ['Further Product fields exist', ['W17']],
  ['Shipping: referenced by', ['R39']],
  ['Values of Order.status and Orderline.status', ['M2']],
  ['Transitions: not shown', ['M2']],
  ['Other supported event names', ['H1']],
  ['Rate limits and request-size limits', ['R31', 'R37']],
]

function begins({ text, field }: Statement, words: string): boolean {
  if (field !== undefined) return field === words
  return text.startsWith(words) || text.split(' | ').some((cell) => cell.startsWith(words))
}

function rowsOf(statement: Statement): string[] {
  const open = openEnds.filter(([words]) => begins(statement, words)).flatMap(([, rows]) => rows)
  const quoting = assumptionList(switchesWith()).filter(({ quote }) => statement.field === undefined && statement.text.includes(quote))
  return [...new Set([...quoting.map(({ id }) => id), ...open])]
}

/** Every statement of platform.md with its proofs. */
export function coverage(): readonly Covered[] {
  return readStatements().map((statement) => ({
    statement,
    proofs: allProofs.filter(({ proves }) => proves.some((words) => begins(statement, words))),
    assumptions: rowsOf(statement),
    background: background.find(([words]) => begins(statement, words))?.[1] ?? null,
  }))
}

/** Words that proofs and lists name and no statement begins with. */
export function strayWords(): readonly string[] {
  const statements = readStatements()
  const named = [...allProofs.flatMap(({ proves }) => proves), ...background.map(([words]) => words), ...openEnds.map(([words]) => words)]
  return [...new Set(named)].filter((words) => !statements.some((statement) => begins(statement, words)))
}

/** How many statements of platform.md are proved in a profile. */
interface ProfileCounts {
  readonly profile: Profile
  readonly proved: number
  /** Those of them whose every proof keeps a switch at its default. */
  readonly keeping: number
  /** Statements without a proof in this profile, and without a reason, by their words. */
  readonly bare: readonly string[]
}

/** How many statements of platform.md stand where. */
export interface Counts {
  readonly statements: number
  readonly fields: number
  readonly tests: number
  readonly assumed: number
  readonly background: number
  readonly profiles: readonly ProfileCounts[]
}

/** True if the row of each kept switch names what platform.md does not show. */
function isReasoned({ kept }: ProofRun): boolean {
  return kept.every((name) => rowOf(name).gap !== '')
}

/** The counts of a profile. */
function countsIn(profile: Profile, all: readonly Covered[], runs: readonly ProofRun[]): ProfileCounts {
  const byProof = new Map(runs.filter((run) => run.profile === profile).map((run) => [run.proof, run]))
  const proofsOf = ({ proofs }: Covered): ProofRun[] => proofs.flatMap((proof) => byProof.get(proof) ?? [])
  const isProved = (one: Covered): boolean => proofsOf(one).some(isReasoned)
  const bare = all.filter((one) => !isProved(one) && (one.proofs.length > 0 || (one.assumptions.length === 0 && one.background === null)))
  const proved = all.filter(isProved)
  return {
    profile,
    proved: proved.length,
    keeping: proved.filter((one) => proofsOf(one).every(({ kept }) => kept.length > 0)).length,
    bare: bare.map(({ statement }) => statement.field ?? statement.text),
  }
}

/** The counts of a coverage under the given runs of its proofs. */
export function countsOf(all: readonly Covered[], runs: readonly ProofRun[] = proofRuns): Counts {
  const count = (of: (one: Covered) => boolean): number => all.filter(of).length
  return {
    statements: all.length,
    fields: count(({ statement }) => statement.field !== undefined),
    tests: allProofs.length,
    assumed: count(({ proofs, assumptions }) => proofs.length === 0 && assumptions.length > 0),
    background: count(({ proofs, assumptions, background }) => proofs.length === 0 && assumptions.length === 0 && background !== null),
    profiles: profileNames.map((profile) => countsIn(profile, all, runs)),
  }
}

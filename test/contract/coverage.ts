import { assumptionList } from '../../src/emulator/assumptions/assumption-list.ts'
import { switchesWith } from '../../src/emulator/assumptions/switches.ts'
import { allProofs } from './all-proofs.ts'
import { background } from './background.ts'
import { readStatements } from './platform-statements.ts'
import type { Statement } from './platform-statements.ts'
import type { Proof } from './proof.ts'

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

/** How many statements of platform.md stand where. */
export interface Counts {
  readonly statements: number
  readonly fields: number
  readonly proved: number
  readonly tests: number
  readonly assumed: number
  readonly background: number
  /** Statements with nothing behind them, by their words. */
  readonly bare: readonly string[]
}

/** The counts of a coverage. */
export function countsOf(all: readonly Covered[]): Counts {
  const count = (of: (one: Covered) => boolean): number => all.filter(of).length
  const bare = all.filter(({ proofs, assumptions, background }) => proofs.length === 0 && assumptions.length === 0 && background === null)
  return {
    statements: all.length,
    fields: count(({ statement }) => statement.field !== undefined),
    proved: count(({ proofs }) => proofs.length > 0),
    tests: allProofs.length,
    assumed: count(({ proofs, assumptions }) => proofs.length === 0 && assumptions.length > 0),
    background: count(({ proofs, assumptions, background }) => proofs.length === 0 && assumptions.length === 0 && background !== null),
    bare: bare.map(({ statement }) => statement.field ?? statement.text),
  }
}

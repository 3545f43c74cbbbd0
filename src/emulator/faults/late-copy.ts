import { DatabaseSync, type Session } from 'node:sqlite'
import { createStatements, type Statements } from '../database/statements.ts'

/** A copy of a database to which changes are applied late, for reads that lag behind writes. */
export interface LateCopy {
  /**
   * Records the changes of the database since the last call: one write of the store, or else what the store did in the background, such as
   * notes on a notification, which belongs to the write before it.
   */
  note(isWrite: boolean): void
  /** The state without the writes of the last `lagMs`. */
  lagging(): Statements
  /** The state without the last write. */
  beforeLast(): Statements
  close(): void
}

interface Write {
  readonly at: number
  readonly changes: Uint8Array[]
}

const schemaSql = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"

function namesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all()
  return rows.map((row) => String(row['name']))
}

function copyOf(database: DatabaseSync): DatabaseSync {
  const copy = new DatabaseSync(':memory:')
  const tables = database.prepare(schemaSql).all()
  copy.exec(['BEGIN', ...tables.map((row) => String(row['sql'])), ''].join(';\n'))
  for (const name of namesOf(database)) {
    const rows = database.prepare(`SELECT * FROM "${name}"`).all()
    const columns = Object.keys(rows[0] ?? {})
    if (columns.length === 0) continue
    const insert = copy.prepare(
      `INSERT INTO "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null))
  }
  copy.exec('COMMIT')
  return copy
}

/** The delay of a copy, and its clock in milliseconds. */
interface Delay {
  readonly lagMs: number
  readonly now: () => number
}

/** A copy that starts equal to the database. It keeps the last write, and those of the last `lagMs`. */
export function createLateCopy(database: DatabaseSync, { lagMs, now }: Delay): LateCopy {
  const copy = copyOf(database)
  const statements = createStatements(copy)
  let session: Session = database.createSession()
  let waiting: Write[] = []
  const take = (due: (write: Write, index: number) => boolean): void => {
    const ready = waiting.filter(due)
    waiting = waiting.filter((write) => !ready.includes(write))
    for (const { changes } of ready) for (const each of changes) copy.applyChangeset(each)
  }
  const isSeen = ({ at }: Write): boolean => at <= now() - lagMs
  const isBeforeLast = (_: Write, index: number): boolean => index < waiting.length - 1
  return {
    note: (isWrite) => {
      const changes = session.changeset()
      if (changes.length === 0) return
      const before = waiting.at(-1)
      if (isWrite) waiting.push({ at: now(), changes: [changes] })
      else if (before) before.changes.push(changes)
      else copy.applyChangeset(changes)
      session.close()
      session = database.createSession()
      take((write, index) => isBeforeLast(write, index) && isSeen(write))
    },
    lagging: () => {
      take(isSeen)
      return statements
    },
    beforeLast: () => {
      take(isBeforeLast)
      return statements
    },
    close: () => {
      session.close()
      copy.close()
    },
  }
}

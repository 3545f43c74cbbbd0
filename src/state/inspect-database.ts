import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { checkRows } from './damaged-rows.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Leases } from './leases.ts'
import { integerAt, textAt } from './row.ts'
import { stateFault } from './state-fault.ts'
import type { State, StateReport } from './state.ts'

/** The check and the copy of a whole state. */
export type Inspection = Pick<State, 'check' | 'backup'>

/** The inspection of an open database. */
export function openInspection(database: DatabaseSync, { read }: GroupCommit, { held }: Pick<Leases, 'held'>): Inspection {
  return {
    check: () => read(() => reportOf(database, held())),
    backup: (path) => read(() => backUp(database, path)),
  }
}

function reportOf(database: DatabaseSync, leases: StateReport['leases']): StateReport {
  const count = (query: string): number => integerAt(database.prepare(query).get() ?? {}, 'n')
  const pages = (pragma: string): number => count(`SELECT ${pragma} AS n FROM pragma_${pragma}`)
  const damage = fileDamage(database)
  // Rows of a damaged file cannot be read in order.
  const checked = damage.length > 0 ? { rows: 0, problems: [] } : checkRows(database)
  const open = database.prepare('SELECT id FROM run WHERE ended_at IS NULL ORDER BY number DESC')
  return {
    problems: [...damage, ...lostRows(database), ...checked.problems],
    rows: checked.rows,
    version: pages('user_version'),
    bytes: pages('page_count') * pages('page_size'),
    freeBytes: pages('freelist_count') * pages('page_size'),
    runs: count('SELECT count(*) AS n FROM run'),
    openRuns: open.all().map((row) => textAt(row, 'id')),
    unsettled: count('SELECT count(*) AS n FROM attempt WHERE unsettled IS NOT NULL'),
    plans: sizeOf('plan', count),
    pictures: sizeOf('picture', count),
    baseRecords: count('SELECT count(*) AS n FROM base'),
    rememberedFiles: count('SELECT count(*) AS n FROM remembered_file'),
    leases,
  }
}

function sizeOf(table: 'plan' | 'picture', count: (query: string) => number): { readonly count: number; readonly bytes: number } {
  return { count: count(`SELECT count(*) AS n FROM ${table}`), bytes: count(`SELECT coalesce(sum(length(bytes)), 0) AS n FROM ${table}`) }
}

/** Damage that SQLite finds in the file. */
function fileDamage(database: DatabaseSync): readonly string[] {
  const found = database.prepare('PRAGMA integrity_check').all()
  return found.map((row) => textAt(row, 'integrity_check')).filter((text) => text !== 'ok')
}

/** Rows that name others that are not there. */
function lostRows(database: DatabaseSync): readonly string[] {
  const orphans = database.prepare('PRAGMA foreign_key_check').all()
  const byTable = Map.groupBy(orphans, (row) => `${textAt(row, 'table')} ${textAt(row, 'parent')}`)
  return [...byTable].map(([tables, rows]) => {
    const [table = '', parent = ''] = tables.split(' ')
    return `rows of table ${table} that name a missing row of table ${parent}: ${rows.length}`
  })
}

/** The copy is created for this user alone; one that fails is removed. */
function backUp(database: DatabaseSync, path: string): void {
  createNew(path)
  try {
    database.prepare('VACUUM INTO ?').run(path)
    sync(path)
  } catch (error) {
    rmSync(path, { force: true })
    throw stateFault(path, error)
  }
}

function createNew(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (cause) {
    const code = systemCodeOf(cause)
    if (code === 'EEXIST') {
      throw new OperationalError('file-unwritable', `${path} exists already; a backup never replaces a file.`, {
        fix: 'Name a file that does not exist.',
        cause,
      })
    }
    throw new OperationalError('file-unwritable', `The backup ${path} cannot be created (${code}).`, { cause })
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

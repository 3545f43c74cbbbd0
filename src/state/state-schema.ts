import type { DatabaseSync } from 'node:sqlite'

/** The version of the tables below; stored in `user_version`. */
export const stateVersion = 1

/** "PLNG": identifies our file among SQLite databases; stored in `application_id`. */
export const stateApplicationId = 0x50_4c_4e_47

const tables = `
  CREATE TABLE run (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    store TEXT NOT NULL,
    plan_hash TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    outcome TEXT
  ) STRICT;
  CREATE TABLE journal (
    run_id TEXT NOT NULL REFERENCES run (id),
    step_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    title TEXT NOT NULL,
    intended_at TEXT,
    concluded_at TEXT,
    outcome TEXT,
    message TEXT,
    PRIMARY KEY (run_id, step_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE remembered_file (
    store TEXT NOT NULL,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    modified TEXT NOT NULL,
    PRIMARY KEY (store, path)
  ) STRICT, WITHOUT ROWID;
`

/** Creates the tables of an empty database. */
export function createStateTables(database: DatabaseSync): void {
  database.exec(tables)
  database.exec(`PRAGMA application_id = ${stateApplicationId}; PRAGMA user_version = ${stateVersion}`)
}

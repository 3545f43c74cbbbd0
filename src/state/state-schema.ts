import type { DatabaseSync } from 'node:sqlite'

/** The version of the tables below; stored in `user_version`. */
export const stateVersion = 7

/** "PLNG": identifies our file among SQLite databases; stored in `application_id`. */
export const stateApplicationId = 0x50_4c_4e_47

/** The tables that version 1 has as well. */
const firstTables = `
  CREATE TABLE run (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    store TEXT NOT NULL,
    plan_hash TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    outcome TEXT
  ) STRICT;
  CREATE TABLE remembered_file (
    store TEXT NOT NULL,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    modified TEXT NOT NULL,
    PRIMARY KEY (store, path)
  ) STRICT, WITHOUT ROWID;
`

/** `operations` and `unsettled` are JSON lists of ids; `unsettled` is NULL where the effect of the request is known. */
const secondTables = `
  CREATE TABLE lease (
    store TEXT PRIMARY KEY,
    fence INTEGER NOT NULL,
    holder TEXT NOT NULL,
    acquired_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    released INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE plan (
    hash TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE attempt (
    run_id TEXT NOT NULL REFERENCES run (id),
    number INTEGER NOT NULL,
    step TEXT NOT NULL,
    operations TEXT NOT NULL,
    sent_at TEXT NOT NULL,
    settles_at TEXT NOT NULL,
    answered_at TEXT,
    answer TEXT,
    message TEXT,
    unsettled TEXT,
    PRIMARY KEY (run_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attempt_unsettled ON attempt (run_id, number) WHERE unsettled IS NOT NULL;
  CREATE TABLE operation (
    position INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES run (id),
    id TEXT NOT NULL,
    step TEXT NOT NULL,
    outcome TEXT,
    seen TEXT,
    message TEXT,
    attempts INTEGER NOT NULL,
    UNIQUE (run_id, id)
  ) STRICT;
`

/** `overrides` is a JSON list of the names of guards. */
const thirdColumns = `
  ALTER TABLE run ADD COLUMN overrides TEXT NOT NULL DEFAULT '[]';
`

/**
 * What was last applied; `catalogue` is the hash of the one that it was completed with, `bytes` are compressed with the dictionary of their
 * store and resource. `counts` of a run is a JSON object, NULL for older runs. `picture.deflated` is 1 where `bytes` are compressed (deflate,
 * raw); `size` is that of the file.
 */
const fourthTables = `
  CREATE TABLE base_store (
    number INTEGER PRIMARY KEY,
    store TEXT NOT NULL UNIQUE,
    catalogue TEXT
  ) STRICT;
  CREATE TABLE base (
    store INTEGER NOT NULL REFERENCES base_store (number),
    resource TEXT NOT NULL,
    key TEXT NOT NULL,
    digest BLOB NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (store, resource, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE base_dictionary (
    store INTEGER NOT NULL REFERENCES base_store (number),
    resource TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (store, resource)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE run ADD COLUMN counts TEXT;
  ALTER TABLE run ADD COLUMN undoes TEXT;
  CREATE TABLE picture (
    sha256 TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    deflated INTEGER NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE pre_image (
    run_id TEXT NOT NULL REFERENCES run (id),
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL REFERENCES picture (sha256),
    PRIMARY KEY (run_id, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX pre_image_picture ON pre_image (sha256);
`

/** The files of a store that are ours; `size` is that of the file there. The base of an older state is complete with no catalogue: it has no files. */
const fifthTables = `
  CREATE TABLE own_file (
    store INTEGER NOT NULL REFERENCES base_store (number),
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (store, path)
  ) STRICT, WITHOUT ROWID;
  UPDATE base_store SET catalogue = NULL;
`

/** `content` is the digest of the record of the catalogue that `bytes` was made from; NULL where it is not known, as in all older rows. */
const sixthColumns = `
  ALTER TABLE base ADD COLUMN content TEXT;
`

/** `rewritten` is 1 where `bytes` can have values that the store rewrote, as in all older rows. */
const seventhColumns = `
  ALTER TABLE base ADD COLUMN rewritten INTEGER NOT NULL DEFAULT 1;
  CREATE INDEX base_rewritten ON base (store, resource, key) WHERE rewritten = 1;
`

/** Creates the tables of an empty database. */
export function createStateTables(database: DatabaseSync): void {
  database.exec(firstTables)
  database.exec(secondTables)
  database.exec(thirdColumns)
  database.exec(fourthTables)
  database.exec(fifthTables)
  database.exec(sixthColumns)
  database.exec(seventhColumns)
  database.exec(`PRAGMA application_id = ${stateApplicationId}; PRAGMA user_version = ${stateVersion}`)
}

/** Makes the tables of an older version those of this one, inside a transaction of the caller. */
export function migrateStateTables(database: DatabaseSync, version: number): void {
  if (version < 2) migrateJournal(database)
  if (version < 3) database.exec(thirdColumns)
  if (version < 4) database.exec(fourthTables)
  if (version < 5) database.exec(fifthTables)
  if (version < 6) database.exec(sixthColumns)
  if (version < 7) database.exec(seventhColumns)
  database.exec(`PRAGMA user_version = ${stateVersion}`)
}

/**
 * Makes the tables of a version 1 database those of version 2. A step of its journal
 * becomes an operation, and where it was intended a request too: its plan is not known, and its store may act on it for
 * another minute.
 */
function migrateJournal(database: DatabaseSync): void {
  database.exec(secondTables)
  database.exec(`
    INSERT INTO operation (run_id, id, step, outcome, seen, message, attempts)
      SELECT run_id, step_id, step_id || ': ' || title, outcome, NULL, message, intended_at IS NOT NULL
      FROM journal ORDER BY run_id, position;
    INSERT INTO attempt (run_id, number, step, operations, sent_at, settles_at, answered_at, answer, message, unsettled)
      SELECT run_id, position + 1, step_id, json_array(step_id), intended_at,
        coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', intended_at, '+60 seconds'), intended_at), concluded_at,
        CASE outcome WHEN 'done' THEN 'confirmed' WHEN 'satisfied' THEN 'confirmed' WHEN 'failed' THEN 'refused' WHEN 'unknown' THEN 'lost' END,
        message, CASE WHEN outcome IS NULL OR outcome = 'unknown' THEN json_array(step_id) END
      FROM journal WHERE intended_at IS NOT NULL;
    DROP TABLE journal;
  `)
}

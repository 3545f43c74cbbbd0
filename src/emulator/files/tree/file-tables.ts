import type { DatabaseSync } from 'node:sqlite'

/** The id of the root folder, which always exists. */
export const rootId = 1

/** The folders of a new store (assumptions.md F9). */
export const firstFolders: readonly (readonly string[])[] = [
  ['images', 'items'],
  ['images', 'thumb'],
  ['images', 'originals'],
]

const tables = `
  CREATE TABLE IF NOT EXISTS file_node (
    id INTEGER PRIMARY KEY,
    parent INTEGER NOT NULL,
    name TEXT NOT NULL,
    sha256 TEXT,
    size INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    UNIQUE (parent, name)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS file_node_by_blob ON file_node (sha256);
  CREATE TABLE IF NOT EXISTS file_property (
    node INTEGER NOT NULL,
    namespace TEXT NOT NULL,
    name TEXT NOT NULL,
    lang TEXT NOT NULL,
    xml TEXT NOT NULL,
    PRIMARY KEY (node, namespace, name)
  ) STRICT, WITHOUT ROWID;
`

/** Creates the two tables if they do not exist. The parent of the root is 0, which is the id of no row. */
export function createFileTables(database: DatabaseSync): void {
  database.exec(tables)
}

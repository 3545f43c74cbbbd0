import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { inSavepoint } from '../../../../src/emulator/database/in-savepoint.ts'
import { createStatements } from '../../../../src/emulator/database/statements.ts'

/** A table whose rows need a parent when they are committed, and whose names are unique. */
function opened(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(`PRAGMA foreign_keys = ON; CREATE TABLE parent (id INTEGER PRIMARY KEY);
    CREATE TABLE child (name TEXT UNIQUE, parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED)`)
  return database
}

const namesIn = (database: DatabaseSync) =>
  database
    .prepare('SELECT name FROM child')
    .all()
    .map(({ name }) => name)

test('what cannot be committed is taken back, and the next write is committed', () => {
  using database = opened()
  const statements = createStatements(database)
  const commit = () => statements.whole(() => statements.run(`INSERT INTO child VALUES ('orphan', 7)`))

  expect(commit).toThrow('FOREIGN KEY')
  const isOpen = database.isTransaction
  statements.whole(() => statements.run(`INSERT INTO child VALUES ('next', NULL)`))

  expect([isOpen, database.isTransaction, namesIn(database)]).toEqual([false, false, ['next']])
})

test('the error is that of the work, also where SQLite has ended the transaction with it', () => {
  using database = opened()
  database.exec(`INSERT INTO child VALUES ('one', NULL)`)
  const work = () => {
    database.exec(`INSERT INTO child VALUES ('two', NULL)`)
    database.exec(`INSERT OR ROLLBACK INTO child VALUES ('one', NULL)`)
  }

  expect(() => inSavepoint(database, 'outer', () => inSavepoint(database, 'inner', work))).toThrow('UNIQUE constraint failed')

  expect([database.isTransaction, namesIn(database)]).toEqual([false, ['one']])
})

import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../../../src/emulator/database/open-database.ts'
import { createStatements } from '../../../../src/emulator/database/statements.ts'

const database = openDatabase(undefined)
const statements = createStatements(database)
afterAll(() => database.close())

test.each([
  'SELECT key FROM _key',
  'SELECT value FROM _counter',
  'SELECT sku FROM "Product" WHERE sku = (SELECT key FROM _key)',
  'SELECT sku FROM "Product" UNION SELECT key FROM _key',
  'SELECT sql FROM sqlite_master',
  'SELECT * FROM pragma_table_list',
  'PRAGMA table_list',
  "ATTACH 'x.db' AS x",
  'DELETE FROM "Product"',
  'UPDATE "Product" SET sku = 1',
  'INSERT INTO "Product" (sku) VALUES (1)',
  'CREATE TABLE x (y)',
  'DROP TABLE "Product"',
  'SAVEPOINT x',
  'VACUUM',
  'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n',
  'SELECT randomblob(9)',
  "SELECT load_extension('x')",
  'SELECT sku FROM "Product" WHERE length(sku) = 1',
])('the second lock refuses to prepare %s', (sql) => {
  expect(() => statements.guarded.rows(sql)).toThrow(/not authorized|prohibited|a guarded statement is a SELECT/)
})

test('a search with a text that came past the compiler reads resources, and our own statements stay free', () => {
  const read = statements.guarded.rows(
    `SELECT count(*) FROM "Product" AS t WHERE t.sku IN (SELECT value FROM json_each(?)) AND coalesce(t._open ->> 'meta_x', '') GLOB '*' AND nullif(max(datetime(t.title), '0'), '0') IS NULL`,
    ['[]'],
  )

  expect(read).toEqual([[0]])
  expect(statements.cell('SELECT count(*) FROM _key')).toBe(0)
  expect(statements.run('DELETE FROM _key')).toBe(0)
})

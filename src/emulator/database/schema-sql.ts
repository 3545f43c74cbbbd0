import { resources } from '../../resources/registry.ts'
import { storeIdTable } from './store-id.ts'
import { quoted, tableSql } from './table-sql.ts'

/** Numbers that the store assigns, by resource. */
const counterTable = 'CREATE TABLE IF NOT EXISTS _counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID'

/** The texts of the application keys. What a key may access is in the record of ApiAccess with the same code. */
const keyTable = `CREATE TABLE IF NOT EXISTS _key (
    key TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, origin TEXT NOT NULL, files INTEGER NOT NULL, created TEXT NOT NULL, used TEXT,
    suspect TEXT
  ) WITHOUT ROWID`

/** The authorization codes of OAuth: only their hashes. */
const codeTable = `CREATE TABLE IF NOT EXISTS _oauth_code (
    hash TEXT PRIMARY KEY, client TEXT NOT NULL, redirect_uri TEXT NOT NULL, expires INTEGER NOT NULL, issued TEXT
  ) WITHOUT ROWID`

/** The applications that the administration tool registered; `redirects` is a list in JSON, or NULL for every loopback address. */
const clientTable = `CREATE TABLE IF NOT EXISTS _oauth_client (
    id TEXT PRIMARY KEY, title TEXT NOT NULL, redirects TEXT
  ) WITHOUT ROWID`

/** The administrator if a name and a password were given; the password only as a hash. */
const administratorTable = 'CREATE TABLE IF NOT EXISTS _administrator (user TEXT PRIMARY KEY, password TEXT NOT NULL) WITHOUT ROWID'

/** The mails of the outbox. */
const mailTable = `CREATE TABLE IF NOT EXISTS _mail (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, kind TEXT NOT NULL, order_number TEXT NOT NULL,
    recipient TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL
  )`

/** The webhook deliveries; the attempts of each as JSON. */
const deliveryTable = `CREATE TABLE IF NOT EXISTS _delivery (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, event TEXT NOT NULL, hook TEXT NOT NULL, url TEXT NOT NULL,
    body TEXT NOT NULL, state TEXT NOT NULL, attempts TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS _delivery_state ON _delivery (state)`

/** Every table and index except those of the Files API, which `files/tree/` creates. */
export const schemaSql: string = [
  ...resources.map(tableSql),
  counterTable,
  keyTable,
  codeTable,
  clientTable,
  administratorTable,
  mailTable,
  deliveryTable,
  storeIdTable,
].join(';\n')

/** Empties every table except those of the keys, whose codes continue to count, of registered applications, of the administrator and of its id. */
export const emptySql: string = [
  ...resources.filter(({ name }) => name !== 'ApiAccess').map(({ name }) => `DELETE FROM ${quoted(name)}`),
  `DELETE FROM _counter WHERE name <> 'ApiAccess'`,
  ...['_oauth_code', '_mail', '_delivery'].map((table) => `DELETE FROM ${table}`),
].join(';\n')

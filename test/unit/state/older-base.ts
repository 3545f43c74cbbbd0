import { baseDigest } from '../../../src/records/base-digest.ts'
import type { BaseRecord } from '../../../src/records/base-record.ts'
import { canonicalJson } from '../../../src/records/canonical-json.ts'
import { baseText, dictionaryOf, packBase } from '../../../src/state/packed-base.ts'

/** The record in the base of an older state. */
export const tee: BaseRecord = { record: { resource: 'Product', fields: { sku: 'TEE', title: 'Tee' }, children: {} }, source: null }
const teeText = baseText(canonicalJson(tee.record), tee.source)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The tables that version 4 added, word for word, and a base in them. */
export const baseTables = `
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
  INSERT INTO base_store VALUES (3, 'shop', 'aa');
  INSERT INTO base_dictionary VALUES (3, 'Product', x'${hex(dictionaryOf(teeText))}');
  INSERT INTO base VALUES (3, 'Product', 'TEE', x'${baseDigest(tee.record)}', x'${hex(packBase(teeText, dictionaryOf(teeText)))}');
`

/** The table that version 5 added, word for word, and a file in it. */
export const fileTables = `
  CREATE TABLE own_file (
    store INTEGER NOT NULL REFERENCES base_store (number),
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (store, path)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO own_file VALUES (3, 'b.jpg', 'cd', 3);
`

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openState } from '../../../src/state/open-state.ts'
import { baseTables, fileTables, tee } from './older-base.ts'

/** The statements with which version 0.1.0 of planogram created its state, word for word. */
const firstVersion = `
  PRAGMA journal_mode = WAL;
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
  PRAGMA application_id = 1347178055;
  PRAGMA user_version = 1;
`

/** A run that ended in part, and one whose process was killed during its first step. */
const rows = `
  INSERT INTO run (id, store, plan_hash, started_at) VALUES ('r1', 'shop', 'h1', '2026-05-04T03:00:00.000Z');
  INSERT INTO journal (run_id, step_id, position, title) VALUES
    ('r1', 's010', 0, 'create 2 groups'), ('r1', 's002', 1, 'create 4 categories'),
    ('r1', 's003', 2, 'insert 3 prices'), ('r1', 's004', 3, 'verify');
  UPDATE journal SET intended_at = '2026-05-04T03:00:01.000Z', concluded_at = '2026-05-04T03:00:02.000Z', outcome = 'done' WHERE step_id = 's010';
  UPDATE journal SET intended_at = '2026-05-04T03:00:03.000Z', concluded_at = '2026-05-04T03:00:04.000Z', outcome = 'failed', message = 'refused' WHERE step_id = 's002';
  UPDATE journal SET intended_at = '2026-05-04T03:00:05.000Z', concluded_at = '2026-05-04T03:00:06.000Z', outcome = 'unknown', message = '504' WHERE step_id = 's003';
  UPDATE journal SET concluded_at = '2026-05-04T03:00:07.000Z', outcome = 'blocked', message = 'skipped' WHERE step_id = 's004';
  UPDATE run SET outcome = 'partial', ended_at = '2026-05-04T03:00:08.000Z' WHERE id = 'r1';
  INSERT INTO run (id, store, plan_hash, started_at) VALUES ('r2', 'shop', 'h2', '2026-05-04T04:00:00.000Z');
  INSERT INTO journal (run_id, step_id, position, title, intended_at) VALUES ('r2', 's001', 0, 'create it', '2026-05-04T04:00:01.500Z');
  INSERT INTO journal (run_id, step_id, position, title) VALUES ('r2', 's002', 1, 'never reached');
  INSERT INTO remembered_file VALUES ('shop', 'images/items/a.png', 'ab', 12, 'Mon');
`

function firstVersionState(): string {
  return stateOf(`${firstVersion}${rows}`)
}

function stateOf(statements: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-state-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'state.db')
  const database = new DatabaseSync(path)
  database.exec(statements)
  database.close()
  return path
}

test('the runs, steps and files of a version 1 state are still there', async () => {
  const state = await openState(firstVersionState())

  expect(await state.runs()).toEqual([
    {
      id: 'r2',
      store: 'shop',
      planHash: 'h2',
      startedAt: '2026-05-04T04:00:00.000Z',
      endedAt: null,
      outcome: null,
      overrides: [],
      counts: null,
      undoes: null,
    },
    {
      id: 'r1',
      store: 'shop',
      planHash: 'h1',
      startedAt: '2026-05-04T03:00:00.000Z',
      endedAt: '2026-05-04T03:00:08.000Z',
      outcome: 'partial',
      overrides: [],
      counts: null,
      undoes: null,
    },
  ])
  expect(await state.operationsOf('r1')).toEqual([
    { id: 's010', step: 's010: create 2 groups', outcome: 'done', seen: null, message: null, attempts: 1 },
    { id: 's002', step: 's002: create 4 categories', outcome: 'failed', seen: null, message: 'refused', attempts: 1 },
    { id: 's003', step: 's003: insert 3 prices', outcome: 'unknown', seen: null, message: '504', attempts: 1 },
    { id: 's004', step: 's004: verify', outcome: 'blocked', seen: null, message: 'skipped', attempts: 0 },
  ])
  expect((await state.attemptsOf('r1')).map(({ number, step, answer, answeredAt }) => [number, step, answer, answeredAt])).toEqual([
    [1, 's010', 'confirmed', '2026-05-04T03:00:02.000Z'],
    [2, 's002', 'refused', '2026-05-04T03:00:04.000Z'],
    [3, 's003', 'lost', '2026-05-04T03:00:06.000Z'],
  ])
  expect([await state.planOf('r1'), await state.leaseOf('shop')]).toEqual([null, null])
  expect([...(await state.rememberedFiles('shop')).values()]).toEqual([
    { path: 'images/items/a.png', sha256: 'ab', size: 12, modified: 'Mon' },
  ])
  await state.close()
})

test('what a version 1 run sent and never saw answered is unsettled for another minute', async () => {
  const state = await openState(firstVersionState())

  expect(await state.unsettled('shop')).toEqual([
    { runId: 'r1', number: 3, operations: ['s003'], sentAt: '2026-05-04T03:00:05.000Z', settlesAt: '2026-05-04T03:01:05.000Z' },
    { runId: 'r2', number: 1, operations: ['s001'], sentAt: '2026-05-04T04:00:01.500Z', settlesAt: '2026-05-04T04:01:01.500Z' },
  ])
  await state.close()
})

test('a migrated state is written and opened again like a new one, and two processes migrate it once', async () => {
  const path = firstVersionState()
  const [at, expiresAt] = ['2026-05-05T03:00:00Z', '2026-05-05T03:01:00Z']

  const [one, other] = await Promise.all([openState(path), openState(path)])
  const { fence } = await one.acquireLease({ store: 'shop', holder: 'me', at, expiresAt })
  await one.startRun({ id: 'r3', store: 'shop', planHash: 'h1', at, plan: new Uint8Array([9]), fence })
  await other.intend('r3', fence, { number: 1, step: 's1', operations: ['a'], at, settlesAt: expiresAt })
  await Promise.all([one.close(), other.close()])
  const again = await openState(path)

  expect((await again.runs()).map(({ id }) => id)).toEqual(['r3', 'r2', 'r1'])
  expect(await again.operationsOf('r3')).toMatchObject([{ id: 'a', attempts: 1 }])
  await again.close()
})

/** The statements with which versions 2 to 6 created their state, word for word; 3 has the column `overrides`. */
const journalTables = (version: 2 | 3 | 4 | 5 | 6): string => `
  PRAGMA journal_mode = WAL;
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
  ${version >= 3 ? "ALTER TABLE run ADD COLUMN overrides TEXT NOT NULL DEFAULT '[]';" : ''}
  ${version >= 4 ? baseTables : ''}
  ${version >= 5 ? fileTables : ''}
  ${version >= 6 ? 'ALTER TABLE base ADD COLUMN content TEXT;' : ''}
  PRAGMA application_id = 1347178055;
  PRAGMA user_version = ${version};
  INSERT INTO run (id, store, plan_hash, started_at, ended_at, outcome) VALUES
    ('r1', 'shop', 'h1', '2026-06-04T03:00:00.000Z', '2026-06-04T03:00:08.000Z', 'partial');
  ${version >= 3 ? `UPDATE run SET overrides = '["hide"]';` : ''}
  INSERT INTO plan VALUES ('h1', x'0102');
  INSERT INTO lease VALUES ('shop', 7, 'process 1 on anna', '2026-06-04T03:00:00.000Z', '2026-06-04T03:03:00.000Z', 1);
  INSERT INTO attempt VALUES
    ('r1', 1, 's001', '["a"]', '2026-06-04T03:00:01.000Z', '2026-06-04T03:01:01.000Z', '2026-06-04T03:00:02.000Z', 'lost', '504', '["a"]');
  INSERT INTO operation (run_id, id, step, outcome, seen, message, attempts) VALUES ('r1', 'a', 's001', 'unknown', NULL, '504', 1);
  INSERT INTO remembered_file VALUES ('shop', 'images/items/a.png', 'ab', 12, 'Mon');
`

test.each([2, 3, 4, 5, 6] as const)(
  'a version %i state has its runs, journal, plans and leases, and everything that is new',
  async (version) => {
    const path = stateOf(journalTables(version))

    const state = await openState(path)
    const lease = await state.acquireLease({ store: 'shop', holder: 'me', at: '2026-06-05T03:00:00Z', expiresAt: '2026-06-05T03:01:00Z' })
    const at = '2026-06-05T03:00:01Z'
    await state.keepPreImage('r1', lease.fence, { at, path: 'a.jpg', sha256: 'old', bytes: Buffer.from('old') })
    const ownBefore = await state.ownFiles('shop')
    await state.saveBase('shop', lease.fence, { at, applied: [], forgotten: [], files: [{ path: 'a.jpg', sha256: 'ab', size: 2 }] })

    expect(lease.fence).toBe(8)
    expect(await state.runs()).toEqual([
      {
        id: 'r1',
        store: 'shop',
        planHash: 'h1',
        startedAt: '2026-06-04T03:00:00.000Z',
        endedAt: '2026-06-04T03:00:08.000Z',
        outcome: 'partial',
        overrides: version >= 3 ? ['hide'] : [],
        counts: null,
        undoes: null,
      },
    ])
    expect([await state.planOf('r1'), (await state.preImagesOf('r1')).size]).toEqual([new Uint8Array([1, 2]), 1])
    expect(await state.operationsOf('r1')).toEqual([{ id: 'a', step: 's001', outcome: 'unknown', seen: null, message: '504', attempts: 1 }])
    expect((await state.unsettled('shop')).map(({ operations }) => operations)).toEqual([['a']])
    const older = version >= 5 ? [{ path: 'b.jpg', sha256: 'cd', size: 3 }] : []
    expect([...ownBefore.values()]).toEqual(older)
    expect([...(await state.ownFiles('shop')).values()]).toEqual([{ path: 'a.jpg', sha256: 'ab', size: 2 }, ...older])
    expect([await state.baseCatalogue('shop'), await state.baseContents('shop')]).toEqual([
      version >= 5 ? 'aa' : null,
      new Map(version >= 4 ? [['Product', new Map([['TEE', null]])]] : []),
    ])
    expect(await state.baseOf('shop', { resource: 'Product', key: 'TEE' })).toEqual(version >= 4 ? tee : null)
    expect(await state.rewrittenBase('shop')).toEqual(new Map(version >= 4 ? [['Product', new Set(['TEE'])]] : []))
    expect([(await state.check()).version, (await state.check()).problems]).toEqual([7, []])
    await state.close()
  },
)

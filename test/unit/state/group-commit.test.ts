import type { DatabaseSync } from 'node:sqlite'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { openGroupCommit } from '../../../src/state/group-commit.ts'
import { openDatabase } from '../../../src/state/open-database.ts'
import { openState } from '../../../src/state/open-state.ts'
import { openWriteAheadLog } from '../../../src/state/write-ahead-log.ts'
import { attempt, startRun } from './contract/sample-journal.ts'

function statePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-state-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'state.db')
}

/**
 * How many transactions the write-ahead log of a state holds (sqlite.org/fileformat2.html, "The Write-Ahead Log"): its frames
 * that carry the size of the database are the ends of transactions.
 */
function transactionsIn(path: string): number {
  const log = readFileSync(`${path}-wal`)
  const salts = log.subarray(16, 24)
  const frameBytes = 24 + log.readUInt32BE(8)
  const frames = Array.from({ length: Math.floor((log.length - 32) / frameBytes) }, (_, index) => log.subarray(32 + index * frameBytes))
  return frames.filter((frame) => frame.subarray(8, 16).equals(salts) && frame.readUInt32BE(4) !== 0).length
}

const numbers = Array.from({ length: 1000 }, (_, index) => index + 1)

test('1,000 intents of one turn are one transaction, and one after another they are one each', async () => {
  const path = statePath()
  const state = await openState(path)
  await startRun(state)
  const before = transactionsIn(path)

  await Promise.all(numbers.map((number) => state.intend('r1', 1, attempt(number, `a${number}`))))
  const together = transactionsIn(path) - before
  for (const number of numbers.slice(0, 10)) await state.intend('r1', 1, attempt(1000 + number, `b${number}`))
  const oneByOne = transactionsIn(path) - before - together

  expect([together, oneByOne]).toEqual([1, 10])
  expect((await state.operationsOf('r1')).length).toBe(1010)
  await state.close()
})

test('results that can wait are one transaction with the next intent, whenever they were called', async () => {
  const path = statePath()
  const state = await openState(path)
  await startRun(state)
  await Promise.all(numbers.map((number) => state.intend('r1', 1, attempt(number, `a${number}`))))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const before = transactionsIn(path)
  const result = (number: number): Promise<void> =>
    state.conclude('r1', 1, { number, at: '2026-05-04T03:00:03Z', answer: 'confirmed', message: null, canWait: true })

  const waiting: Promise<void>[] = []
  for (const number of numbers.slice(0, 20)) {
    waiting.push(result(number))
    await new Promise(setImmediate)
  }
  const unwritten = transactionsIn(path) - before
  const intended = state.intend('r1', 1, attempt(1001, 'b'))
  vi.advanceTimersByTime(4)
  await Promise.all([intended, ...waiting])
  const together = transactionsIn(path) - before
  const last = result(21)
  vi.advanceTimersByTime(99)
  const early = transactionsIn(path) - before
  vi.advanceTimersByTime(1)
  await last

  expect([unwritten, together, early, transactionsIn(path) - before]).toEqual([0, 1, 1, 2])
  await state.close()
})

test('no intent resolves before its transaction is on disk', async () => {
  const path = statePath()
  const state = await openState(path)
  await startRun(state)
  const other = await openState(path)

  const seen = await Promise.all(
    numbers.slice(0, 20).map(async (number) => {
      await state.intend('r1', 1, attempt(number, 'a'))
      return (await other.attemptsOf('r1')).length
    }),
  )

  expect(seen).toEqual(numbers.slice(0, 20).map(() => 20))
  await Promise.all([state.close(), other.close()])
})

test('a full disk rejects every write of the turn and every later one with one error; what was written before can be read', async () => {
  const path = statePath()
  const database = openDatabase(path)
  const commits = openGroupCommit(database, path)
  database.exec('CREATE TABLE pages (text TEXT)')
  const insert = database.prepare('INSERT INTO pages VALUES (?)')
  const write = (text: string): Promise<void> => commits.write(() => void insert.run(text))
  await write('before')
  const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {}
  database.exec(`PRAGMA max_page_count = ${Number(pages) + 1}`)

  const ends = await Promise.allSettled([write('small'), write('x'.repeat(1_000_000)), write('small')])
  database.exec('PRAGMA max_page_count = 1000')
  ends.push(...(await Promise.allSettled([write('later')])))

  const reasons: unknown[] = ends.map((end) => (end.status === 'rejected' ? end.reason : end.status))
  expect(reasons[0]).toBeInstanceOf(OperationalError)
  expect(reasons[0]).toMatchObject({ code: 'state-broken', message: `${path} cannot be written: the disk is full.` })
  expect(new Set(reasons).size).toBe(1)
  expect(await commits.read(() => database.prepare('SELECT text FROM pages').all())).toEqual([{ text: 'before' }])
  await commits.close()
})

/** What a statement throws on a full disk, where SQLite does not roll the transaction back by itself. */
function full(): never {
  throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
}

test('a write that fills the disk by itself is a fault of the disk too, not of that write alone', async () => {
  const path = statePath()
  const database = openDatabase(path)
  const commits = openGroupCommit(database, path)

  const ends = await Promise.allSettled([commits.write(() => 1), commits.write(full), commits.write(() => 3)])

  expect(ends).toMatchObject(ends.map(() => ({ status: 'rejected', reason: { code: 'state-broken' } })))
  await commits.close()
})

/** A state whose log is on disk when the test says so. `write` notes its name when it is, or why it is not. */
function openHeld(): {
  readonly write: (name: string) => Promise<void>
  readonly ended: string[]
  readonly syncs: PromiseWithResolvers<void>[]
  readonly written: () => number
  readonly close: () => Promise<void>
} {
  const path = statePath()
  const database = openDatabase(path)
  database.exec('CREATE TABLE names (name TEXT)')
  const insert = database.prepare('INSERT INTO names VALUES (?)')
  const syncs: PromiseWithResolvers<void>[] = []
  const ended: string[] = []
  const sync = (): Promise<void> => {
    const held = Promise.withResolvers<void>()
    syncs.push(held)
    return held.promise
  }
  const commits = openGroupCommit(database, path, { sync, close: () => undefined })
  return {
    ended,
    syncs,
    write: (name) =>
      commits
        .write(() => void insert.run(name))
        .then(
          () => void ended.push(name),
          (error: unknown) => void ended.push(`${name}: ${error instanceof Error ? error.message.replace(path, 'state.db') : ''}`),
        ),
    written: () => Number(database.prepare('SELECT count(*) AS count FROM names').get()?.['count']),
    close: commits.close,
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

test('a write resolves once its sync has ended, and what is called during a sync is one commit with one sync after it', async () => {
  const { write, ended, syncs, written, close } = openHeld()

  const writes = [write('a')]
  await turns(3)
  for (const name of ['b', 'c', 'd']) {
    writes.push(write(name))
    await turns(3)
  }
  const during = [written(), syncs.length, ended.length]
  syncs[0]?.resolve()
  await turns(3)
  const between = [written(), syncs.length, ended.join(' ')]
  syncs[1]?.resolve()
  await Promise.all(writes)

  expect([during, between]).toEqual([
    [1, 1, 0],
    [4, 2, 'a'],
  ])
  expect([ended, syncs.length]).toEqual([['a', 'b', 'c', 'd'], 2])
  await close()
})

test('after a sync that failed no write succeeds, and the disk is not asked again', async () => {
  const { write, ended, syncs, close } = openHeld()

  const writes = [write('a')]
  await turns(3)
  writes.push(write('b'))
  await turns(3)
  syncs[0]?.reject(Object.assign(new Error('i/o error, fdatasync'), { code: 'EIO' }))
  await Promise.all(writes)
  await write('c')

  expect(ended).toEqual(['a', 'b', 'c'].map((name) => `${name}: state.db cannot be opened or written (EIO).`))
  expect(syncs.length).toBe(1)
  await close()
})

test('close waits until the last commit is on disk', async () => {
  const { write, ended, syncs, close } = openHeld()
  void write('a')

  const closed = close().then(() => void ended.push('closed'))
  await turns(3)
  const before = [...ended]
  syncs[0]?.resolve()
  await closed

  expect([before, ended]).toEqual([[], ['a', 'closed']])
})

/** How often SQLite syncs by itself: 2 is FULL, 1 NORMAL. */
function synchronous(database: DatabaseSync): unknown {
  return database.prepare('PRAGMA synchronous').get()?.['synchronous']
}

test('SQLite leaves the syncs of commits to us where its log can be opened, also through a link, and syncs itself where not', async () => {
  const path = statePath()
  const link = `${path}-link`
  openDatabase(path).close()
  symlinkSync(path, link)
  const linked = openDatabase(link)
  const memory = openDatabase(':memory:')

  const log = openWriteAheadLog(linked, link)
  await log?.sync()
  const none = [openWriteAheadLog(memory, ':memory:'), openWriteAheadLog(memory, `${path}-missing`)]

  expect([log === null, synchronous(linked), none, synchronous(memory)]).toEqual([false, 1, [null, null], 2])
  log?.close()
  linked.close()
  memory.close()
})

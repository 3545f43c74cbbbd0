import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { openGroupCommit } from '../../../src/state/group-commit.ts'
import { openDatabase } from '../../../src/state/open-database.ts'
import { openState } from '../../../src/state/open-state.ts'
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

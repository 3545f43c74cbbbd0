import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { openGroupCommit } from '../../../src/state/group-commit.ts'
import { openDatabase } from '../../../src/state/open-database.ts'
import { openState } from '../../../src/state/open-state.ts'

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

const steps = Array.from({ length: 1000 }, (_, index) => ({ id: `s${index}`, title: `step ${index}` }))
const run = { id: 'r1', store: 'store', planHash: 'hash', at: 'now', steps }

test('1,000 intents of one turn are one transaction, and one after another they are one each', async () => {
  const path = statePath()
  const state = await openState(path)
  await state.startRun(run)
  const before = transactionsIn(path)

  await Promise.all(steps.map(({ id }) => state.intend('r1', id, 'together')))
  const together = transactionsIn(path) - before
  for (const { id } of steps.slice(0, 10)) await state.intend('r1', id, 'one by one')
  const oneByOne = transactionsIn(path) - before - together

  expect([together, oneByOne]).toEqual([1, 10])
  expect((await state.journalOf('r1')).filter(({ intendedAt }) => intendedAt === 'together').length).toBe(990)
  await state.close()
})

test('no intent resolves before its transaction is on disk', async () => {
  const path = statePath()
  const state = await openState(path)
  await state.startRun(run)
  const other = await openState(path)

  const seen = await Promise.all(
    steps.slice(0, 20).map(async ({ id }) => {
      await state.intend('r1', id, 'now')
      return (await other.journalOf('r1')).filter(({ intendedAt }) => intendedAt === 'now').length
    }),
  )

  expect(seen).toEqual(steps.slice(0, 20).map(() => 20))
  await Promise.all([state.close(), other.close()])
})

test('a full disk rejects every write of the turn in words, and later writes go on', async () => {
  const path = statePath()
  const database = openDatabase(path)
  const commits = openGroupCommit(database, path)
  database.exec('CREATE TABLE pages (text TEXT); PRAGMA max_page_count = 20')
  const insert = database.prepare('INSERT INTO pages VALUES (?)')
  const write = (text: string): Promise<void> => commits.write(() => void insert.run(text))

  const ends = await Promise.allSettled([write('small'), write('x'.repeat(1_000_000)), write('small')])
  database.exec('PRAGMA max_page_count = 1000')
  await write('later')

  const reasons = ends.map((end) => (end.status === 'rejected' && end.reason instanceof OperationalError ? end.reason.message : end.status))
  expect(reasons).toEqual(ends.map(() => `${path} cannot be written: the disk is full.`))
  expect(await commits.read(() => database.prepare('SELECT text FROM pages').all())).toEqual([{ text: 'later' }])
  await commits.close()
})

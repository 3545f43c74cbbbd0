import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openState } from '../../../src/state/open-state.ts'
import { at, attempt, request, run, startRun } from './contract/sample-journal.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a backup has everything, is for its user alone, and can be written while another process writes', async () => {
  const folder = temporaryFolder()
  const [one, other] = [await openState(join(folder, 'state.db')), await openState(join(folder, 'state.db'))]
  await startRun(one)
  await one.intend('r1', 1, attempt(1, 'a'))
  await one.keepPreImage('r1', 1, { at: at(3), path: 'a.jpg', sha256: 'a', bytes: Buffer.from('old') })

  const writing = one.startRun(run('r2'))
  await other.backup(join(folder, 'copy.db'))
  await writing
  const copy = await openState(join(folder, 'copy.db'))

  expect((await copy.runs()).at(-1)?.id).toBe('r1')
  expect([(await copy.unsettled(request.store)).length, (await copy.keptPicture('a'))?.length]).toEqual([1, 3])
  expect((await copy.check()).problems).toEqual([])
  expect((statSync(join(folder, 'copy.db')).mode & 0o777).toString(8)).toBe('600')
  await Promise.all([one.close(), other.close(), copy.close()])
})

test('a backup never replaces a file, and names what stops it', async () => {
  const folder = temporaryFolder()
  const state = await openState(join(folder, 'state.db'))
  writeFileSync(join(folder, 'mine.txt'), 'mine')
  mkdirSync(join(folder, 'folder'))

  const places = ['mine.txt', 'folder', 'missing/copy.db', 'state.db']
  const refusals = await Promise.all(places.map((place) => state.backup(join(folder, place)).catch((error: unknown) => String(error))))

  expect(refusals.map((text) => String(text).replaceAll(folder, '.'))).toEqual([
    'OperationalError: ./mine.txt exists already; a backup never replaces a file.',
    'OperationalError: ./folder exists already; a backup never replaces a file.',
    'OperationalError: The backup ./missing/copy.db cannot be created (ENOENT).',
    'OperationalError: ./state.db exists already; a backup never replaces a file.',
  ])
  expect(statSync(join(folder, 'mine.txt')).size).toBe(4)
  await state.close()
})

test('a check finds rows without the run that they belong to', async () => {
  const path = join(temporaryFolder(), 'state.db')
  const state = await openState(path)
  await startRun(state)
  await state.intend('r1', 1, attempt(1, 'a', 'b'))
  await state.close()
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.exec("DELETE FROM run WHERE id = 'r1'")
  database.close()

  const again = await openState(path)
  const { problems } = await again.check()

  expect(problems.toSorted()).toEqual([
    'rows of table attempt that name a missing row of table run: 1',
    'rows of table operation that name a missing row of table run: 2',
  ])
  await again.close()
})

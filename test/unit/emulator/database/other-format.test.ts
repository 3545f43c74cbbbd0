import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'

test.each([
  [
    'of a newer planogram',
    'PRAGMA user_version = 99',
    /: a newer planogram wrote it \(format 99, this version reads format \d+\)$/,
    'Install that version of planogram, or choose another folder.',
  ],
  [
    'of an older one',
    'PRAGMA user_version = 2',
    /: an older planogram wrote it \(format 2, this version reads format \d+\)$/,
    'Choose another folder. To keep what the store has, run `planogram pull` with the version that wrote it.',
  ],
  ['of another program', '', /: it is the database of another program$/, 'Choose another folder.'],
])('a store.db %s is refused with what to do, and keeps its tables', async (_, version, reason, fix) => {
  const data = mkdtempSync(join(tmpdir(), 'planogram-format-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const path = join(data, 'store.db')
  using database = new DatabaseSync(path)
  database.exec(`CREATE TABLE theirs (x); ${version}`)

  const refused = await startEmulator({ data }).catch((error: unknown) => error)

  expect(refused).toMatchObject({ code: 'file-unreadable', message: expect.stringMatching(reason), fix })
  expect(database.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'theirs' }])
})

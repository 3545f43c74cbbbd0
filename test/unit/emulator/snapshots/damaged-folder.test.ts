import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { controlRequest } from '../control/control-request.ts'

let data: string
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'planogram-damaged-'))
  const store = await startEmulator({ data })
  store.snapshots.save('good')
  await store.close()
})
afterEach(() => rmSync(data, { recursive: true }))

const pathOf = (name: string): string => join(data, 'snapshots', `${name}.db`)

test.each([
  ['an empty file', (path: string) => writeFileSync(path, '')],
  ['a text', (path: string) => writeFileSync(path, 'this is not a database'.repeat(100))],
  ['a folder', (path: string) => mkdirSync(path)],
])('a store does not start with %s in place of a snapshot; the error names the file and the fix', async (_, damage) => {
  damage(pathOf('before'))

  const started = startEmulator({ data })

  await expect(started).rejects.toMatchObject({
    code: 'file-unreadable',
    message: expect.stringContaining(`The snapshot ${pathOf('before')} cannot be read: `),
    fix: 'Restore this file, or remove it.',
  })
})

test.each(['blobs', 'snapshots'])('a store does not start with a file in place of the folder %s; the error names it', async (name) => {
  rmSync(join(data, name), { recursive: true })
  writeFileSync(join(data, name), 'x')

  const started = startEmulator({ data })

  await expect(started).rejects.toMatchObject({
    code: 'file-unreadable',
    message: expect.stringMatching(new RegExp(`^The embedded store in ${data} cannot be opened: .*'${join(data, name)}'\\.$`)),
    fix: 'Remove the file that is in the way, or allow this user to use it.',
  })
})

test.each([
  ['POST', 'snapshots/good/load'],
  ['GET', 'snapshots/good/diff'],
])('%s /_emulator/%s of a snapshot that was damaged meanwhile names its file', async (method, path) => {
  await using store = await startEmulator({ data })
  writeFileSync(pathOf('good'), '')

  const refused = await controlRequest(store.url, { method, path })

  expect(refused).toEqual({
    status: 400,
    body: {
      error: expect.stringContaining(`The snapshot ${pathOf('good')} cannot be read: no such table: `),
      fix: 'Restore this file, or remove it.',
    },
  })
})

test('of a snapshot that cannot be saved nothing is left', async () => {
  await using store = await startEmulator({ data })
  mkdirSync(join(pathOf('one'), 'in the way'), { recursive: true })

  expect(() => store.snapshots.save('one')).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/)

  expect(readdirSync(join(data, 'snapshots')).toSorted()).toEqual(['good.db', 'one.db'])
})

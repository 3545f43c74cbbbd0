import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { findProgram } from '../../../support/program.ts'
import { runOutside } from '../../../support/run-outside.ts'

const cadaver = findProgram('cadaver', 'cadaver')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-cadaver-'))
  writeFileSync(join(folder, 'b.txt'), 'hello\n')
  writeFileSync(join(folder, '.netrc'), 'machine 127.0.0.1\nlogin cadaver-key\npassword any\n', { mode: 0o600 })
})
afterEach(() => rmSync(folder, { recursive: true }))

const session = [
  'mkcol new',
  'cd new',
  'put b.txt',
  'propset b.txt note said-so',
  'propget b.txt note',
  'move b.txt c.txt',
  'copy c.txt d.txt',
  'ls',
  'get c.txt back.txt',
  'delete d.txt',
  'cd ..',
  'rmcol new',
  'ls',
  'quit',
]

test.skipIf(cadaver === null)('a session of cadaver: every command succeeds, and what came back is what went in', async () => {
  await using store = await startEmulator({ key: 'cadaver-key' })

  const { output } = await runOutside(cadaver ?? '', [`${store.filesUrl}/${store.site}/`], {
    cwd: folder,
    env: { HOME: folder },
    input: `${session.join('\n')}\n`,
  })

  expect(output).not.toMatch(/failed|could not|error/i)
  expect(output.match(/succeeded/g)?.length).toBe(10)
  expect(output).toContain('Value of note is: said-so')
  expect(output).toMatch(/c\.txt +6 .*\n +d\.txt +6 /)
  expect(readFileSync(join(folder, 'back.txt'), 'utf8')).toBe('hello\n')
})

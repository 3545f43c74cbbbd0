import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { diskProblemOf } from '../../../src/files/disk-problem.ts'
import { openState } from '../../../src/state/open-state.ts'
import { stateFault } from '../../../src/state/state-fault.ts'

test('when the file can grow no more, one error says so, nothing is written after it, and what was written before stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-state-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'state.db')
  const program = join(import.meta.dirname, 'fill-state.ts')

  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', `ulimit -f 2000; exec "$0" "$@"`, process.execPath, program, path])

  const state = await openState(path)
  const kept = (await state.attemptsOf('r1')).map(({ number }) => number)
  await state.close()
  const lines = stdout.trimEnd().split('\n')
  const written = lines.flatMap((line) => (line.startsWith('written ') ? [Number(line.slice(8))] : []))
  expect(stderr).toBe('')
  expect(lines.slice(written.length)).toEqual([
    `state-broken: ${path} cannot be opened or written (disk I/O error).`,
    'the same error for a small write: true',
    'closed',
  ])
  expect(written.length).toBeGreaterThan(2)
  expect(kept).toEqual(written)
})

test('a state that a full disk does not let open is not said to be in a folder that cannot be written', () => {
  // What SQLite reports where the index of its log finds no room: SQLITE_IOERR_SHMSIZE.
  const error = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 4874 })

  expect(stateFault('state.db', error)).toMatchObject({ code: 'state-broken', message: 'state.db cannot be written: the disk is full.' })
  expect(diskProblemOf(error)).toBe('full')
})

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openState } from '../../../src/state/open-state.ts'

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

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { findProgram } from '../../../support/program.ts'
import { runOutside } from '../../../support/run-outside.ts'

const litmus = findProgram('litmus', 'litmus')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-litmus-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.skipIf(litmus === null).each([
  ['in memory', undefined],
  ['in a folder', 'data'],
])('litmus passes 63 of 63: basic, copymove, props and http (%s)', async (_, data) => {
  await using store = await startEmulator({ key: 'litmus-key', ...(data === undefined ? {} : { data: join(folder, data) }) })

  const { code, output } = await runOutside(litmus ?? '', [`${store.filesUrl}/${store.site}/`, 'litmus-key', 'any'], {
    cwd: folder,
    env: { TESTS: 'basic copymove props http' },
  })

  const summaries = [...output.matchAll(/<- summary for `(\w+)': of (\d+) tests run: (\d+) passed, (\d+) failed/g)]
  expect(output).not.toMatch(/FAIL/)
  expect(summaries.map((match) => match.slice(1).join(' '))).toEqual(['basic 16 16 0', 'copymove 13 13 0', 'props 30 30 0', 'http 4 4 0'])
  expect(code).toBe(0)
})

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openState } from '../../../src/state/open-state.ts'
import type { JournalRow } from '../../../src/state/state.ts'

/** Steps at a time in `write-loop.ts`. */
const atOnce = 8
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-state-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The ids of the steps that a process reported before it was killed. */
interface Reported {
  readonly sent: readonly string[]
  readonly done: readonly string[]
}

/** Starts a process that journals without end and kills it after it has reported this many lines. */
async function killAfter(path: string, runId: string, lines: number): Promise<Reported> {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'write-loop.ts'), path, runId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += String(chunk)
    if (output.split('\n').length > lines) child.kill('SIGKILL')
  })
  await once(child, 'close')
  const whole = output.slice(0, output.lastIndexOf('\n')).split('\n')
  const reported = (word: string): string[] => whole.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))
  return { sent: reported('sent'), done: reported('done') }
}

/** The reported steps that the journal does not hold as they were reported. */
function lost(journal: readonly JournalRow[], { sent, done }: Reported): string[] {
  const rows = new Map(journal.map((row) => [row.stepId, row]))
  return [
    ...sent.filter((id) => rows.get(id)?.intendedAt !== 'intended'),
    ...done.filter((id) => rows.get(id)?.outcome !== 'done' || rows.get(id)?.message !== `${id} is done`),
  ]
}

test('after a kill in the middle of a write every intent that went out and every outcome is on disk', async () => {
  const path = join(folder, 'state.db')

  const reported = await killAfter(path, 'r1', 400)

  const state = await openState(path)
  const journal = await state.journalOf('r1')
  await state.close()
  expect([reported.sent.length > 150, reported.done.length > 150]).toEqual([true, true])
  expect(lost(journal, reported)).toEqual([])
  expect(journal.length).toBe(100_000)
  const open = journal.filter(({ intendedAt, concludedAt }) => intendedAt !== null && concludedAt === null)
  expect(open.length).toBeLessThanOrEqual(atOnce)
})

test('two processes journal into one file at once, and neither loses a step', async () => {
  const path = join(folder, 'state.db')

  const reported = await Promise.all([killAfter(path, 'r1', 200), killAfter(path, 'r2', 200)])

  const state = await openState(path)
  const journals = [await state.journalOf('r1'), await state.journalOf('r2')]
  const runs = (await state.runs()).map(({ id }) => id)
  await state.close()
  expect(reported.map(({ done }) => done.length > 50)).toEqual([true, true])
  expect(journals.map((journal, index) => lost(journal, reported[index] ?? { sent: [], done: [] }))).toEqual([[], []])
  expect(runs.toSorted()).toEqual(['r1', 'r2'])
})

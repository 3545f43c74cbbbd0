import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openState } from '../../../src/state/open-state.ts'
import type { AttemptRow, OperationRow, State } from '../../../src/state/state.ts'

/** Requests at a time in `write-loop.ts`. */
const atOnce = 8
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-state-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The ids of the operations that a process reported before it was killed. */
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

interface Journal {
  readonly attempts: readonly AttemptRow[]
  readonly operations: readonly OperationRow[]
}

async function journalOf(state: State, runId: string): Promise<Journal> {
  return { attempts: await state.attemptsOf(runId), operations: await state.operationsOf(runId) }
}

/** The reported operations that the journal does not hold as they were reported. */
function lost({ attempts, operations }: Journal, { sent, done }: Reported): string[] {
  const carried = new Set(attempts.flatMap(({ operations: ids }) => ids))
  const answered = new Set(attempts.flatMap(({ answer, operations: ids }) => (answer === 'confirmed' ? ids : [])))
  const rows = new Map(operations.map((row) => [row.id, row]))
  return [
    ...sent.filter((id) => !carried.has(id)),
    ...done.filter((id) => !answered.has(id) || rows.get(id)?.outcome !== 'done' || rows.get(id)?.message !== `${id} is done`),
  ]
}

test('after a kill in the middle of a write every intent that went out, every answer and every outcome is on disk', async () => {
  const path = join(folder, 'state.db')

  const reported = await killAfter(path, 'r1', 400)

  const state = await openState(path)
  const journal = await journalOf(state, 'r1')
  const unsettled = await state.unsettled('store of r1')
  await state.close()
  expect([reported.sent.length > 150, reported.done.length > 150]).toEqual([true, true])
  expect(lost(journal, reported)).toEqual([])
  expect(unsettled.map(({ number }) => number)).toEqual(journal.attempts.flatMap(({ number, answer }) => (answer === null ? [number] : [])))
  expect(unsettled.length).toBeLessThanOrEqual(atOnce)
})

test('two processes journal into one file at once, and neither loses a request', async () => {
  const path = join(folder, 'state.db')

  const reported = await Promise.all([killAfter(path, 'r1', 200), killAfter(path, 'r2', 200)])

  const state = await openState(path)
  const journals = [await journalOf(state, 'r1'), await journalOf(state, 'r2')]
  const runs = (await state.runs()).map(({ id }) => id)
  await state.close()
  expect(reported.map(({ done }) => done.length > 50)).toEqual([true, true])
  expect(journals.map((journal, index) => lost(journal, reported[index] ?? { sent: [], done: [] }))).toEqual([[], []])
  expect(runs.toSorted()).toEqual(['r1', 'r2'])
})

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openState } from '../../../src/state/open-state.ts'
import type { JournalRow } from '../../../src/state/state.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-state-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Starts a process that journals without end; kills it after this many steps and gives back the steps that it has told of. */
async function killAfter(path: string, runId: string, steps: number): Promise<string[]> {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'write-loop.ts'), path, runId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout?.on('data', (chunk) => {
    told += String(chunk)
    if (told.split('\n').length > steps) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return told
    .slice(0, told.lastIndexOf('\n'))
    .split('\n')
    .filter((line) => line !== 'started')
}

function missing(journal: readonly JournalRow[], told: readonly string[]): string[] {
  const done = new Set(
    journal.filter(({ outcome, message, stepId }) => outcome === 'done' && message === `${stepId} is done`).map(({ stepId }) => stepId),
  )
  return told.filter((id) => !done.has(id))
}

test('after a kill in the middle of a write every step that was concluded is there, and at most one more was intended', async () => {
  const path = join(folder, 'state.db')

  const told = await killAfter(path, 'r1', 200)

  const state = openState(path)
  const journal = state.journalOf('r1')
  state.close()
  expect(told.length).toBeGreaterThan(150)
  expect(missing(journal, told)).toEqual([])
  expect(journal.length).toBe(100_000)
  const open = journal.filter(({ intendedAt, concludedAt }) => intendedAt !== null && concludedAt === null)
  expect(open.length).toBeLessThanOrEqual(1)
})

test('two processes journal into one file at once, and neither loses a step', async () => {
  const path = join(folder, 'state.db')

  const told = await Promise.all([killAfter(path, 'r1', 100), killAfter(path, 'r2', 100)])

  const state = openState(path)
  const lost = [missing(state.journalOf('r1'), told[0]), missing(state.journalOf('r2'), told[1])]
  const runs = state.runs().map(({ id }) => id)
  state.close()
  expect(told.map((steps) => steps.length > 50)).toEqual([true, true])
  expect(lost).toEqual([[], []])
  expect(runs.toSorted()).toEqual(['r1', 'r2'])
})

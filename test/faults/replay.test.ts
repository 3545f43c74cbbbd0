import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type FaultCase, kindOf } from './fault-case.ts'
import { tryCase } from './judge.ts'
import { measure } from './measured.ts'
import type { Played } from './play-case.ts'
import { writeText } from './store-write.ts'

const folder = join(import.meta.dirname, 'cases')
/** A case file that is to be played, or its text. */
const asked = process.env['PLANOGRAM_FAULT_CASE']

function caseOf(text: string): FaultCase {
  return JSON.parse(text)
}

/** Every call of every process, and how the runs ended. */
function traceOf({ calls, runs }: Played): string {
  const processes = calls.map((own, index) =>
    [
      `Process ${index + 1}`,
      ...own.map(({ number, port, name, write }) => `  ${number} ${port} ${name} ${write ? writeText(write) : ''}`.trimEnd()),
    ].join('\n'),
  )
  const ends = runs.map((run) =>
    run ? `${run.id}: ${run.outcome} ${[...run.failures.map(({ message }) => message), ...run.notes].join(' ')}` : 'stopped',
  )
  return [...processes, 'Runs', ...ends, ''].join('\n')
}

test.skipIf(asked !== undefined).each(readdirSync(folder))('the case %s, which failed once', async (file) => {
  const faultCase = caseOf(readFileSync(join(folder, file), 'utf8'))
  await using measured = await measure(faultCase.scenario)

  const { wrong } = await tryCase(measured, faultCase)

  expect(wrong).toEqual([])
})

test.skipIf(asked === undefined)('the case that PLANOGRAM_FAULT_CASE names', async () => {
  const faultCase = caseOf(asked?.startsWith('{') ? asked : readFileSync(asked ?? '', 'utf8'))
  await using measured = await measure(faultCase.scenario)

  const { played, wrong } = await tryCase(measured, faultCase)

  process.stdout.write(`${kindOf(faultCase)}\n${traceOf(played)}`)
  expect(wrong).toEqual([])
})

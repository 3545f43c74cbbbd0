import { afterAll, expect, test } from 'vitest'
import { firstFaults, inOneProcess, randomCase, secondCases } from './cases-of.ts'
import type { FaultCase } from './fault-case.ts'
import { measure, type Measured } from './measured.ts'
import { playCase } from './play-case.ts'
import { isPart, randomOf, sampleOf, everyNth } from './scenarios.ts'
import { isEverything, tally, tallyText, total, tryCases } from './try-cases.ts'
import { isWhole } from '../support/whole.ts'

/** A seeded sample; `PLANOGRAM_FULL=1` tries many more. */
const pairs = tally()
const chains = tally()
/** Requests that go wrong, points after each, and runs of several processes, of one scenario. */
const [firstSize, secondSize, chainSize] = isWhole ? [6, 6, 25] : [1, 1, 1]

afterAll(() => {
  process.stdout.write(tallyText(pairs, 'Two faults'))
  process.stdout.write(`Several processes: ${total(chains)} cases\n`)
})

/** Points after a request that went wrong. */
async function* pairsOf(measured: Measured, scenario: string): AsyncGenerator<readonly FaultCase[]> {
  const [calls = []] = measured.undisturbed.calls
  const isAtomic = measured.stage.plan.madeFrom.capabilities.batches === 'atomic'
  const random = randomOf(`pairs ${scenario}`)
  for (const first of sampleOf(firstFaults(calls, isAtomic), firstSize, random)) {
    const {
      calls: [after = []],
    } = await playCase(measured.stage, inOneProcess(scenario, [first]))
    const cases = secondCases(scenario, first, after, { resumes: isEverything ? 'all' : 'one by seed', isAtomic, random })
    yield isEverything ? cases : sampleOf(cases, secondSize, random)
  }
}

test.each(everyNth(6))('%s: a process that stops while it waits, reads back or sends again', { timeout: 900_000 }, async (scenario) => {
  await using measured = await measure(scenario)

  const failures: string[] = []
  for await (const cases of pairsOf(measured, scenario)) failures.push(...(await tryCases(measured, cases, pairs)))

  expect(failures).toEqual([])
})

test.each(everyNth(5))('%s: several processes, each of which stops by chance', { timeout: 900_000 }, async (scenario) => {
  await using measured = await measure(scenario)
  const [calls = []] = measured.undisturbed.calls
  const isAtomic = measured.stage.plan.madeFrom.capabilities.batches === 'atomic'
  const random = randomOf(`chains ${scenario}`)

  const cases = Array.from({ length: chainSize }, () => randomCase(scenario, calls, { resumes: 'one by seed', isAtomic, random }))
  const failures = await tryCases(measured, cases, chains)

  expect(failures).toEqual([])
})

test.skipIf(isPart)('enough points were tried', () => {
  expect([total(pairs) >= (isWhole ? 1_200 : 10), total(chains) >= (isWhole ? 1_000 : 10)]).toEqual([true, true])
})

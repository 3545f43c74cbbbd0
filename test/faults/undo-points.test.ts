import { afterAll, expect, test } from 'vitest'
import { firstFaults, inOneProcess, secondCases, singleCases } from './cases-of.ts'
import { measure } from './measured.ts'
import { playCase } from './play-case.ts'
import { everyNth, isPart, randomOf, sampleOf } from './scenarios.ts'
import { undoPrefix } from './stage.ts'
import { isEverything, tally, tallyText, total, tryCases } from './try-cases.ts'
import { isWhole } from '../support/whole.ts'

/** A seeded sample of the points of undo; `PLANOGRAM_FULL=1` tries many more, `PLANOGRAM_FAULTS=all` each single one. */
const counts = tally()
/** Of a scenario: single points, requests that go wrong, and points after each. */
const [singles, firsts, seconds] = isEverything ? [Number.POSITIVE_INFINITY, 3, 20] : isWhole ? [60, 3, 6] : [2, 1, 1]
/** The scenarios whose undo is tried. */
const tried = everyNth(5).map((name) => `${undoPrefix}${name}`)

afterAll(() => {
  process.stdout.write(tallyText(counts, 'Faults of an undo'))
})

test.each(tried)(
  '%s: after faults at any call the undo converges, nothing is done twice, and shoppers see nothing else',
  { timeout: 1_800_000 },
  async (scenario) => {
    await using measured = await measure(scenario)
    const [calls = []] = measured.undisturbed.calls
    const isAtomic = measured.stage.plan.madeFrom.capabilities.batches === 'atomic'
    const random = randomOf(scenario)
    const choice = { resumes: isEverything ? 'all' : 'one by seed', isAtomic, random } as const
    const single = singleCases(scenario, calls, choice)

    const failures = [...(await tryCases(measured, sampleOf(single, singles, random), counts))]
    for (const first of sampleOf(firstFaults(calls, isAtomic), firsts, random)) {
      const { calls: later } = await playCase(measured.stage, inOneProcess(scenario, [first]))
      const second = secondCases(scenario, first, later[0] ?? [], choice)
      failures.push(...(await tryCases(measured, sampleOf(second, seconds, random), counts)))
    }

    expect(failures).toEqual([])
  },
)

test.skipIf(isPart)('enough points of undo were tried', () => {
  expect(total(counts)).toBeGreaterThanOrEqual(isWhole ? 3_000 : 20)
  expect(tried.length).toBeGreaterThanOrEqual(12)
})

import { afterAll, expect, test } from 'vitest'
import { singleCases } from './cases-of.ts'
import { measure } from './measured.ts'
import { everyNth, isPart, randomOf, sampleOf } from './scenarios.ts'
import { isEverything, tally, tallyText, total, tryCases } from './try-cases.ts'
import { isWhole } from '../support/whole.ts'

/** A seeded sample of the points; `PLANOGRAM_FULL=1` tries all. */
const counts = tally()
/** The scenarios that are tried: all, so that one that no plan is right for fails in the sample too. */
const tried = everyNth(1)
/** Those of which two points are in the sample; one point of the others. */
const triedTwice = new Set(everyNth(2))

afterAll(() => {
  process.stdout.write(tallyText(counts, 'One fault'))
})

test.each(tried)(
  '%s: after a fault at any call the run converges, nothing is done twice, and shoppers see nothing else',
  { timeout: 900_000 },
  async (scenario) => {
    await using measured = await measure(scenario, isWhole)
    const [calls = []] = measured.undisturbed.calls
    const isAtomic = measured.stage.plan.madeFrom.capabilities.batches === 'atomic'
    const random = randomOf(scenario)

    const cases = singleCases(scenario, calls, { resumes: isEverything ? 'all' : 'one by seed', isAtomic, random })
    const failures = await tryCases(measured, isWhole ? cases : sampleOf(cases, triedTwice.has(scenario) ? 2 : 1, random), counts)

    expect(failures).toEqual([])
  },
)

test.skipIf(isPart)('enough points were tried', () => {
  expect([tried.length, total(counts)]).toEqual([tried.length, expect.toSatisfy((number: number) => number >= (isWhole ? 4_000 : 50))])
  expect(tried.length).toBeGreaterThanOrEqual(25)
})

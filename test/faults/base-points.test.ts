import { afterAll, expect, test } from 'vitest'
import { singleCases } from './cases-of.ts'
import { measure } from './measured.ts'
import { everyNth, isPart, randomOf, sampleOf } from './scenarios.ts'
import { basePrefix } from './stage.ts'
import { isEverything, tally, tallyText, total, tryCases } from './try-cases.ts'
import { isWhole } from '../support/whole.ts'

/** A seeded sample of the points of applies that write the base; `PLANOGRAM_FULL=1` tries more, `PLANOGRAM_FAULTS=all` each. */
const counts = tally()
/** Points of a scenario. */
const size = isEverything ? Number.POSITIVE_INFINITY : isWhole ? 40 : 2
const tried = everyNth(6).map((name) => `${basePrefix}${name}`)

afterAll(() => {
  process.stdout.write(tallyText(counts, 'One fault, with the base'))
})

test.each(tried)('%s: after a fault at any call the base is what was applied', { timeout: 900_000 }, async (scenario) => {
  await using measured = await measure(scenario)
  const [calls = []] = measured.undisturbed.calls
  const isAtomic = measured.stage.plan.madeFrom.capabilities.batches === 'atomic'
  const random = randomOf(scenario)

  const cases = singleCases(scenario, calls, { resumes: isEverything ? 'all' : 'one by seed', isAtomic, random })
  const failures = await tryCases(measured, sampleOf(cases, size, random), counts)

  expect(failures).toEqual([])
  expect(measured.undisturbed.base.length).toBeGreaterThan(0)
})

test.skipIf(isPart)('enough points were tried', () => {
  expect(total(counts)).toBeGreaterThanOrEqual(isWhole ? 2_000 : 20)
})

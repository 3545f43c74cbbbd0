import { afterAll, expect, test } from 'vitest'
import type { FaultCase } from './fault-case.ts'
import { foreignWrites } from './foreign-writes.ts'
import { measure } from './measured.ts'
import { isPart, randomOf, sampleOf, everyNth } from './scenarios.ts'
import { isEverything, tally, tallyText, total, tryCases } from './try-cases.ts'
import { isWhole } from '../support/whole.ts'

/** A seeded sample of the points; `PLANOGRAM_FULL=1` tries many more. */
const counts = tally()
/** Points of a scenario. */
const size = isEverything ? Number.POSITIVE_INFINITY : isWhole ? 120 : 2

afterAll(() => {
  process.stdout.write(tallyText(counts, 'Somebody else writes'))
})

test.each(everyNth(6))(
  '%s: what somebody else writes to a record of the plan is refused where it can be seen',
  { timeout: 900_000 },
  async (scenario) => {
    await using measured = await measure(scenario)
    const [calls = []] = measured.undisturbed.calls
    const writes = foreignWrites(measured.stage.plan)

    const cases = writes.flatMap(({ what }) =>
      calls.map(({ number }): FaultCase => ({
        scenario,
        concurrency: 1,
        processes: [{ how: 'apply', lease: 'ended', faults: [] }],
        foreign: { what, before: number },
      })),
    )
    const failures = await tryCases(measured, sampleOf(cases, size, randomOf(`foreign ${scenario}`)), counts)

    expect(failures).toEqual([])
  },
)

test.skipIf(isPart)('enough points were tried', () => {
  expect(total(counts)).toBeGreaterThanOrEqual(isWhole ? 2_000 : 20)
})

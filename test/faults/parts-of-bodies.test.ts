import { afterAll, expect, test } from 'vitest'
import { tryCase } from './judge.ts'
import { measure } from './measured.ts'
import { everyNthInParts } from './scenarios.ts'

const counts = { writes: 0, moments: 0 }

afterAll(() => {
  process.stdout.write(`Between the rows of bodies: ${counts.moments} moments of ${counts.writes} writes\n`)
})

test.each(everyNthInParts(6))(
  '%s: in a store that writes a body row by row shoppers see nothing else between two rows',
  { timeout: 300_000 },
  async (scenario) => {
    await using measured = await measure(scenario, true)

    const { played, wrong } = await tryCase(measured, {
      scenario,
      concurrency: 1,
      processes: [{ how: 'apply', lease: 'ended', faults: [] }],
    })

    counts.writes += played.calls.flat().filter(({ write }) => write !== null).length
    counts.moments += played.moments.length - 1
    expect(wrong).toEqual([])
  },
)

test('there were moments between rows', () => {
  expect(counts.moments).toBeGreaterThan(counts.writes)
})

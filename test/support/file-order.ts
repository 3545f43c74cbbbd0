import { readFileSync } from 'node:fs'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Folders whose files start stores, processes or browsers. */
const long = /\/test\/(?:browser|ci|cli|faults|laws|package|scenarios|security)\//
/** Where this variable is 1, the files that name it run their matrices and fuzzers whole, for minutes. */
const whole = 'PLANOGRAM_FULL'

/**
 * Starts the files that take long before the others, so that no worker is idle at the end while another one runs the last of them; last
 * come those that count visits: they replace methods of arrays and maps, and V8 runs the loops of such a worker more slowly from then on.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer has that name
    const sorted = await super.sort(files)
    const placed = Map.groupBy(sorted, placeOf)
    return ([0, 1, 2, 3] as const).flatMap((place) => placed.get(place) ?? [])
  }
}

function placeOf({ moduleId }: TestSpecification): 0 | 1 | 2 | 3 {
  const text = readFileSync(moduleId, 'utf8')
  if (text.includes('/count-visits.ts')) return 3
  if (process.env[whole] === '1' && text.includes(whole)) return 0
  return long.test(moduleId) ? 1 : 2
}

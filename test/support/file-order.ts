import { readFileSync } from 'node:fs'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'
import { isWhole } from './whole.ts'

/** Folders whose files start stores, processes or browsers. */
const long = /\/test\/(?:browser|ci|cli|faults|laws|package|scenarios|security)\//
/** Files that import it run their matrices and fuzzers whole, for minutes, where that is asked for. */
const sample = "/whole.ts'"

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
  if (isWhole && text.includes(sample)) return 0
  return long.test(moduleId) ? 1 : 2
}

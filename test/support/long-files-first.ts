import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Folders whose files start stores, processes or browsers. */
const long = /\/test\/(?:browser|ci|cli|faults|laws|package|scenarios|security)\//

/** Starts the files that take long before the others, so that no worker is idle at the end while another one runs the last of them. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer has that name
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return long.test(moduleId)
}

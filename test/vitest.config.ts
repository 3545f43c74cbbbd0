import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { FileOrder } from './support/file-order.ts'
import { waitingFiles } from './support/waiting-files.ts'
import { isWhole } from './support/whole.ts'

const root = new URL('..', import.meta.url).pathname
const allFiles = ['test/**/*.test.ts', 'test/**/*.test.tsx']

/** Files that so many workers share; the groups run one after the other. */
interface Group {
  readonly name: string
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
  readonly workers: number
}

function project({ name, include, exclude = [], workers }: Group, order: number): TestProjectConfiguration {
  return {
    test: {
      name,
      root,
      include: [...include],
      exclude: [...exclude],
      setupFiles: ['test/support/seeded.ts'],
      isolate: false,
      // Node loads the modules itself: a call across modules costs less than through the module runner of vite.
      experimental: { viteModuleRunner: false },
      execArgv: ['--import', new URL('support/load-tsx.ts', import.meta.url).href],
      sequence: { groupOrder: order },
      // The default leaves one processor idle, which is half of a small machine.
      maxWorkers: workers,
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  }
}

const processors = availableParallelism()
/** A whole run measures and tests more in each file: what waits in a sample can be busy there. */
const groups: readonly Group[] = isWhole
  ? [{ name: 'whole', include: allFiles, workers: processors }]
  : [
      { name: 'waiting', include: waitingFiles, workers: 2 * processors },
      { name: 'busy', include: allFiles, exclude: waitingFiles, workers: processors },
    ]

export default defineConfig({
  test: {
    root,
    globalSetup: ['test/support/own-temp-folder.ts'],
    sequence: { sequencer: FileOrder },
    projects: groups.map(project),
  },
})

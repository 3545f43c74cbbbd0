import { defineConfig } from 'vitest/config'
import { FileOrder } from './support/file-order.ts'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    globalSetup: ['test/support/own-temp-folder.ts'],
    setupFiles: ['test/support/seeded.ts'],
    isolate: false,
    // Node loads the modules itself: a call across modules costs less than through the module runner of vite.
    experimental: { viteModuleRunner: false },
    execArgv: ['--import', new URL('support/load-tsx.ts', import.meta.url).href],
    sequence: { sequencer: FileOrder },
    // The default leaves one processor idle, which is half of a small machine.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})

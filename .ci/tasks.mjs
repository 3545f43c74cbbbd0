/** What each npm script runs, step by step, under Node 24: paths from the project's root. */
const tsc = 'node_modules/typescript/bin/tsc'

const build = [{ run: ['.ci/clean.mjs'] }, { run: [tsc, '-p', 'tsconfig.json'] }, { run: ['.ci/bundle.mjs'] }, { run: ['.ci/stamp.mjs'] }]
const test = { run: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'] }

export const tasks = {
  build: { steps: build },
  test: { needsBuild: true, steps: [test] },
  demo: { needsBuild: true, steps: [{ run: ['examples/demo.ts'] }] },
  planogram: { needsBuild: true, whereCalled: true, steps: [{ run: ['dist/cli/main.js'] }] },
  generate: { needsBuild: true, steps: [{ run: ['test/generate/all.ts'] }] },
  bench: { needsBuild: true, steps: [{ run: ['bench/run.ts'] }] },
  check: {
    steps: [
      { name: 'types', run: [tsc, '-p', 'test/tsconfig.json'] },
      { name: 'types of the report page', run: [tsc, '-p', 'src/report/html/client/tsconfig.json'] },
      { name: 'lint', run: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--tsconfig', 'test/tsconfig.json', '--max-warnings=0'] },
      { name: 'format', run: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
      { name: 'dead code', run: ['node_modules/knip/bin/knip.js', '--no-progress'] },
      ...build.map((step, index) => (index === build.length - 1 ? { ...step, name: 'build' } : step)),
      { name: 'package shape', run: ['node_modules/publint/src/cli.js', '--strict'] },
      { name: 'tests', ...test },
    ],
  },
}

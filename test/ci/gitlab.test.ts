import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../support/command-line.ts'
import { runPipeline } from '../support/gitlab-run.ts'
import { startPullRequestWorld } from '../support/pull-request-world.ts'
import { isWhole } from '../support/whole.ts'

/** Each pipeline starts many programs: they run with the large tests. */
const pipeline = readFileSync(join(projectRoot, 'examples/ci/gitlab/.gitlab-ci.yml'), 'utf8')

const mug = (price: number): Readonly<Record<string, string>> => ({ 'mug.yaml': `products:\n  MUG: { title: Mug, price: ${price} }\n` })

test('the keys of the pipeline for GitLab are those that GitLab knows', () => {
  const jobs = [...pipeline.matchAll(/^([\w.-]+):/gm)].map(([, name]) => name)

  expect(jobs).toEqual(['variables', 'default', '.planogram', '.each-store', 'check', 'plan', 'apply', 'drift'])
})

test.runIf(isWhole)(
  'GitLab: a note for each store, the plan of the merged head is applied, a stale one is not',
  { timeout: 300_000 },
  async () => {
    const world = await startPullRequestWorld({ host: 'gitlab', files: mug(8) })
    onTestFinished(() => world[Symbol.asyncDispose]())
    const { host, runner } = world
    const run = (occasion: Parameters<typeof runPipeline>[1], more = {}) => runPipeline(pipeline, occasion, { runner, host, ...more })

    const pull = world.pull('mug-1', mug(9))
    const fork = await run(pull, { sourceProject: '8' })
    const planned = await run(pull)
    const merge = world.merge('mug-1')
    const applied = await run(merge)
    const again = await run(merge)
    const prices = world.prices()
    await run(world.pull('mug-2', mug(10)))
    world.setPrice('MUG', '11')
    const stale = await run(world.merge('mug-2'))
    const kept = world.prices()
    const hash = /^[0-9a-f]{64}$/m.exec(host.comments.at(-1)?.body ?? '')?.[0] ?? ''
    const approved = await run(
      { event: 'workflow_dispatch', commit: host.pulls.at(-1)?.merged ?? '', run: 900 },
      { variables: { PLAN_STORE: 'production', PLAN_HASH: hash } },
    )
    const drift = await run({ event: 'schedule', commit: merge.commit, run: 901 })

    expect([fork, planned, applied, again, stale, approved, drift].map(({ codes }) => codes)).toEqual([
      { check: 0 },
      { check: 0, plan: 0 },
      { check: 0, apply: 0 },
      { check: 0, apply: 0 },
      { check: 0, apply: 4 },
      { check: 0, apply: 0 },
      { drift: 0 },
    ])
    expect([prices, kept, world.prices()]).toEqual([{ MUG: '9' }, { MUG: '11' }, { MUG: '10' }])
    expect(host.comments.map(({ body }) => body.split('\n')[1]?.split(' · ')[0])).toEqual([
      '### Plan for `production`',
      '### Applied: `production` matches the catalogue',
      '### Plan for `production`',
      '### Nothing was written to `production`: the changes that were merged need a new approval',
      '### Applied: `production` matches the catalogue',
    ])
  },
)

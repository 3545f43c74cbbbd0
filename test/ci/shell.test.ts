import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../support/command-line.ts'
import { git } from '../support/git-repository.ts'
import { startPullRequestWorld } from '../support/pull-request-world.ts'
import { bash } from '../support/workflow-run.ts'
import { isWhole } from '../support/whole.ts'

const script = join(projectRoot, 'examples/ci/shell/pipeline.sh')
const mug = (price: number): Readonly<Record<string, string>> => ({ 'mug.yaml': `products:\n  MUG: { title: Mug, price: ${price} }\n` })

test('the pipeline for a shell prints how it is used', async () => {
  const { code, output } = await bash(`'${script}' deploy`, projectRoot, {
    PATH: process.env['PATH'] ?? '',
    STORE: 'production',
    PLANS: '/tmp',
  })

  expect(code).toBe(64)
  expect(output).toContain('pipeline.sh apply [<commit>]  after the merge')
})

test.runIf(isWhole)('the plan of a commit is found by a short id and by the name of a branch', { timeout: 300_000 }, async () => {
  const world = await startPullRequestWorld({ files: mug(8) })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const { runner, origin } = world
  world.pull('mug-1', mug(9))
  const head = world.host.pulls.at(-1)?.head ?? ''
  const clone = mkdtempSync(join(runner.folder, 'clone-'))
  git(clone, 'clone', '--quiet', `file://${origin}`, '.')
  const env = { ...runner.env, ...runner.secrets, ...runner.vars, HOME: runner.folder, STORE: 'production', PLANS: runner.folder }
  git(clone, 'checkout', '--quiet', head)
  await bash(`'${script}' plan`, clone, env)

  const short = await bash(`'${script}' apply ${head.slice(0, 9)}`, clone, env)
  const named = await bash(`'${script}' apply origin/mug-1`, clone, env)
  const unknown = await bash(`'${script}' apply origin/mug-2`, clone, env)

  expect([short, named, unknown].map(({ code }) => code)).toEqual([0, 0, 0])
  expect([short, named].map(({ output }) => output.includes('saved plan'))).toEqual([true, true])
  expect(unknown.output).not.toContain('saved plan')
  expect(world.prices()).toEqual({ MUG: '9' })
})

test.runIf(isWhole)(
  'a plain shell: plan of a branch, apply of its plan after the merge, a new plan where it is stale, drift, a guard',
  { timeout: 300_000 },
  async () => {
    const world = await startPullRequestWorld({ files: mug(8) })
    onTestFinished(() => world[Symbol.asyncDispose]())
    const { runner, origin } = world
    const plans = join(runner.folder, 'plans')
    mkdirSync(plans)
    const run = (commit: string, ...argv: readonly string[]) => {
      const clone = mkdtempSync(join(runner.folder, 'clone-'))
      git(clone, 'clone', '--quiet', `file://${origin}`, '.')
      git(clone, 'checkout', '--quiet', '--detach', commit)
      const env = { ...runner.env, ...runner.secrets, ...runner.vars, HOME: runner.folder, STORE: 'production', PLANS: plans }
      return bash(`'${script}' ${argv.join(' ')}`, clone, env)
    }
    const headOf = () => world.host.pulls.at(-1)?.head ?? ''

    world.pull('mug-1', mug(9))
    const firstHead = headOf()
    const checked = await run(headOf(), 'check')
    const before = await run(headOf(), 'drift')
    const planned = await run(headOf(), 'plan')
    const merge = world.merge('mug-1')
    const applied = await run(merge.commit, 'apply')
    const again = await run(merge.commit, 'apply')
    world.pull('mug-2', mug(10))
    await run(headOf(), 'plan')
    world.setPrice('MUG', '11')
    const drift = await run(merge.commit, 'drift')
    const second = world.merge('mug-2')
    const stale = await run(second.commit, 'apply')
    const kept = world.prices()
    const hash = /pipeline\.sh approve ([0-9a-f]{64})/.exec(stale.output)?.[1] ?? ''
    const approved = await run(second.commit, 'approve', hash)
    world.pull('mug-3', mug(100))
    await run(headOf(), 'plan')
    const saved = join(plans, headOf(), 'production/plan.json')
    const shown = readFileSync(saved, 'utf8')
    const guarded = await run(world.merge('mug-3').commit, 'apply')
    const superseded = await run(merge.commit, 'apply', firstHead)

    expect([checked, before, planned, applied, again, drift, stale, approved, guarded].map(({ code }) => code)).toEqual([
      0, 0, 0, 0, 0, 2, 4, 0, 3,
    ])
    expect([superseded.code, superseded.output]).toEqual([4, expect.stringContaining(`${second.commit}, was applied to production`)])
    expect(readFileSync(saved, 'utf8')).toBe(shown)
    expect(planned.output).toMatch(/plan hash [0-9a-f]{64}\n/)
    expect([kept, world.prices()]).toEqual([{ MUG: '11' }, { MUG: '10' }])
    expect(world.applied()).toEqual({ 'refs/planogram/production': second.commit })
  },
)

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from '../support/command-line.ts'
import { startPullRequestWorld } from '../support/pull-request-world.ts'
import { runWorkflow, type Step } from '../support/workflow-run.ts'
import { isWhole } from '../support/whole.ts'

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly (Step & { readonly shell?: string })[] }
}

const action = parse(readFileSync(join(projectRoot, 'examples/ci/github/plan-action/action.yml'), 'utf8')) as Action

test('each step of the composite action that runs something names its shell, as GitHub demands', () => {
  const { using, steps } = action.runs

  expect(using).toBe('composite')
  expect(steps.filter(({ run, shell }) => (run === undefined) === (shell === 'bash'))).toEqual([])
  expect(steps.length).toBe(5)
})

test.runIf(isWhole)('the composite action plans a pull request and shows the plan', { timeout: 60_000 }, async () => {
  const world = await startPullRequestWorld({ files: { 'mug.yaml': 'products:\n  MUG: { title: Mug, price: 8 }\n' } })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const defaults = Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']))
  const inputs = { ...defaults, package: './tools/planogram.tgz', store: 'production', token: world.runner.token }
  const steps = [{ uses: 'actions/checkout@v4' }, ...action.runs.steps]
  const workflow = JSON.stringify({ env: { PRODUCTION_KEY: '${{ secrets.PRODUCTION_KEY }}' }, jobs: { plan: { steps } } })

  const { results, log } = await runWorkflow(workflow, { ...world.pull('mug-1', { 'a.yaml': 'groups: {}\n' }), inputs }, world.runner)

  expect(results).toEqual({ plan: 'success' })
  expect(log).toContain('./tools/planogram.tgz')
  expect(world.host.comments.map(({ body }) => body)).toEqual([expect.stringContaining('+ product MUG "Mug"')])
})

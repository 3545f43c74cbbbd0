import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from '../support/command-line.ts'
import { commit, git } from '../support/git-repository.ts'
import { startPullRequestWorld } from '../support/pull-request-world.ts'
import { bash, runWorkflow, type Step } from '../support/workflow-run.ts'
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

test.each([
  ['the whole history', [], '3'],
  ['one commit', ['--depth', '1'], '1'],
])('the composite action fetches the applied commit into a clone with %s, and leaves its history as it is', async (_, depth, count) => {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-action-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [origin, clone] = [join(folder, 'origin'), join(folder, 'clone')]
  mkdirSync(origin)
  git(origin, 'init', '--quiet')
  const [first] = [commit(origin), commit(origin), commit(origin)]
  git(origin, 'update-ref', 'refs/planogram/production', first ?? '')
  git(folder, 'clone', '--quiet', ...depth, `file://${origin}`, clone)
  const fetch = action.runs.steps.find(({ name }) => name === 'Fetch the commit that was applied last')

  const { code } = await bash(fetch?.run ?? '', clone, { PATH: process.env['PATH'] ?? '', HOME: folder })

  expect(code).toBe(0)
  expect(git(clone, 'rev-parse', 'refs/planogram/production')).toBe(first)
  expect(git(clone, 'rev-list', '--count', 'HEAD')).toBe(count)
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

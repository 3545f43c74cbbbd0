import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { type PullRequestWorld, startPullRequestWorld } from '../support/pull-request-world.ts'
import { type Occasion, runWorkflow, type WorkflowRun } from '../support/workflow-run.ts'
import { isWhole } from '../support/whole.ts'

/** The other ways through the workflow start many programs: they run with the large tests. */
const limit = { timeout: 300_000 }

const shop = (mug: string, tee: string): Readonly<Record<string, string>> => ({
  'shop/mug.yaml': `products:\n  MUG: { title: Mug, price: ${mug} }\n`,
  'shop/tee.yaml': `products:\n  TEE: { title: Tee, price: ${tee} }\n`,
})

interface Pipeline {
  readonly world: PullRequestWorld
  readonly run: (occasion: Occasion) => Promise<WorkflowRun>
  /** The comments of the pull requests, with the parts that differ from run to run replaced. */
  readonly comments: () => readonly string[]
}

/** A repository with a catalogue in a folder, and the workflow that `init` writes for it. */
async function startPipeline(): Promise<Pipeline> {
  const world = await startPullRequestWorld({ folder: 'shop', files: shop('8.00', '10.00') })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const copy = mkdtempSync(join(tmpdir(), 'planogram-copy-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  cpSync(world.origin, copy, { recursive: true })
  const { exitCode, stderr } = await planogram(copy, ['init', 'shop', '--package', './tools/planogram.tgz'])
  if (exitCode !== 0) throw new Error(stderr)
  const workflow = readFileSync(join(copy, '.github/workflows/planogram.shop.yml'), 'utf8')
  return {
    world,
    run: (occasion) => runWorkflow(workflow, occasion, world.runner),
    comments: () => world.host.comments.map(({ body }) => plain(body)),
  }
}

/** A comment without hidden lines, hashes and ports. */
function plain(body: string): string {
  return body
    .replaceAll(/^<!--.*-->\n/gm, '')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<hash>')
    .replaceAll(/\b[0-9a-f]{8}\b/g, '<id>')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')
}

const ofPull = {
  check: 'success',
  'plan/production': 'success',
  'comment/production': 'success',
  apply: 'skipped',
  report: 'skipped',
  drift: 'skipped',
}
const ofMerge = {
  check: 'success',
  plan: 'skipped',
  comment: 'skipped',
  'apply/production': 'success',
  'report/production': 'success',
  drift: 'skipped',
}
const checkedOnly = { check: 'success', plan: 'skipped', comment: 'skipped', apply: 'skipped', report: 'skipped', drift: 'skipped' }

test('a pull request is planned in a comment, merged, and applied as planned', limit, async () => {
  const { world, run, comments } = await startPipeline()

  const pulled = await run(world.pull('prices-1', shop('8.00', '10.00')))
  const planned = world.prices()
  const merge = world.merge('prices-1')
  const applied = await run(merge)

  expect([pulled.results, applied.results]).toEqual([ofPull, ofMerge])
  expect([planned, world.prices()]).toEqual([{}, { MUG: '8', TEE: '10' }])
  expect(comments()).toEqual([
    expect.stringMatching(
      /^### Plan for `production`.*\n\nCommit <id> · plan `<id>` · \[run and artifacts\]\(https:\/\/code\.example\/acme\/shop\/actions\/runs\/101\)\n[^]*\+ product MUG/,
    ),
    expect.stringMatching(
      /^### Applied: `production` in `shop` matches the catalogue\n[^]*The store now matches the catalogue\.\nApplied: 2 created\./,
    ),
  ])
  expect(pulled.summary).toContain('+ product MUG')
  expect(pulled.log).toContain('npm install --global --ignore-scripts')
  expect(world.applied()).toEqual({ 'refs/planogram/shop/production': merge.commit })
})

test.runIf(isWhole)(
  'a second commit edits the comment, its plan is the one that is applied, and a job that is run again ends well',
  limit,
  async () => {
    const { world, run, comments } = await startPipeline()
    await run(world.pull('prices-1', shop('8.00', '10.00')))
    await run(world.pull('prices-1', shop('8.50', '10.00')))
    const merge = world.merge('prices-1')

    const applied = await run(merge)
    const writes = world.store.writes
    const again = await run(merge)

    expect([applied.results, again.results]).toEqual([ofMerge, ofMerge])
    expect(world.host.comments.map(({ edits }) => edits)).toEqual([1, 0])
    expect(comments()[0]).toContain(`Earlier plans of this pull request: 1</summary>

- \`<id>\` at commit <id>. The plan after it: other values \`product.MUG\`.`)
    expect(world.prices()).toEqual({ MUG: '8.5', TEE: '10' })
    expect(world.store.writes).toEqual(writes)
  },
)

test.runIf(isWhole)(
  'a plan that is stale writes nothing; the new plan is in a new comment, and is applied by its hash',
  limit,
  async () => {
    const { world, run, comments } = await startPipeline()
    await run(world.pull('tee-1', { 'shop/tee.yaml': 'products:\n  TEE: { title: Tee, price: 11 }\n' }))
    await run(world.pull('mug-2', { 'shop/mug.yaml': 'products:\n  MUG: { title: Mug, price: 9 }\n' }))
    await run(world.merge('tee-1'))
    const writes = world.store.writes

    const merge = world.merge('mug-2')
    const stale = await run(merge)
    const unwritten = world.store.writes
    const retried = await run(merge)
    const hash = /^[0-9a-f]{64}$/m.exec(world.host.comments.at(-1)?.body ?? '')?.[0] ?? ''
    const wrong = await run({ ...merge, event: 'workflow_dispatch', inputs: { store: 'production', plan_hash: '0'.repeat(64) }, run: 900 })
    const refused = world.prices()
    const approved = await run({ ...merge, event: 'workflow_dispatch', inputs: { store: 'production', plan_hash: hash }, run: 901 })

    expect([stale, retried, wrong, approved].map(({ results }) => results['apply/production'])).toEqual([
      'failure',
      'failure',
      'failure',
      'success',
    ])
    expect(unwritten).toEqual(writes)
    expect(refused).toEqual({ MUG: '8', TEE: '11' })
    expect(world.prices()).toEqual({ MUG: '9', TEE: '11' })
    expect(comments().slice(3)).toEqual([
      expect.stringMatching(
        /^### Nothing was written to `production` in `shop`: the changes that were merged need a new approval\n[^]*\n<hash>\n[^]*~ product MUG/,
      ),
      expect.stringMatching(/^### Applied: `production` in `shop` matches the catalogue\n/),
    ])
    expect(world.applied()).toEqual({ 'refs/planogram/shop/production': merge.commit })
  },
)

test.runIf(isWhole)(
  'a pull request from a fork is validated only; its merge needs an approval of the plan that is made then',
  limit,
  async () => {
    const { world, run, comments } = await startPipeline()
    const own = world.pull('prices-1', shop('8.50', '10.00'))
    const fork = { ...own, payload: JSON.parse(JSON.stringify(own.payload).replace('acme/shop', 'eve/shop')) as unknown }

    const pulled = await run(fork)
    const merged = await run(world.merge('prices-1'))

    expect(pulled.results).toEqual(checkedOnly)
    expect(merged.results['apply/production']).toBe('failure')
    expect(world.prices()).toEqual({})
    expect(comments()).toEqual([
      expect.stringMatching(
        /^### Nothing was written to `production` in `shop`: the changes that were merged need a new approval\n\nPlan `<id>` · .*\n\nTo apply the plan below: Open this workflow .* Its hash:\n\n```text\n<hash>\n```\n[^]*\+ product MUG/,
      ),
    ])
    expect(world.applied()).toEqual({})
  },
)

test.runIf(isWhole)('files of the repository are neither the decisions about the plan, nor the plan, nor the result', limit, async () => {
  const { world, run, comments } = await startPipeline()
  await run(world.pull('prices-1', shop('8.00', '10.00')))
  const hash = /"hash":"([0-9a-f]{64})"/.exec(world.host.comments[0]?.body ?? '')?.[1] ?? ''
  const decisions = JSON.stringify({ format_version: '1', plan_hash: hash, skipped: ['product.TEE'] })
  await run(world.pull('prices-1', { 'plan.json': '{}\n', 'plan.json.decisions.json': decisions, 'result/code': '0\n' }))
  const merge = world.merge('prices-1')

  const rejected = await run({ ...merge, isRejected: true })
  const unapplied = world.applied()
  const applied = await run(merge)
  const byHand = await run({ ...merge, event: 'workflow_dispatch', inputs: { store: 'production', plan_hash: hash }, run: 900 })

  expect(rejected.results['apply/production']).toBe('failure')
  expect(unapplied).toEqual({})
  expect([applied, byHand].map(({ results }) => results['apply/production'])).toEqual(['success', 'success'])
  expect(world.prices()).toEqual({ MUG: '8', TEE: '10' })
  expect(comments().map((body) => body.split('\n')[0])).toEqual([
    '### Plan for `production` · `shop` · 2 changes',
    '### Not applied: the job for `production` in `shop` was rejected, or ended before the apply',
    '### Applied: `production` in `shop` matches the catalogue',
  ])
})

test.runIf(isWhole)(
  'a run by hand of a branch that is not merged applies nothing, although its plan is in the pull request',
  limit,
  async () => {
    const { world, run } = await startPipeline()
    const pull = world.pull('prices-1', shop('8.50', '10.00'))
    await run(pull)
    const hash = /"hash":"([0-9a-f]{64})"/.exec(world.host.comments[0]?.body ?? '')?.[1] ?? ''

    const inputs = { store: 'production', plan_hash: hash }
    const byHand = await run({ event: 'workflow_dispatch', commit: pull.commit, branch: 'prices-1', inputs, run: 900 })

    expect(byHand.results).toEqual(checkedOnly)
    expect([world.prices(), world.applied()]).toEqual([{}, {}])
  },
)

test.runIf(isWhole)('the job of a merge that a later one took back writes nothing when it is run again', limit, async () => {
  const { world, run, comments } = await startPipeline()
  const merged = async (branch: string, mug: string): Promise<Occasion> => {
    await run(world.pull(branch, shop(mug, '10.00')))
    return world.merge(branch)
  }
  const first = await merged('prices-1', '9.00')
  await run(first)
  const second = await merged('prices-2', '8.00')
  await run(second)

  const again = await run(first)

  expect(again.results['apply/production']).toBe('failure')
  expect(again.log).toContain(`A later commit, ${second.commit.slice(0, 8)}, was applied to \`production\``)
  expect(world.prices()).toEqual({ MUG: '8', TEE: '10' })
  expect(world.applied()).toEqual({ 'refs/planogram/shop/production': second.commit })
  expect(comments().at(-1)).toMatch(/^### Not applied: the job for `production` in `shop` was rejected, or ended before the apply\n/)
})

test.runIf(isWhole)('the scheduled job finds what was changed in the store since the last apply', limit, async () => {
  const { world, run } = await startPipeline()
  const before = await run({ event: 'schedule', commit: world.pull('first-1', shop('8.00', '10.00')).commit, run: 1 })
  await run(world.pull('first-1', shop('8.00', '10.00')))
  const merge = world.merge('first-1')
  await run(merge)

  const same = await run({ ...merge, event: 'schedule' })
  world.setPrice('MUG', '12')
  const drifted = await run({ ...merge, event: 'schedule' })

  expect([before, same, drifted].map(({ results }) => results['drift/production'])).toEqual(['success', 'success', 'failure'])
  expect(before.log).toContain('Nothing was applied yet.')
  expect(drifted.log).toContain('::warning title=Drift in production::')
  expect(drifted.summary).toContain('MUG')
})

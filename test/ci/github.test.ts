import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { type PullRequestWorld, startPullRequestWorld } from '../support/pull-request-world.ts'
import { type Occasion, runWorkflow, type WorkflowRun } from '../support/workflow-run.ts'

const shop = (mug: string, tee: string): Readonly<Record<string, string>> => ({
  'shop/mug.yaml': `products:\n  MUG: { title: Mug, price: ${mug} }\n`,
  'shop/tee.yaml': `products:\n  TEE: { title: Tee, price: ${tee} }\n`,
})

interface Pipeline {
  readonly world: PullRequestWorld
  /** The workflow that `init` writes for the catalogue. */
  readonly workflow: string
  run(occasion: Occasion): Promise<WorkflowRun>
}

/** A repository with a catalogue in a folder, and the workflow that `init` writes for it. */
async function startPipeline(): Promise<Pipeline> {
  const world = await startPullRequestWorld({ folder: 'shop', files: shop('8.00', '10.00') })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const copy = mkdtempSync(join(tmpdir(), 'planogram-copy-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  cpSync(world.origin, copy, { recursive: true })
  const { exitCode, stderr } = await planogram(copy, ['init', 'shop'])
  if (exitCode !== 0) throw new Error(stderr)
  const workflow = readFileSync(join(copy, '.github/workflows/planogram-shop.yml'), 'utf8')
  return { world, workflow, run: (occasion) => runWorkflow(workflow, occasion, world.runner) }
}

test('a pull request is planned in one comment that is edited, merged, applied as planned, and run again', { timeout: 120_000 }, async () => {
  const { world, run } = await startPipeline()
  const first = await run(world.pull('first-1', shop('8.00', '10.00')))
  const second = await run(world.pull('first-1', shop('8.50', '10.00')))
  const edited = world.host.comments.map(({ body, edits }) => ({ body, edits }))
  const unwritten = world.prices()
  const merge = world.merge('first-1')

  const applied = await run(merge)
  const prices = world.prices()
  const again = await run(merge)

  expect([first.results, second.results, applied.results, again.results, first.log]).toEqual([])
  expect(edited).toEqual([])
  expect(unwritten).toEqual({})
  expect(prices).toEqual({ MUG: '8.50', TEE: '10.00' })
  expect(world.host.comments.map(({ body }) => body)).toEqual([])
  expect(world.applied()).toEqual({ 'refs/planogram/shop/production': merge.commit })
})

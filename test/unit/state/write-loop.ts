import { openState } from '../../../src/state/open-state.ts'

/**
 * Runs 100,000 steps through the journal, 8 at a time, until it is killed; prints `sent` of each step once its intent is on
 * disk, which is when its request would go out, and `done` once its outcome is.
 */
const [path = '', runId = ''] = process.argv.slice(2)
const state = await openState(path)
const steps = Array.from({ length: 100_000 }, (_, index) => ({ id: `s${index}`, title: `step ${index}` }))
await state.startRun({ id: runId, store: 'store', planHash: 'hash', at: 'start', steps })
process.stdout.write('started\n')
const left = steps.values()

async function work(): Promise<void> {
  for (const { id } of left) {
    await state.intend(runId, id, 'intended')
    process.stdout.write(`sent ${id}\n`)
    await state.conclude(runId, { stepId: id, outcome: 'done', message: `${id} is done`, at: 'concluded' })
    process.stdout.write(`done ${id}\n`)
  }
}

await Promise.all(Array.from({ length: 8 }, () => work()))

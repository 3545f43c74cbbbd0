import { openState } from '../../../src/state/open-state.ts'

/**
 * Runs 100,000 requests of one operation through the journal, 8 at a time, until it is killed; prints `sent` of each operation
 * once its intent is on disk, which is when its request would go out, and `done` once its answer and verdict are.
 */
const [path = '', runId = ''] = process.argv.slice(2)
const [at, later] = ['2026-05-04T03:00:00Z', '2026-05-04T04:00:00Z']
const store = `store of ${runId}`
const state = await openState(path)
const { fence } = await state.acquireLease({ store, holder: runId, at, expiresAt: later })
await state.startRun({ id: runId, store, planHash: 'hash', at, plan: new Uint8Array([1]), fence })
process.stdout.write('started\n')
const left = Array.from({ length: 100_000 }, (_, index) => index + 1).values()

async function work(): Promise<void> {
  for (const number of left) {
    const id = `o${number}`
    await state.intend(runId, fence, { number, step: 's1', operations: [id], at, settlesAt: later })
    process.stdout.write(`sent ${id}\n`)
    const verdict = { id, step: 's1', outcome: 'done', seen: 'after', message: `${id} is done` } as const
    await Promise.all([
      state.conclude(runId, fence, { number, at, answer: 'confirmed', message: null }),
      state.classify(runId, fence, { at, operations: [verdict] }),
    ])
    process.stdout.write(`done ${id}\n`)
  }
}

await Promise.all(Array.from({ length: 8 }, () => work()))

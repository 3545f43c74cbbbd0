import { openState } from '../../../src/state/open-state.ts'

/** Runs 100,000 steps through the journal until it is killed; prints each step once its outcome is on the disk. */
const [path = '', runId = ''] = process.argv.slice(2)
const state = openState(path)
const steps = Array.from({ length: 100_000 }, (_, index) => ({ id: `s${index}`, title: `step ${index}` }))
state.startRun({ id: runId, store: 'store', planHash: 'hash', at: 'start', steps })
process.stdout.write('started\n')
for (const { id } of steps) {
  state.intend(runId, id, 'intended')
  state.conclude(runId, { stepId: id, outcome: 'done', message: `${id} is done`, at: 'concluded' })
  process.stdout.write(`${id}\n`)
}

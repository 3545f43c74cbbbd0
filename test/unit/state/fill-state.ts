import { OperationalError } from '../../../src/errors.ts'
import { openState } from '../../../src/state/open-state.ts'

/** Writes requests of 100 kB into a state until one is rejected, then a small one; prints what is written and how it fails. */
const [path = ''] = process.argv.slice(2)
const [at, later] = ['2026-05-04T03:00:00Z', '2026-05-04T04:00:00Z']
const state = await openState(path)
const { fence } = await state.acquireLease({ store: 'shop', holder: 'me', at, expiresAt: later })
await state.startRun({ id: 'r1', store: 'shop', planHash: 'hash', at, plan: new Uint8Array(), fence })
const error = await fill().catch((fault: unknown) => fault)
process.stdout.write(error instanceof OperationalError ? `${error.code}: ${error.message}\n` : `${String(error)}\n`)
const second = await intend(1000, 'small').catch((fault: unknown) => fault)
process.stdout.write(`the same error for a small write: ${String(second === error)}\n`)
await state.close()
process.stdout.write('closed\n')

async function fill(): Promise<void> {
  for (let number = 1; number < 100; number += 1) {
    await intend(number, 'x'.repeat(100_000))
    process.stdout.write(`written ${number}\n`)
  }
}

function intend(number: number, step: string): Promise<void> {
  return state.intend('r1', fence, { number, step, operations: [`o${number}`], at, settlesAt: later })
}

import { OperationalError } from '../../errors.ts'
import { StoreFault } from '../http/store-fault.ts'

/** Seeds for a caller in this process: what the store refuses is `wrong-usage`, with the field whose value it is, where the control API answers with the fault. */
export function seedOfCaller(seed: () => void): void {
  try {
    seed()
  } catch (cause) {
    if (!(cause instanceof StoreFault)) throw cause
    throw new OperationalError('wrong-usage', `The embedded store refuses the seed. ${cause.message}`, {
      fix: 'Give records as docs/emulator.md shows: the values of fields are strings, as in the XML.',
      cause,
      ...(cause.field !== null && { context: { field: cause.field } }),
    })
  }
}

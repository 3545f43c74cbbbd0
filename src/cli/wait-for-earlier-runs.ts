import { systemClock } from '../apply/clock.ts'
import { settleEarlierRuns } from '../apply/late-writes.ts'
import { storeNameInState } from '../live/store-names.ts'
import { waitingText } from '../report/progress-text.ts'
import type { Connection } from '../workspace/connect-store.ts'
import type { ProgramOutput } from './program-output.ts'

/** Waits while a request of a run that was killed can still take effect: a plan that is made before could miss it. */
export async function waitForEarlierRuns({ state, store }: Connection, output: ProgramOutput): Promise<void> {
  const unsettled = await state.unsettled(storeNameInState(store))
  await settleEarlierRuns(unsettled, {
    clock: systemClock,
    stop: new AbortController().signal,
    onEvent: (event) => event.type === 'waiting' && output.note(`${waitingText(event)}\n`),
  })
}

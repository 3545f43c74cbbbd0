import { systemClock } from '../apply/clock.ts'
import { isIdle } from '../apply/hold-lease.ts'
import { settleEarlierRuns } from '../apply/late-writes.ts'
import { storeNameInState } from '../live/store-names.ts'
import { countOf, formatDuration } from '../report/amounts.ts'
import type { Unsettled } from '../state/state.ts'
import type { Connection } from '../workspace/connect-store.ts'
import type { ProgramOutput } from './program-output.ts'

/**
 * Waits while a request of a run that was killed can still take effect: a plan that is made before could miss it. Resolves with the time at
 * which no earlier run was at work any more, so that the apply does not wait for the same again; `undefined` while one may be.
 */
export async function waitForEarlierRuns({ state, store }: Connection, output: ProgramOutput): Promise<Date | undefined> {
  const name = storeNameInState(store)
  const now = systemClock.now()
  const isOver = await isIdle(state, name, systemClock)
  const unsettled = await state.unsettled(name)
  await settleEarlierRuns(unsettled, {
    clock: systemClock,
    stop: new AbortController().signal,
    onEvent: (event) => event.type === 'waiting' && output.note(`${waitText(event.seconds, unsettled)}\n`),
  })
  return isOver ? now : undefined
}

function waitText(seconds: number, unsettled: readonly Unsettled[]): string {
  const until = new Date(systemClock.now().getTime() + seconds * 1000).toISOString().slice(11, 19)
  const what = `${countOf(unsettled.length, 'request')} of an earlier run without an answer may still take effect`
  return `Waiting ${formatDuration(seconds * 1000)}, until ${until} UTC: ${what}.`
}

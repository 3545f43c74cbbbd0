import { systemClock } from '../apply/clock.ts'
import { isIdle } from '../apply/hold-lease.ts'
import { settleEarlierRuns } from '../apply/late-writes.ts'
import { storeNameInState } from '../live/store-names.ts'
import { startTextProgress } from '../report/progress-text.ts'
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
  const { onEvent, tick } = startTextProgress({
    write: (line) => output.note(`${line}\n`),
    nowMs: systemClock.elapsedMs,
    theme: output.errorTheme,
  })
  const ticking = setInterval(tick, 1_000)
  try {
    await settleEarlierRuns(unsettled, { clock: systemClock, stop: new AbortController().signal, onEvent })
  } finally {
    clearInterval(ticking)
  }
  return isOver ? now : undefined
}

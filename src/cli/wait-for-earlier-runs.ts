import { systemClock } from '../apply/clock.ts'
import { settleEarlierRuns } from '../apply/late-writes.ts'
import { storeNameInState } from '../live/store-names.ts'
import { startTextProgress } from '../report/progress-text.ts'
import type { Connection } from '../workspace/connect-store.ts'
import type { ProgramOutput } from './program-output.ts'

const nowMs = (): number => systemClock.now().getTime()

/** Waits while a request of a run that was killed can still take effect: a plan that is made before could miss it. */
export async function waitForEarlierRuns({ state, store }: Connection, output: ProgramOutput): Promise<void> {
  const unsettled = await state.unsettled(storeNameInState(store))
  const { onEvent, tick } = startTextProgress({ write: (line) => output.note(`${line}\n`), nowMs, theme: output.errorTheme })
  const ticking = setInterval(tick, 1_000)
  try {
    await settleEarlierRuns(unsettled, { clock: systemClock, stop: new AbortController().signal, onEvent })
  } finally {
    clearInterval(ticking)
  }
}

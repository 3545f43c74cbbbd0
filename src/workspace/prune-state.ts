import { OperationalError } from '../errors.ts'
import type { Config } from '../catalogue/config/config.ts'
import type { Pruned } from '../state/retention.ts'
import type { State } from '../state/state.ts'

const dayMs = 86_400_000

/** Deletes the runs that `retention` of the config does not keep, with their plans and the pictures that they overwrote. */
export function pruneState(state: Pick<State, 'prune'>, { runs, days }: Config['retention'], now: Date): Promise<Pruned> {
  return state.prune({ runs, endedSince: new Date(now.getTime() - days * dayMs).toISOString() })
}

/** The same after an apply, which has ended well whether or not old runs can be deleted now: the next one tries again. */
export async function pruneAfterRun(state: Pick<State, 'prune'>, retention: Config['retention'], now: Date): Promise<void> {
  try {
    await pruneState(state, retention, now)
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error
  }
}

import { planOfRun } from '../apply/plan-of-run.ts'
import { doneChanges } from '../apply/undo/done-changes.ts'
import type { Change } from '../diff/change.ts'
import { historyStart, type PastRun, type PriceHistory, price30d, promotedProducts } from '../plan/guards/price-30d.ts'
import type { RunRow, State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { readPricedRoots } from './live-prices.ts'
import { runsOfStore } from './runs-of-store.ts'

interface Planned {
  readonly store: StoreClient
  readonly state: State
  readonly now: Date
  readonly timezone: string
}

/** The warnings of `price_30d` about a plan. Reads the promoted products, and the runs of the last 30 days, only where the plan changes a promotion. */
export async function promotionWarnings(changes: readonly Change[], { store, state, now, timezone }: Planned): Promise<readonly string[]> {
  const skus = promotedProducts(changes)
  if (skus.length === 0) return []
  const live = await readPricedRoots(store, skus)
  return price30d({ changes, live, history: await historyOf(new Set(skus), { store, state, now }), now, timezone })
}

async function historyOf(skus: ReadonlySet<string>, { store, state, now }: Omit<Planned, 'timezone'>): Promise<PriceHistory> {
  const own = await runsOfStore(store, state)
  const start = historyStart(now)
  const recent = own.filter((run) => new Date(timeOf(run)) >= start)
  const runs: PastRun[] = []
  let unread = 0
  for (const run of recent) {
    const changes = await changesOf(run.id, state)
    if (changes === null) unread += 1
    else
      runs.push({ at: timeOf(run), changes: changes.filter((change) => change.kind !== 'file').filter(({ root }) => skus.has(root.key)) })
  }
  return { runs, since: own.at(-1)?.startedAt ?? null, unread }
}

function timeOf({ startedAt, endedAt }: RunRow): string {
  return endedAt ?? startedAt
}

/** What a run has done; `null` where its plan is not known. */
async function changesOf(id: string, state: State): Promise<readonly Change[] | null> {
  const plan = await planOfRun(id, state)
  return plan && doneChanges(plan, await state.operationsOf(id)).map(({ change }) => change)
}

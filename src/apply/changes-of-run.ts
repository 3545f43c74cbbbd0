import type { Plan } from '../plan/plan.ts'
import { operationsOfChanges } from './operations-of-changes.ts'
import { countChanges } from './start-run.ts'

/** What a run did with the changes of its plan. */
export interface ChangesOfRun {
  /** The number of changes that it has written, completely or in part. */
  readonly written: number
  /** The addresses of the changes of which all was in the store already, in plan order. */
  readonly present: readonly string[]
}

/** The addresses of what the operations of a run wrote or found, by the id of the operation. */
interface EndedOperations {
  readonly done: ReadonlyMap<string, string>
  readonly satisfied: ReadonlyMap<string, string>
}

/** Counts the changes of a plan; `isDone`: every operation is done or was satisfied. */
export function changesOfRun(plan: Plan, { done, satisfied }: EndedOperations, isDone: boolean): ChangesOfRun {
  if (isDone && satisfied.size === 0) return { written: plan.changes.length - countChanges(plan.changes).cannot, present: [] }
  const planned = plan.changes.filter(({ action }) => action !== 'cannot')
  const operations = operationsOfChanges(plan)
  const idsOf = (address: string): readonly string[] => (operations.get(address) ?? []).map(({ id }) => id)
  const ended = planned.map(({ address }) => ({ address, ids: idsOf(address) }))
  return {
    written: ended.filter(({ ids }) => ids.some((id) => done.has(id))).length,
    present: ended.filter(({ ids }) => ids.length > 0 && ids.every((id) => satisfied.has(id))).map(({ address }) => address),
  }
}

import { operationsOfChanges } from '../../../src/apply/operations-of-changes.ts'
import { packPlan } from '../../../src/apply/packed-plan.ts'
import { formatPlanFile } from '../../../src/plan/plan-file.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import type { State } from '../../../src/state/state.ts'

/** Records a run that has done all of a plan, as an apply does. */
export async function recordRun(
  state: State,
  plan: Plan,
  run: { readonly id: string; readonly store: string; readonly fence: number; readonly at: string },
): Promise<void> {
  const { id, store, fence, at } = run
  const { undoes } = plan.madeFrom
  const operations = new Map([...operationsOfChanges(plan).values()].flat().map((operation) => [operation.id, operation]))
  const verdicts = [...operations.keys()].map((each) => ({ id: each, step: 's001', outcome: 'done' as const, seen: null, message: null }))
  await state.startRun({
    id,
    store,
    planHash: plan.planHash,
    at,
    plan: await packPlan(formatPlanFile(plan)),
    fence,
    ...(undoes !== undefined && { undoes }),
  })
  await state.classify(id, fence, { at, operations: verdicts })
  await state.endRun(id, fence, { outcome: 'done', at })
}

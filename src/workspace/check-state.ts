import { packedPlanText } from '../apply/packed-plan.ts'
import { OperationalError } from '../errors.ts'
import { pictureContent } from '../records/rendition-mark.ts'
import type { State, StateReport } from '../state/state.ts'

/** The report of a state, with damage to the plans of runs and to the pictures that they overwrote. */
export async function checkState(state: State): Promise<StateReport> {
  const report = await state.check()
  const problems: string[] = []
  const seen = new Set<string>()
  // What a damaged row of a run names cannot be looked up; the report has that row.
  const runs = report.problems.length > 0 ? [] : await state.runs()
  for (const { id, planHash } of runs) {
    if (!seen.has(planHash) && !(await isReadable(await state.planOf(id)))) problems.push(`plan of run ${id}: its content cannot be read`)
    seen.add(planHash)
    for (const { path, sha256 } of (await state.preImagesOf(id)).values()) {
      const bytes = seen.has(sha256) ? null : await state.keptPicture(sha256)
      seen.add(sha256)
      if (bytes && pictureContent(bytes) !== sha256) problems.push(`overwritten picture ${path} of run ${id}: it has another content`)
    }
  }
  return { ...report, problems: [...report.problems, ...problems] }
}

async function isReadable(plan: Uint8Array | null): Promise<boolean> {
  if (plan === null) return true
  try {
    for await (const _ of packedPlanText(plan));
    return true
  } catch (error) {
    if (error instanceof OperationalError && error.code === 'state-broken') return false
    throw error
  }
}

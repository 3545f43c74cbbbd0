import { OperationalError } from '../errors.ts'
import type { GuardResult } from '../plan/guards/guard-result.ts'
import { guardSentence } from '../plan/guards/guard-sentence.ts'
import type { Override } from '../plan/guards/override.ts'
import type { Plan } from '../plan/plan.ts'

/** The results that no override allows. Throws `plan-stale` for an override of another plan: what it allows was never reviewed. */
export function stoppingGuards(plan: Plan, results: readonly GuardResult[], overrides: readonly Override[]): readonly GuardResult[] {
  const other = overrides.find(({ planHash }) => !plan.planHash.startsWith(planHash))
  if (other !== undefined) {
    const [given, now] = [other.planHash, plan.planHash].map((hash) => hash.slice(0, 8))
    throw new OperationalError(
      'plan-stale',
      `The override of \`${other.guard}\` is for plan ${given}; the plan is now ${now}. Nothing was written.`,
      { fix: `Review the plan of now, then pass \`--override ${other.guard}=${now}\` if it may be applied.` },
    )
  }
  const allowed = new Set(overrides.map(({ guard }) => guard))
  return results.filter(({ guard }) => !allowed.has(guard))
}

/** The error of a plan that guards stop: each guard with what it found, and how to go on. */
export function guardsStopped(plan: Plan, stops: readonly GuardResult[]): OperationalError {
  const hash = plan.planHash.slice(0, 8)
  const subject = stops.length === 1 ? `Guard \`${stops[0]?.guard ?? ''}\` stops` : `${stops.length} guards stop`
  const found = stops.map((stop) => (stops.length === 1 ? guardSentence(stop) : `\`${stop.guard}\`: ${guardSentence(stop)}`))
  const keys = stops.map(({ guard }) => (guard === 'drift' ? '`manage.drift`' : `\`guards.${guard}\``)).join(', ')
  const flags = stops.map(({ guard }) => `--override ${guard}=${hash}`).join(' ')
  return new OperationalError('guard-stopped', `${subject} plan ${hash}: ${found.join('; ')}. Nothing was written.`, {
    fix: `${remedyOf(plan, stops)} ${keys} in planogram.yaml; or allow exactly this plan with \`${flags}\`.`,
    context: { planHash: plan.planHash },
  })
}

/** What to change, up to the keys of the config: a new plan has no age, and only another catalogue gets by the other guards. */
function remedyOf({ madeFrom: { undoes } }: Plan, stops: readonly GuardResult[]): string {
  const others = stops.filter(({ guard }) => guard !== 'max_plan_age')
  if (others.length === stops.length) return 'Change the catalogue, or'
  const command = undoes === undefined ? 'planogram plan --out <file>' : `planogram undo ${undoes} --out <file>`
  return `${others.length > 0 ? 'Change the catalogue and make' : 'Make'} a new plan with \`${command}\`, or change`
}

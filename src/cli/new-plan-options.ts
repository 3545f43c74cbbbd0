import { OperationalError } from '../errors.ts'

/** The options of a new plan, beside the file of a saved one. */
export interface NewPlanOptions {
  readonly plan?: string | undefined
  readonly base?: string | undefined
  readonly target?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  readonly changed?: string | undefined
  readonly barrier: boolean
}

/** A saved plan and the plan of a run have what they were made with. */
export function refuseNewPlanOptions({ plan, base, target, exclude, changed, barrier }: NewPlanOptions, isResumed = false): void {
  const given = Object.entries({ base, target, exclude, changed, barrier: barrier || undefined }).find(([, value]) => value !== undefined)
  if (!given || (plan === undefined && !isResumed)) return
  const [name] = given
  throw new OperationalError(
    'wrong-usage',
    `\`--${name}\` is for a new plan: a saved plan and that of \`--resume\` were made with their own.`,
    {
      fix: `Omit \`--${name}\`, or give it to \`planogram plan --out <file>\`.`,
    },
  )
}

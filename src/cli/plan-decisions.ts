import { basename } from 'node:path'
import { OperationalError } from '../errors.ts'
import type { Decisions } from '../plan/decisions.ts'
import type { Plan } from '../plan/plan.ts'
import type { ProgramOutput } from './program-output.ts'
import { countOf } from '../source/counts.ts'
import { decisionsPath, readDecisions, saveDecisions } from '../workspace/saved-decisions.ts'

/** What a reviewer decides about a plan, and where the decisions are saved. */
export interface Deciding {
  /** Addresses that are skipped at the start of a review, or without one. */
  readonly skipped: readonly string[]
  /** Called with the skipped addresses each time that they change. */
  readonly onSkipped: (skipped: readonly string[]) => void
}

/** Where notes are printed, and how an apply was approved on its command line. */
interface GivenApproval {
  readonly output: Pick<ProgramOutput, 'note'>
  readonly autoApprove?: boolean
  /** The hash of the whole plan that was approved. */
  readonly planHash?: string | undefined
}

/**
 * The decisions beside a plan file, and how they are saved there. Those about another plan do not count, which is printed where they skip
 * something. Throws `file-unreadable` and `decisions-broken`; and `plan-stale` where they
 * skip something of a plan that was approved whole, by its hash: without a question, nobody would see that a part of it is applied.
 */
export async function planDecisions(
  path: string,
  { planHash }: Pick<Plan, 'planHash'>,
  { output, autoApprove = false, planHash: approved }: GivenApproval,
): Promise<Deciding> {
  const saved = await readDecisions(path)
  output.note(otherPlanNote(path, saved, planHash))
  const skipped = saved?.planHash === planHash ? saved.skipped : []
  if (autoApprove && approved !== undefined && skipped.length > 0) throw approvedWhole(path, skipped.length)
  return { skipped, onSkipped: (now) => saveDecisions(path, { planHash, skipped: now }) }
}

/** That the decisions beside a plan file are about another plan, of which something was skipped; empty where they are not. */
export function otherPlanNote(path: string, saved: Decisions | null, planHash: string): string {
  if (saved === null || saved.planHash === planHash || saved.skipped.length === 0) return ''
  const skipped = countOf(saved.skipped.length, 'record')
  return `${basename(decisionsPath(path))} skips ${skipped} of an earlier plan (${saved.planHash.slice(0, 8)}): it does not count for plan ${planHash.slice(0, 8)}, which has to be reviewed again.\n`
}

function approvedWhole(path: string, count: number): OperationalError {
  const file = decisionsPath(path)
  return new OperationalError('plan-stale', `${file} skips ${countOf(count, 'record')} of a plan that \`--plan-hash\` approves whole.`, {
    fix: 'Delete that file to apply the whole plan, or omit `--plan-hash` to apply what the review approved.',
  })
}

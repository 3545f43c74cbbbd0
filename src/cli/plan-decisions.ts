import type { Plan } from '../plan/plan.ts'
import { readDecisions, saveDecisions } from '../workspace/saved-decisions.ts'

/** What a reviewer decides about a plan, and where the decisions are saved. */
export interface Deciding {
  /** Addresses that are skipped at the start of a review, or without one. */
  readonly skipped: readonly string[]
  /** Called with the skipped addresses each time that they change. */
  readonly onSkipped: (skipped: readonly string[]) => void
}

/** The decisions beside a plan file, and how they are saved there. Throws `file-unreadable` and `decisions-broken`. */
export async function planDecisions(path: string, { planHash }: Pick<Plan, 'planHash'>): Promise<Deciding> {
  const { skipped } = await readDecisions(path, planHash)
  return { skipped, onSkipped: (now) => saveDecisions(path, { planHash, skipped: now }) }
}

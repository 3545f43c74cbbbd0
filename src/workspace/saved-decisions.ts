import { readFile } from 'node:fs/promises'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { replaceWhole } from '../files/replace-whole.ts'
import type { Decisions } from '../plan/decisions.ts'
import { formatDecisions, parseDecisions } from '../plan/decisions-file.ts'

/** The path of the decisions about a plan file, in the same folder. */
export function decisionsPath(planPath: string): string {
  return `${planPath}.decisions.json`
}

/**
 * The decisions that a review saved beside a plan file. Without a file, and where it is about another plan: nothing is skipped. Throws
 * `decisions-broken` for a file that is not one of decisions.
 *
 * @example
 * const { skipped } = await readDecisions('plan.json', saved.planHash)
 */
export async function readDecisions(planPath: string, planHash: string): Promise<Decisions> {
  const path = decisionsPath(planPath)
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (systemCodeOf(cause) === 'ENOENT') return null
    throw new OperationalError('file-unreadable', `Cannot read the decisions ${path} (${systemCodeOf(cause)}).`, { cause })
  })
  if (text === null) return { planHash, skipped: [] }
  const read = parseDecisions(text)
  if (read === null) throw new OperationalError('decisions-broken', `${path} does not contain the decisions of a review.`)
  return read.planHash === planHash ? read : { planHash, skipped: [] }
}

/** Saves decisions beside a plan file, whole or not at all. Throws `file-unwritable`. */
export function saveDecisions(planPath: string, decisions: Decisions): void {
  const path = decisionsPath(planPath)
  try {
    replaceWhole(path, formatDecisions(decisions))
  } catch (cause) {
    throw new OperationalError('file-unwritable', `Cannot write the decisions to ${path} (${systemCodeOf(cause)}).`, {
      fix: 'Put the plan in a folder that is writable.',
      cause,
    })
  }
}

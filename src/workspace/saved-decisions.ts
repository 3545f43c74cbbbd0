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
 * The decisions that a review saved beside a plan file; `null` without a file. The plan can have been created again since: they count where
 * their hash is that of the plan. Throws `decisions-broken` for a file that is not one of decisions.
 *
 * @example
 * const decisions = await readDecisions('plan.json')
 * const skipped = decisions?.planHash === saved.planHash ? decisions.skipped : []
 */
export async function readDecisions(planPath: string): Promise<Decisions | null> {
  const path = decisionsPath(planPath)
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (systemCodeOf(cause) === 'ENOENT') return null
    throw new OperationalError('file-unreadable', `Cannot read the decisions ${path} (${systemCodeOf(cause)}).`, { cause })
  })
  if (text === null) return null
  const read = parseDecisions(text)
  if (read === null) throw new OperationalError('decisions-broken', `${path} does not contain the decisions of a review.`)
  return read
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

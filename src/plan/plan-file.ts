import { OperationalError } from '../errors.ts'
import { planFormatVersion } from './make-plan.ts'
import { planHashOf } from './plan-hash.ts'
import { planFileSchema } from './plan-schema.ts'
import type { Plan } from './plan.ts'
import type { Step } from './step.ts'

/** A list with one element a line, so that a plan file can be searched and compared by lines. */
function lines(values: readonly unknown[]): string {
  return values.length === 0 ? '[]' : `[\n${values.map((value) => `    ${JSON.stringify(value)}`).join(',\n')}\n  ]`
}

/** The text of a plan file: JSON, each change and step on a line of its own; the same plan gives the same bytes. */
export function formatPlanFile(plan: Plan): string {
  const parts: readonly (readonly [name: string, json: string])[] = [
    ['format_version', JSON.stringify(plan.formatVersion)],
    ['engine_version', JSON.stringify(plan.engineVersion)],
    ['made_at', JSON.stringify(plan.madeAt)],
    ['made_from', JSON.stringify(plan.madeFrom)],
    ['plan_hash', JSON.stringify(plan.planHash)],
    ['estimate', JSON.stringify(plan.estimate)],
    ['notices', lines(plan.notices)],
    ['hazards', lines(plan.hazards)],
    ['changes', lines(plan.changes)],
    ['steps', lines(plan.steps)],
  ]
  return `{\n${parts.map(([name, json]) => `  "${name}": ${json}`).join(',\n')}\n}\n`
}

function broken(message: string, context: Readonly<Record<string, string | number>> = {}): OperationalError {
  return new OperationalError('plan-file-broken', message, { fix: 'Make the plan again: planogram plan --out <file>.', context })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw broken('The plan file is not complete JSON: it is cut off, or no plan file.')
  }
}

function formatVersionOf(value: unknown): string {
  const version = typeof value === 'object' && value !== null && 'format_version' in value ? value.format_version : undefined
  if (typeof version !== 'string') throw broken('The file holds no plan: it has no format_version.')
  return version
}

/** Ids in a row, every need and every read-back of a step that stands before it. */
function checkOrder(steps: readonly Step[]): void {
  const known = new Set<string>()
  for (const step of steps) {
    if (known.has(step.id)) throw broken(`The plan file has step ${step.id} twice.`)
    const named = step.kind === 'verify' ? [...step.needs, ...step.of] : step.needs
    const missing = named.find((id) => !known.has(id))
    if (missing !== undefined) throw broken(`Step ${step.id} of the plan file needs ${missing}, which is not before it.`)
    known.add(step.id)
  }
}

function checkHash(plan: Plan): void {
  const actual = planHashOf(plan)
  if (actual === plan.planHash) return
  throw broken('The plan file was changed after it was made: its plan_hash does not match what it holds.', {
    expected: plan.planHash,
    received: actual,
  })
}

/**
 * Reads a plan file. Throws `plan-file-broken` for anything but a whole plan of this format version whose content is
 * what its hash says; nothing unchecked comes through.
 */
export function parsePlanFile(text: string): Plan {
  const value = parseJson(text)
  const version = formatVersionOf(value)
  if (version !== planFormatVersion) {
    throw broken(`The plan file has format version ${version}, this program reads ${planFormatVersion}.`, {
      expected: planFormatVersion,
      received: version,
    })
  }
  const parsed = planFileSchema.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const at = issue && issue.path.length > 0 ? issue.path.map(String).join('.') : 'the top level'
    throw broken(`The plan file is not as this program writes it, at ${at}: ${issue?.message ?? 'unknown shape'}.`)
  }
  const file = parsed.data
  const plan: Plan = {
    formatVersion: file.format_version,
    engineVersion: file.engine_version,
    madeAt: file.made_at,
    madeFrom: file.made_from,
    changes: file.changes,
    steps: file.steps,
    hazards: file.hazards,
    notices: file.notices,
    estimate: file.estimate,
    planHash: file.plan_hash,
  }
  checkOrder(plan.steps)
  checkHash(plan)
  return plan
}

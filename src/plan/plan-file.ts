import type { z } from 'zod'
import { OperationalError } from '../errors.ts'
import { openSealCheck, type SealCheck, sealed } from './file-seal.ts'
import { JsonBroken, type JsonPart, openJsonParts } from './json-parts.ts'
import { planFormatVersion } from './make-plan.ts'
import type { OnPlanCount } from './plan-count.ts'
import { planHashOf } from './plan-hash.ts'
import { planFileSchema } from './plan-schema.ts'
import type { Plan } from './plan.ts'
import type { Step } from './step.ts'

/**
 * The text of a plan file in pieces: JSON, each change and step a piece and a line of its own, so that the file can be
 * searched and compared by lines, and no text is as long as the plan. The last member is the hash of all text before it. The same plan
 * gives the same bytes.
 *
 * @example
 * const text = [...formatPlanFile(made)].join('')
 */
export function formatPlanFile(plan: Plan): Generator<string, void> {
  return sealed(members(plan))
}

function* members(plan: Plan): Generator<string, void> {
  yield* member('{', 'format_version', plan.formatVersion)
  yield* member(',', 'engine_version', plan.engineVersion)
  yield* member(',', 'made_at', plan.madeAt)
  yield* member(',', 'made_from', plan.madeFrom)
  yield* member(',', 'plan_hash', plan.planHash)
  yield* member(',', 'estimate', plan.estimate)
  yield* member(',', 'base', plan.base)
  yield* member(',', 'warnings', plan.warnings)
  yield* member(',', 'untouched', plan.untouched)
  if (plan.selection) yield* member(',', 'selection', plan.selection)
  if (plan.proposal) yield* member(',', 'proposal', plan.proposal)
  yield* list('notices', plan.notices)
  yield* list('hazards', plan.hazards)
  yield* list('guards', plan.guards)
  yield* list('changes', plan.changes)
  yield* list('steps', plan.steps)
}

function* member(before: string, name: string, value: unknown): Generator<string, void> {
  yield `${before}\n  "${name}": ${JSON.stringify(value)}`
}

function* list(name: string, values: readonly unknown[]): Generator<string, void> {
  yield `,\n  "${name}": [`
  for (const [index, value] of values.entries()) yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(value)}`
  yield values.length === 0 ? ']' : '\n  ]'
}

/** The text of a file: whole, or in pieces of text or of UTF-8, however they are cut. */
export type FileText = string | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/**
 * Reads a plan file piece by piece. Rejects with `plan-file-broken` for anything but a whole plan of this format version
 * whose content matches both its hashes (docs/decisions/023-saved-plans.md); nothing unchecked is returned. `onCount` is told how much is
 * read and checked.
 *
 * @example
 * const saved = await parsePlanFile(text)
 */
export async function parsePlanFile(text: FileText, onCount?: OnPlanCount): Promise<Plan> {
  const check = openSealCheck()
  const { members, notices, hazards, changes, steps } = await readParts(text, check, onCount)
  const version = members.get('format_version')
  if (typeof version !== 'string') throw broken('The file is not a plan: it has no format_version.')
  if (version !== planFormatVersion) throw otherFormat(version, members.get('engine_version'))
  const head = planFileSchema.safeParse(Object.fromEntries(members))
  if (!head.success) throw invalid(head.error.issues[0])
  for (const { issue } of [notices, hazards, changes, steps]) if (issue()) throw invalid(issue())
  const plan: Plan = {
    formatVersion: head.data.format_version,
    engineVersion: head.data.engine_version,
    madeAt: head.data.made_at,
    madeFrom: head.data.made_from,
    changes: changes.values,
    steps: steps.values,
    hazards: hazards.values,
    guards: head.data.guards,
    notices: notices.values,
    base: head.data.base,
    warnings: head.data.warnings,
    untouched: head.data.untouched,
    ...(head.data.selection && { selection: head.data.selection }),
    ...(head.data.proposal && { proposal: head.data.proposal }),
    estimate: head.data.estimate,
    planHash: head.data.plan_hash,
  }
  checkOrder(plan.steps)
  checkHashes(plan, check.end(), onCount)
  return plan
}

/** The lists of a plan file, and its other members; a list that was read is an empty one there. */
interface FileParts extends FileLists {
  readonly members: ReadonlyMap<string, unknown>
}

async function readParts(text: FileText, check: SealCheck, onCount?: OnPlanCount): Promise<FileParts> {
  const members = new Map<string, unknown>()
  const lists = openLists()
  const byName = new Map(Object.entries(lists))
  const parts = openJsonParts(new Set(byName.keys()))
  let done = 0
  const take = (part: JsonPart): void => {
    done += 1
    if (part.kind === 'element') byName.get(part.name)?.add(part.value)
    else members.set(part.name, part.kind === 'list' ? [] : part.value)
    if (part.kind === 'list') byName.get(part.name)?.restart()
  }
  try {
    for await (const piece of decoded(text)) {
      check.push(piece)
      for (const part of parts.push(piece)) take(part)
      onCount?.({ kind: 'read', done })
    }
    parts.end()
  } catch (error) {
    if (!(error instanceof JsonBroken)) throw error
    throw broken('The plan file is truncated, or not a plan file.', {}, error)
  }
  return { members, ...lists }
}

async function* decoded(text: FileText): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const piece of typeof text === 'string' ? [text] : text) {
    yield typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
  }
  yield decoder.decode()
}

/** Where a value is not what the schema asks for. */
type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>

/** A list whose elements are checked as they are read; elements behind a wrong one are passed over. */
interface CheckedList<T> {
  readonly values: readonly T[]
  readonly add: (value: unknown) => void
  readonly restart: () => void
  /** The first issue, with the place of the element in its path. */
  readonly issue: () => Issue | undefined
}

function openList<T>(name: string, element: z.ZodType<T>): CheckedList<T> {
  const values: T[] = []
  let first: Issue | undefined
  return {
    values,
    add(value) {
      if (first) return
      const parsed = element.safeParse(value)
      const [issue] = parsed.error?.issues ?? []
      if (parsed.success) values.push(parsed.data)
      else if (issue) first = { message: issue.message, path: [name, values.length, ...issue.path] }
    },
    restart() {
      values.length = 0
      first = undefined
    },
    issue: () => first,
  }
}

const { notices, hazards, changes, steps } = planFileSchema.shape

type FileLists = ReturnType<typeof openLists>

function openLists() {
  return {
    notices: openList('notices', notices.element),
    hazards: openList('hazards', hazards.element),
    changes: openList('changes', changes.element),
    steps: openList('steps', steps.element),
  }
}

/** Each id once; every need and every step that is read back comes before the step that names it. */
function checkOrder(all: readonly Step[]): void {
  const known = new Set<string>()
  for (const step of all) {
    if (known.has(step.id)) throw broken(`The plan file has step ${step.id} twice.`)
    const named = step.kind === 'verify' ? [...step.needs, ...step.of] : step.needs
    const missing = named.find((id) => !known.has(id))
    if (missing !== undefined) throw broken(`Step ${step.id} of the plan file needs ${missing}, which is not before it.`)
    known.add(step.id)
  }
}

/** The hash of the meaning first: it tells more. That of the file covers the rest, such as times and counts. */
function checkHashes(plan: Plan, file: ReturnType<SealCheck['end']>, onCount?: OnPlanCount): void {
  const meaning = planHashOf(plan, onCount)
  if (meaning !== plan.planHash) throw changed('plan_hash', plan.planHash, meaning)
  if (file.stated !== file.actual) throw changed('file_hash', file.stated ?? 'none', file.actual)
}

function changed(name: string, expected: string, received: string): OperationalError {
  return broken(`The plan file was changed after it was created: its ${name} does not match its content.`, { expected, received })
}

function otherFormat(version: string, engine: unknown): OperationalError {
  const by = typeof engine === 'string' ? ` by planogram ${engine}` : ''
  const isNewer = Number.parseFloat(version) > Number(planFormatVersion)
  return new OperationalError(
    'plan-file-broken',
    `The plan file was written in plan format ${version}${by}; this version reads format ${planFormatVersion}.`,
    {
      fix: isNewer ? 'Apply it with the version that wrote it, or a newer one.' : again,
      context: { expected: planFormatVersion, received: version },
    },
  )
}

const again = 'Create the plan again: planogram plan --out <file>.'

function invalid(issue: Issue | undefined): OperationalError {
  const at = issue && issue.path.length > 0 ? issue.path.map(String).join('.') : 'the top level'
  return broken(`The plan file is not as this program writes it, at ${at}: ${issue?.message ?? 'unknown shape'}.`)
}

function broken(message: string, context: Readonly<Record<string, string | number>> = {}, cause?: unknown): OperationalError {
  return new OperationalError('plan-file-broken', message, { fix: again, context, cause })
}

import { OperationalError } from '../errors.ts'
import { keepPacked } from './keep-packed.ts'
import { openSealCheck, type SealCheck, sealed } from './file-seal.ts'
import { JsonBroken, type JsonPart, openJsonParts } from './json-parts.ts'
import { planFormatVersion } from './make-plan.ts'
import type { OnPlanCount } from './plan-count.ts'
import { keepAll, keepShown, type PlanKeeping } from './plan-keeping.ts'
import type { Issue, PlanLists } from './plan-lists.ts'
import type { Plan, ShownPlan } from './plan.ts'

/**
 * The text of a plan file in pieces: JSON, each change and step a line of its own, so that the file can be
 * searched and compared by lines, and no text is as long as the plan. The last member is the hash of all text before it. The same plan
 * gives the same bytes. `toText`: what is written for each piece, JSON of the same value; default: the piece.
 *
 * @example
 * const text = [...formatPlanFile(made)].join('')
 */
export function formatPlanFile(plan: Plan, toText?: (json: string) => string): Generator<string, void> {
  return sealed(toText ? members(plan).map(toText) : members(plan))
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
  let before = '\n    '
  for (const value of values) {
    if (hasRecords(value)) yield* stepPieces(before, value)
    else yield before + JSON.stringify(value)
    before = ',\n    '
  }
  yield values.length === 0 ? ']' : '\n  ]'
}

function hasRecords(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'records' in value
}

/** The text of `JSON.stringify`, that of a body record by record: a whole one is a megabyte. */
function* stepPieces(start: string, step: Readonly<Record<string, unknown>>): Generator<string, void> {
  let before = `${start}{`
  for (const [name, part] of Object.entries(step)) {
    if (part === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    if (name === 'records' && Array.isArray(part)) yield* elementPieces(part)
    // A copy of a list is made in a loop; `JSON.stringify` would look up each element of a derived list by the text of its index.
    else yield JSON.stringify(Array.isArray(part) ? [...part] : part)
  }
  yield '}'
}

function* elementPieces(values: readonly unknown[]): Generator<string, void> {
  let before = '['
  for (const value of values) {
    yield before + JSON.stringify(value)
    before = ','
  }
  yield values.length === 0 ? '[]' : ']'
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
  return readPlan(text, keepAll(), onCount)
}

/** As `parsePlanFile`, but of its steps keeps only what is shown: what they send is half of a large plan. */
export async function parseShownPlan(text: FileText, onCount?: OnPlanCount): Promise<ShownPlan> {
  return readPlan(text, keepShown(), onCount)
}

/** As `parsePlanFile`, for a plan that is applied and not shown: what belongs to created records is packed, and made whenever it is read. */
export async function parsePlanToApply(text: FileText, onCount?: OnPlanCount): Promise<Plan> {
  return readPlan(text, keepPacked(), onCount)
}

type PlanWith<S> = Omit<Plan, 'steps'> & { readonly steps: readonly S[] }

async function readPlan<S>(text: FileText, keeping: PlanKeeping<S>, onCount?: OnPlanCount): Promise<PlanWith<S>> {
  // Only a plan that is read needs the schema.
  const [{ firstIssue, openPlanLists }, { planFileSchema }] = await Promise.all([import('./plan-lists.ts'), import('./plan-schema.ts')])
  const seal = openSealCheck()
  const lists = openPlanLists(keeping)
  const members = await readMembers(text, { seal, lists, onCount })
  const version = members.get('format_version')
  if (typeof version !== 'string') throw broken('The file is not a plan: it has no format_version.')
  if (version !== planFormatVersion) throw otherFormat(version, members.get('engine_version'))
  const head = planFileSchema.safeParse(Object.fromEntries(members), { reportInput: true })
  if (!head.success) throw invalid(firstIssue(head.error))
  const issue = lists.issue()
  if (issue) throw invalid(issue)
  const fault = lists.orderFault()
  if (fault !== null) throw broken(fault)
  const { data } = head
  const { values } = lists
  checkHash('plan_hash', data.plan_hash, lists.planHash(data.guards))
  const { stated, actual } = seal.end()
  checkHash('file_hash', stated ?? 'none', actual)
  const { changes, steps } = keeping.end()
  return {
    formatVersion: data.format_version,
    engineVersion: data.engine_version,
    madeAt: data.made_at,
    madeFrom: data.made_from,
    changes,
    steps,
    hazards: values.hazards,
    guards: data.guards,
    notices: values.notices,
    base: data.base,
    warnings: data.warnings,
    untouched: data.untouched,
    ...(data.selection && { selection: data.selection }),
    ...(data.proposal && { proposal: data.proposal }),
    estimate: data.estimate,
    planHash: data.plan_hash,
  }
}

interface Reading {
  readonly seal: SealCheck
  readonly lists: Pick<PlanLists, 'names' | 'add' | 'begin'>
  readonly onCount: OnPlanCount | undefined
}

/** Reads the members of a plan file; a member that is a list of the plan is collected in `lists`, and an empty list here. */
async function readMembers(text: FileText, { seal, lists, onCount }: Reading): Promise<ReadonlyMap<string, unknown>> {
  const members = new Map<string, unknown>()
  const parts = openJsonParts(lists.names)
  let done = 0
  const take = (part: JsonPart): void => {
    done += 1
    if (part.kind === 'element') return lists.add(part.name, part.value)
    // The hash is calculated on the way: a second value would not be the one that was hashed.
    if (members.has(part.name)) throw broken(`The plan file has ${JSON.stringify(part.name)} twice.`)
    if (part.kind === 'list') lists.begin(part.name, members)
    members.set(part.name, part.kind === 'list' ? [] : part.value)
  }
  try {
    for await (const piece of decoded(text)) {
      seal.push(piece)
      for (const part of parts.push(piece)) take(part)
      onCount?.({ kind: 'read', done })
    }
    parts.end()
  } catch (error) {
    if (!(error instanceof JsonBroken)) throw error
    throw broken('The plan file is truncated, or not a plan file.', {}, error)
  }
  return members
}

async function* decoded(text: FileText): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const piece of typeof text === 'string' ? [text] : text) {
    yield typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
  }
  yield decoder.decode()
}

/** The hash of the meaning is checked first: it tells more. That of the file covers the rest, such as times and counts. */
function checkHash(name: 'plan_hash' | 'file_hash', expected: string, received: string): void {
  if (expected === received) return
  throw broken(`The plan file was changed after it was created: its ${name} does not match its content.`, { expected, received })
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

function invalid({ path, words }: Issue): OperationalError {
  const at = path.length > 0 ? path.map(String).join('.') : 'the top level'
  return broken(`The plan file is not as this program writes it, at ${at}: ${words}.`)
}

function broken(message: string, context: Readonly<Record<string, string | number>> = {}, cause?: unknown): OperationalError {
  return new OperationalError('plan-file-broken', message, { fix: again, context, cause })
}

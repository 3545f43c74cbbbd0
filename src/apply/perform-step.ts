import { OperationalError } from '../errors.ts'
import type { LaneOperation, Operation } from '../plan/operation.ts'
import { movesReferred } from '../plan/move-sides.ts'
import { operationsOf, type OperationIndex } from '../plan/operations.ts'
import { fileToken, providedBy, wantedBy } from '../plan/references.ts'
import { actionAt } from '../plan/step-actions.ts'
import type { Step } from '../plan/step.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ApplyContext } from './apply-context.ts'
import { itemsOf, type StepOutcome } from './events.ts'
import { refusalOfRoots } from './refusal.ts'
import { isStopped } from './answer.ts'
import type { Rewrite } from '../records/rewrite.ts'
import { sendOperations, type Sent, unsentBy } from './send-operations.ts'
import { faultText, verificationText, verifyRoots } from './verify-roots.ts'

/** How one operation of a step ended, or one root of a read-back. */
export interface Ended extends Omit<Sent, 'outcome'> {
  readonly outcome: StepOutcome
  /** The root record that it belongs to. */
  readonly root: string
  readonly address: string
  /** `null` for a read-back. */
  readonly operation: Operation | null
  /** Of a read-back: the values of the root that the store changed in an accepted way. */
  readonly rewritten?: readonly Rewrite[]
}

/** What failed before a step started. */
export interface Failed {
  /** Roots of which a step that this one needs has failed, by the id of that step. */
  readonly roots: ReadonlyMap<string, string>
  /** Records and files that others refer to and that could not be written, by token. */
  readonly tokens: ReadonlyMap<string, string>
}

/**
 * Carries out one step, except those of files (`performFile`): reads each root before the first write to it, skips what is done already and
 * what depends on something that failed, sends the rest, and brings every operation to an end. Resolves to how each operation ended; of a
 * read-back, each root. Only bugs and a lost lease reject.
 */
export async function performStep(step: Step, failed: Failed, context: ApplyContext): Promise<readonly Ended[]> {
  if (step.kind === 'barrier') return hold(failed)
  const roots = context.index.steps.get(step.id) ?? []
  const causes = new Map(roots.map((root) => [root, causeOf(root, step, { failed, index: context.index })]))
  const blocked = roots.flatMap((root) => blockedRoot(root, causes.get(root), failed))
  const open = roots.filter((root) => causes.get(root) === undefined)
  if (step.kind === 'verify') return [...blocked, ...(await readBack(new Set(step.of), open, context))]
  const stop = context.refusals.stopOf(step)
  if (stop !== null) return [...blocked, ...(await endUnsent(stop, { step, roots: open }, context))]
  try {
    await context.lanes.align(open)
  } catch (error) {
    return [...blocked, ...unread(error, { step, roots: open }, context)]
  }
  const missing = context.uploads.isOpen() ? await confirmPictures(context.lanes.operationsOf(step, open), context) : none
  if (missing instanceof OperationalError) return [...blocked, ...unsent(open, missing)]
  return [...blocked, ...(await performOperations({ step, roots: open, failed, missing }, context))]
}

/** The operations of a step that is not sent, without a look at the store. */
async function endUnsent(
  message: string,
  { step, roots }: Pick<Task, 'step' | 'roots'>,
  { index, late }: ApplyContext,
): Promise<readonly Ended[]> {
  const verdicts = operationsOf(step, index, roots).map((operation) => ({ operation, outcome: 'blocked' as const, seen: null, message }))
  await late.conclude(verdicts, 'now')
  return verdicts.map((verdict) => ({ ...verdict, root: verdict.operation.root.address, address: verdict.operation.address }))
}

/** The roots of a step that could not be read. */
function unread(error: unknown, { step, roots }: Pick<Task, 'step' | 'roots'>, { index, refusals }: ApplyContext): readonly Ended[] {
  if (isStopped(error)) return unsent(roots, error)
  const message = faultText(error)
  const isRefused = error instanceof OperationalError && error.context['answer'] === 'refused'
  const refusal = isRefused
    ? refusalOfRoots(
        error,
        roots.flatMap((root) => index.roots.get(root)?.root ?? []),
      )
    : undefined
  refusals.count(step, { outcome: 'failed', refusal, operations: roots.length, items: itemsOf(step) })
  return roots.map((root) => ended(root, { outcome: 'failed', seen: null, message, ...(refusal && { refusal }) }))
}

const none: ReadonlyMap<string, string> = new Map()

/** Roots of which nothing was sent, since the run was stopped before their turn. */
function unsent(roots: readonly string[], error: OperationalError): readonly Ended[] {
  return roots.map((root) => ended(root, unsentBy(error)))
}

/** The root of a barrier that holds: nothing of what needs it is carried out. */
const everyRoot = '*'

/** A barrier: with anything that failed before it, it stops all that comes after it. */
function hold({ roots }: Failed): Ended[] {
  const [first] = roots
  if (first === undefined) return []
  const [root, step] = first
  const others = roots.size === 1 ? '' : ` (and ${roots.size - 1} more)`
  const barrier = roots.get(everyRoot)
  const message = barrier === undefined ? `the barrier holds: ${root} failed in ${step}${others}` : heldBy(barrier)
  return [ended(everyRoot, { outcome: 'blocked', seen: null, message })]
}

function heldBy(barrier: string): string {
  return `skipped: the barrier ${barrier} holds, since something before it failed`
}

/**
 * The failed root that a step cannot go on without: its own, the other side of a move, and for a deletion another one with the same key, or the
 * move of what the row refers to. The key of a webhook is its event: where its new address could not be written, the old one stays. A
 * category that is still shown keeps its products.
 */
export function causeOf(
  root: string,
  step: Step,
  { failed, index }: { readonly failed: Failed; readonly index: OperationIndex },
): string | undefined {
  if (failed.roots.has(everyRoot)) return everyRoot
  if (failed.roots.has(root)) return root
  const partner = index.partners.get(root)?.find((other) => failed.roots.has(other))
  if (partner !== undefined) return partner
  return step.kind === 'delete-row' ? causeOfDeletion(root, step, { failed, index }) : undefined
}

/** The failed root without which a row stays: another one with the same key, or a side of the move of a record that the row refers to. */
function causeOfDeletion(
  root: string,
  { resource, where }: Extract<Step, { kind: 'delete-row' }>,
  { failed, index }: { readonly failed: Failed; readonly index: OperationIndex },
): string | undefined {
  const side = movesReferred({ resource, fields: where, root }, index.moves).find((address) => failed.roots.has(address))
  const own = index.roots.get(root)?.root
  if (side !== undefined || own === undefined) return side
  return [...failed.roots.keys()].find((other) => {
    const failedRoot = index.roots.get(other)?.root
    return failedRoot?.resource === own.resource && failedRoot.key === own.key
  })
}

/** How a root ends that a step cannot go on with, because of this failed root; nothing where there is none. */
export function blockedRoot(root: string, cause: string | undefined, { roots }: Failed): Ended[] {
  if (cause === undefined) return []
  const barrier = cause === everyRoot ? roots.get(everyRoot) : undefined
  if (barrier !== undefined) return [ended(root, { outcome: 'blocked', seen: null, message: heldBy(barrier) })]
  return [ended(root, { outcome: 'blocked', seen: null, message: `skipped: ${cause} failed in ${roots.get(cause) ?? 'an earlier step'}` })]
}

function ended(root: string, sent: Omit<Ended, 'root' | 'address' | 'operation'>): Ended {
  return { ...sent, root, address: root, operation: null }
}

/** Reads back what these steps have written to some roots; resolves to how each root ended, named by the first record that differs. */
export async function readBack(steps: ReadonlySet<string>, roots: readonly string[], context: ApplyContext): Promise<readonly Ended[]> {
  try {
    const found = await verifyRoots(steps, roots, context)
    return [...found].map(([root, { differences, address, rewritten }]) =>
      differences.length === 0
        ? ended(root, { outcome: 'done', seen: 'after', message: null, rewritten })
        : { ...ended(root, { outcome: 'failed', seen: 'other', message: verificationText(differences) }), address: address ?? root },
    )
  } catch (error) {
    if (isStopped(error)) return unsent(roots, error)
    const message = faultText(error)
    return roots.map((root) => ended(root, { outcome: 'failed', seen: null, message }))
  }
}

/** The part of a step that can be carried out. */
interface Task {
  readonly step: Step
  readonly roots: readonly string[]
  readonly failed: Failed
  /** Why pictures that records name are not in the store, by token. */
  readonly missing: ReadonlyMap<string, string>
}

async function performOperations({ step, roots, failed, missing }: Task, context: ApplyContext): Promise<readonly Ended[]> {
  const { lanes, refusals } = context
  const all: Ended[] = []
  const end = (operation: LaneOperation, how: Omit<Ended, 'root' | 'address' | 'operation'>): void => {
    if (how.outcome === 'done') lanes.advance(operation)
    refusals.count(step, { ...how, operations: 1, items: operation.items })
    all.push({ ...how, root: operation.root.address, address: operation.address, operation })
  }
  const operations = lanes.operationsOf(step, roots)
  const toSend = operations.filter((operation) => {
    const progress = lanes.progressOf(operation.root.address)
    const unmet = unmetNeed(operation, failed, missing)
    if (progress.refusal !== null) end(operation, { outcome: 'failed', seen: 'other', message: progress.refusal, hasMoved: true })
    else if (unmet !== undefined) end(operation, { outcome: 'blocked', seen: null, message: unmet })
    else if (progress.isDone(operation)) end(operation, { outcome: 'satisfied', seen: 'after', message: null })
    else return true
    return false
  })
  if (toSend.length > 0) await sendOperations({ step, operations: toSend, context, end })
  const verdicts = all.flatMap(({ operation, ...verdict }) => (operation ? [{ ...verdict, operation }] : []))
  await context.late.conclude(verdicts, 'now')
  return all
}

/** Confirms the uploads that the records of these operations name; a record never goes to a store without its picture. The error where the run was stopped before. */
async function confirmPictures(
  operations: readonly LaneOperation[],
  { uploads }: ApplyContext,
): Promise<ReadonlyMap<string, string> | OperationalError> {
  const named = operations.flatMap(recordsOf).flatMap(wantedBy)
  const paths = new Set(named.flatMap((token) => (token.startsWith(fileToken('')) ? [token.slice(fileToken('').length)] : [])))
  if (paths.size === 0) return new Map()
  const problems = await uploads.confirm(paths).catch((error: unknown) => {
    if (isStopped(error)) return error
    const reason = faultText(error)
    return new Map([...paths].map((path) => [path, `the upload of ${path} could not be confirmed: ${reason}`]))
  })
  return problems instanceof OperationalError ? problems : new Map([...problems].map(([path, text]) => [fileToken(path), text]))
}

/** Why an operation is skipped: something that its records refer to could not be written. */
function unmetNeed(operation: LaneOperation, { tokens }: Failed, missing: ReadonlyMap<string, string>): string | undefined {
  if (tokens.size + missing.size === 0) return undefined
  const wanted = recordsOf(operation).flatMap(wantedBy)
  const unmet = wanted.find((token) => missing.has(token) || tokens.has(token))
  return unmet === undefined ? undefined : `skipped: ${missing.get(unmet) ?? `${tokens.get(unmet) ?? unmet} failed`}`
}

/** The tokens that others wait for and that a failed operation does not provide. */
export function tokensOf({ place }: Pick<Operation, 'place'>): readonly string[] {
  return place.step.kind === 'put-file' ? [fileToken(place.step.path)] : recordsOf({ place }).flatMap(providedBy)
}

function recordsOf({ place }: Pick<Operation, 'place'>): readonly RecordTree[] {
  const action = actionAt(place)
  return action.kind === 'write' ? [action.record] : action.kind === 'write-prices' ? action.rows : []
}

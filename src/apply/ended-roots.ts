import { keyNames } from '../records/row-identity.ts'
import { longestTarget, parameterBytes } from '../records/target-bytes.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { OperationPlace, RootRef } from '../plan/operation.ts'
import { actionAt } from '../plan/step-actions.ts'
import { isFileStep, type Step } from '../plan/step.ts'
import type { ApplyContext } from './apply-context.ts'
import { type Ended, readBack } from './perform-step.ts'
import type { Rewrite } from '../records/rewrite.ts'
import { isSuccess } from './step-result.ts'

/** A root whose operations have all succeeded and that was read back, by a step of the plan or after its last operation. */
export interface EndedRoot {
  readonly root: RootRef
  /** How the store differs from what was written; `null`: it has everything. */
  readonly failure: Ended | null
  /** All values of the root that the store changed in an accepted way. */
  readonly rewritten: readonly Rewrite[]
}

/** The roots of a run that have ended. What no step of the plan reads back is read at the end, many roots in one request. */
export interface EndedRoots {
  /**
   * Takes note of how a step ended. Resolves to the roots that are complete with it, after a read once enough of them wait for one; `null` for the
   * step of a file, which has none.
   */
  endStep(step: Step, ended: readonly Ended[]): Promise<readonly EndedRoot[]> | null
  /** Reads the roots that still wait. */
  finish(): Promise<readonly EndedRoot[]>
  /** True where roots were not read back, since the run was stopped before their turn. */
  isCut(): boolean
  /** What the store changed in an accepted way, of all roots that were read back so far, ended or not. */
  rewrites(): readonly Rewrite[]
}

/** Opens the ended roots of a run of these steps. */
export function openEndedRoots(steps: readonly Step[], context: ApplyContext): EndedRoots {
  const { lanes, index, stop } = context
  const readBySteps = new Set(steps.flatMap((step) => (step.kind === 'verify' ? step.of : [])))
  const failed = new Set<string>()
  const all: Rewrite[] = []
  const rewrites = new Map<string, readonly Rewrite[]>()
  const waiting = openWaiting()
  let isCut = false

  const note = (ended: readonly Ended[]): void => {
    for (const { root, outcome, rewritten = [] } of ended) {
      if (!isSuccess(outcome)) failed.add(root)
      if (rewritten.length === 0) continue
      rewrites.set(root, [...(rewrites.get(root) ?? []), ...rewritten])
      all.push(...rewritten)
    }
  }
  const complete = (root: RootRef, failure: Ended | null): EndedRoot => {
    const rewritten = rewrites.get(root.address) ?? []
    rewrites.delete(root.address)
    lanes.drop(root.address)
    return { root, failure, rewritten }
  }
  const unread = (root: string): readonly OperationPlace[] => unreadOperations(index.roots.get(root)?.actions ?? [], readBySteps)
  const read = async (roots: readonly RootRef[]): Promise<readonly EndedRoot[]> => {
    const addresses = roots.map(({ address }) => address)
    const ended = await readBack(new Set(addresses.flatMap((root) => unread(root).map(({ step }) => step.id))), addresses, context)
    note(ended)
    isCut ||= ended.some(({ isUnsent }) => isUnsent)
    if (isCut) return []
    const failures = new Map(ended.flatMap((each) => (isSuccess(each.outcome) ? [] : [[each.root, each] as const])))
    return roots.map((root) => complete(root, failures.get(root.address) ?? null))
  }
  const readAll = async (groups: readonly (readonly RootRef[])[]): Promise<readonly EndedRoot[]> =>
    (await Promise.all(groups.map(read))).flat()

  async function endRecords(step: Step): Promise<readonly EndedRoot[]> {
    const over: EndedRoot[] = []
    for (const root of lanes.endStep(step)) {
      if (failed.has(root.address) || root.resource === null) lanes.drop(root.address)
      else if (unread(root.address).length === 0) over.push(complete(root, null))
      else waiting.add(root.resource, root)
    }
    return stop.aborted ? over : [...over, ...(await readAll(waiting.take('full')))]
  }

  return {
    isCut: () => isCut,
    rewrites: () => all,
    endStep(step, ended) {
      note(ended)
      if (!isFileStep(step)) return endRecords(step)
      // A file has no base, and a lane only where all of the plan was read first.
      for (const { root } of ended) lanes.drop(root)
      return null
    },
    finish: () => readAll(waiting.take('all')),
  }
}

/** The operations of a root that no step reads back. That a record which was read back is only shown is no value that a store rewrites. */
function unreadOperations(operations: readonly OperationPlace[], readBySteps: ReadonlySet<string>): readonly OperationPlace[] {
  const unread = operations.filter(({ step }) => !readBySteps.has(step.id))
  return unread.length < operations.length && unread.every(isOnlyShown) ? [] : unread
}

/** True for a write that makes a record visible or hides it, and has no other value. */
function isOnlyShown(place: OperationPlace): boolean {
  const action = actionAt(place)
  if (action.kind !== 'write') return false
  const { resource, fields, children } = action.record
  const names = new Set([...keyNames(resource), resourceOf(resource).hiddenBy])
  return Object.keys(fields).every((field) => names.has(field)) && Object.keys(children).length === 0
}

const mostRoots = 500
/** Bytes of keys that fit into one target, beside the names of the fields. */
const mostKeyBytes = longestTarget - 1_000

/** Roots of one resource that wait for one read. */
interface Group {
  readonly roots: RootRef[]
  keyBytes: number
}

/** Roots that wait for a read, by resource. */
interface Waiting {
  add(resource: ResourceName, root: RootRef): void
  /** Takes the groups that fill a request, or all. */
  take(which: 'full' | 'all'): readonly (readonly RootRef[])[]
}

function openWaiting(): Waiting {
  const groups = new Map<ResourceName, Group>()
  return {
    add(resource, root) {
      const group = groups.get(resource) ?? { roots: [], keyBytes: 0 }
      groups.set(resource, group)
      group.roots.push(root)
      group.keyBytes += parameterBytes(resourceOf(resource).natural[0] ?? '', root.key)
    },
    take(which) {
      const taken = [...groups].filter(
        ([, { roots, keyBytes }]) => which === 'all' || roots.length >= mostRoots || keyBytes >= mostKeyBytes,
      )
      for (const [resource] of taken) groups.delete(resource)
      return taken.map(([, { roots }]) => roots)
    },
  }
}

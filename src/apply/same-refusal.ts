import { isFileStep, type Step } from '../plan/step.ts'
import { itemsOf, type OperationFailure, type StepOutcome } from './events.ts'
import type { Refusal } from './refusal.ts'

/** So many first refusals with the same answer, and nothing done, stop the rest of their group. */
const mostSameRefusals = 20

/** How some operations of a step ended: so many, with so many records or files. */
export interface EndedPart {
  readonly outcome: StepOutcome
  readonly refusal?: Refusal | undefined
  readonly operations: number
  readonly items: number
}

/** A failure of a step; `refusal` where the store refused it. */
export interface StepFailure {
  readonly failure: OperationFailure
  readonly refusal: Refusal | undefined
}

/**
 * Watches what the store refuses. A group is all uploads, or all requests of one kind, such as POST of Product; a key that the store does
 * not accept (401) concerns all records. Where the first 20 of a group are refused with the same answer and nothing of it was done, the
 * rest is not sent, and one failure is reported in place of one for each (docs/decisions/026-pace-and-barrier.md).
 */
export interface SameRefusals {
  /** Why nothing more of a step is sent; `null` while it is. */
  stopOf(step: Step): string | null
  /**
   * Counts a step among those that run: a common failure is reported when no step of its group runs, so that its counts are true. False for
   * a step that has to wait, and is not counted: while nothing of its group is done, no more than 20 files are refused or on their way.
   */
  beginStep(step: Step): boolean
  /** Counts how a part of a step ended, as soon as it has. */
  count(step: Step, part: EndedPart): void
  /** Takes the failures of a step that ended, and reports those that are known to be no part of a common cause. */
  endStep(step: Step, failures: readonly StepFailure[]): void
  /** Reports what is held back still. */
  endRun(): void
}

interface Group {
  readonly noun: 'upload' | 'deletion' | 'record'
  readonly all: number
  /** True where the refusals have no common cause: something was done, or two answers differ. */
  isOpen: boolean
  cause: string | undefined
  refused: number
  /** Records or files that were tried. */
  tried: number
  isStopped: boolean
  readonly running: Set<string>
  readonly held: { readonly step: Step; readonly failed: StepFailure }[]
}

/** Watches the refusals of a run with these steps. `report` is called for each failure, once. */
export function watchRefusals(steps: readonly Step[], report: (step: Step, failure: OperationFailure) => void): SameRefusals {
  const writing = steps.filter(({ kind }) => kind !== 'verify' && kind !== 'barrier')
  const ofKey = openGroup(writing.filter((step) => !isFileStep(step)))
  const groups = openGroups(writing, ofKey)
  const groupsOf = ({ id }: Step): readonly Group[] => groups.get(id) ?? noGroups
  const ownOf = (step: Step): Group | undefined => groupsOf(step)[0]
  /** The group of a step that an answer concerns. The Files API may refuse a key that the Data API accepts. */
  const groupOf = (step: Step, { error }: Refusal): Group | undefined =>
    !isFileStep(step) && error.context['status'] === 401 ? ofKey : ownOf(step)

  function settle(group: Group): void {
    if (group.isStopped ? group.running.size === 0 : group.isOpen) release(group)
  }

  function release(group: Group): void {
    const held = group.held.splice(0)
    const [first] = held
    if (first === undefined) return
    if (group.isStopped) report(first.step, commonFailure(group, first.failed, held.length))
    else for (const { step, failed } of held) report(step, failed.failure)
  }

  return {
    stopOf(step) {
      const stopped = groupsOf(step).find(({ isStopped }) => isStopped)
      return stopped === undefined ? null : `skipped: the store refused the first ${mostSameRefusals} ${stopped.noun}s with the same answer`
    },
    beginStep(step) {
      if (isFileStep(step) && isFull(ownOf(step))) return false
      for (const group of groupsOf(step)) if (!group.isStopped) group.running.add(step.id)
      return true
    },
    count(step, { outcome, refusal, operations, items }) {
      if (outcome === 'blocked' || outcome === 'satisfied') return
      const concerned = refusal === undefined ? undefined : groupOf(step, refusal)
      for (const group of groupsOf(step)) {
        group.tried += items
        if (outcome === 'done' || (refusal !== undefined && group !== concerned)) open(group)
      }
      if (refusal !== undefined && concerned !== undefined) countRefusal(concerned, refusal, operations)
    },
    endStep(step, failures) {
      for (const failed of failures) {
        const group = failed.refusal === undefined ? undefined : groupOf(step, failed.refusal)
        if (group === undefined || group.isOpen) report(step, failed.failure)
        else group.held.push({ step, failed })
      }
      for (const group of groupsOf(step)) {
        group.running.delete(step.id)
        settle(group)
      }
    },
    endRun() {
      for (const [own] of new Set(groups.values())) if (own) release(own)
      release(ofKey)
    },
  }
}

const noGroups: readonly Group[] = []

/** The groups that count a step, its own first, by the id of the step: its name can take making a record. */
function openGroups(steps: readonly Step[], ofKey: Group): ReadonlyMap<string, readonly Group[]> {
  const named = [...Map.groupBy(steps, groupName).values()]
  return new Map(
    named.flatMap((own) => {
      const groups = own.some(isFileStep) ? [openGroup(own)] : [openGroup(own), ofKey]
      return own.map(({ id }) => [id, groups] as const)
    }),
  )
}

/** True while one more in flight could be refused after the rest should have been stopped. */
function isFull(group: Group | undefined): boolean {
  return group !== undefined && !group.isOpen && !group.isStopped && group.refused + group.running.size >= mostSameRefusals
}

function groupName(step: Step): string {
  switch (step.kind) {
    case 'put-file':
      return 'uploads'
    case 'delete-file':
      return 'deletions of files'
    case 'post':
      return `POST ${step.records[0]?.resource ?? ''}`
    case 'delete-prices':
    case 'delete-entry':
      return 'DELETE PricingAdvanced'
    case 'delete-row':
      return `DELETE ${step.resource}`
    case 'verify':
    case 'barrier':
      return 'reads'
    default:
      return step satisfies never
  }
}

function openGroup(steps: readonly Step[]): Group {
  return {
    noun: steps[0]?.kind === 'put-file' ? 'upload' : steps[0]?.kind === 'delete-file' ? 'deletion' : 'record',
    all: steps.reduce((sum, step) => sum + itemsOf(step), 0),
    isOpen: false,
    cause: undefined,
    refused: 0,
    tried: 0,
    isStopped: false,
    running: new Set(),
    held: [],
  }
}

function open(group: Group): void {
  group.isOpen ||= !group.isStopped
}

function countRefusal(group: Group, { cause }: Refusal, operations: number): void {
  if (group.isStopped) return
  group.cause ??= cause
  if (group.cause !== cause) open(group)
  group.refused += operations
  group.isStopped = !group.isOpen && group.refused >= mostSameRefusals
}

/** One failure for all: what the store answers, how many are not sent, and what to do. */
function commonFailure({ all, tried, noun }: Group, { failure, refusal }: StepFailure, refused: number): OperationFailure {
  const left = Math.max(0, all - tried)
  const others = left === 0 ? '' : ` The other ${left} are not sent.`
  const answer = refusal === undefined ? failure.message : `${refusal.error.message}${others} ${refusal.error.fix}`
  return { ...failure, message: `The store refused all ${refused} ${noun}s so far with the same answer. ${answer}` }
}

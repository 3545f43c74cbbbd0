import type { z } from 'zod'
import type { Change } from '../diff/change.ts'
import type { GuardResult } from './guards/guard-result.ts'
import type { Hazard } from './hazard.ts'
import { openPlanHash, type PlanHash } from './plan-hash.ts'
import { planFileSchema } from './plan-schema.ts'
import { openSharedTexts } from './shared-texts.ts'
import type { Step } from './step.ts'
import { openStepOrder } from './step-order.ts'

/** Where a value is not what the schema asks for. */
export type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>

/** The lists of a plan file while it is read: each element is checked and hashed as it comes, so that not all of it has to be kept. */
export interface PlanLists<S> {
  /** The names of the members that are lists. */
  readonly names: ReadonlySet<string>
  /** The list with this name begins, after these members. */
  readonly begin: (name: string, members: ReadonlyMap<string, unknown>) => void
  readonly add: (name: string, value: unknown) => void
  readonly values: {
    readonly notices: readonly string[]
    readonly hazards: readonly Hazard[]
    readonly changes: readonly Change[]
    /** What is kept of each step. */
    readonly steps: readonly S[]
  }
  /** The first issue, with the place of the element in its path. */
  readonly issue: () => Issue | undefined
  /** Why the steps cannot be carried out in their order, in a sentence; `null`: they can. */
  readonly orderFault: () => string | null
  /** The hash of what was read, with these guards; a text that is no hash where the lists came in another order than they are hashed. */
  readonly planHash: (guards: readonly GuardResult[]) => string
}

const { made_from: madeFrom, notices, hazards, changes, steps } = planFileSchema.shape

/** Opens the lists of one file; `keepStep` returns what is kept of a step. */
export function openPlanLists<S>(keepStep: (step: Step) => S): PlanLists<S> {
  let hash: PlanHash | null = null
  const order = openStepOrder()
  const share = openSharedTexts()
  const lists = {
    notices: openList('notices', notices.element, (notice) => notice),
    hazards: openList('hazards', hazards.element, (hazard) => hazard),
    changes: openList('changes', changes.element, (change) => {
      hash?.addChange(change)
      return share(change)
    }),
    steps: openList('steps', steps.element, (step) => {
      hash?.addStep(step)
      order.add(step)
      return keepStep(step)
    }),
  }
  const byName = new Map<string, { readonly add: (value: unknown) => void }>(Object.entries(lists))
  return {
    names: new Set(byName.keys()),
    begin(name, members) {
      const from = name === 'changes' && !members.has('steps') && members.has('notices') && madeFrom.safeParse(members.get('made_from'))
      if (from && from.success) hash = openPlanHash({ madeFrom: from.data, notices: lists.notices.values })
    },
    add: (name, value) => byName.get(name)?.add(value),
    values: {
      notices: lists.notices.values,
      hazards: lists.hazards.values,
      changes: lists.changes.values,
      steps: lists.steps.values,
    },
    issue: () => lists.notices.issue() ?? lists.hazards.issue() ?? lists.changes.issue() ?? lists.steps.issue(),
    orderFault: order.fault,
    planHash: (guards) => hash?.end({ hazards: lists.hazards.values, guards }) ?? 'another order of members',
  }
}

/** A list whose elements are checked as they are read; elements behind a wrong one are passed over. */
interface CheckedList<K> {
  /** What is kept of each element. */
  readonly values: readonly K[]
  readonly add: (value: unknown) => void
  readonly issue: () => Issue | undefined
}

function openList<T, K>(name: string, element: z.ZodType<T>, keep: (value: T) => K): CheckedList<K> {
  const values: K[] = []
  let first: Issue | undefined
  return {
    values,
    add(value) {
      if (first) return
      const parsed = element.safeParse(value)
      const [issue] = parsed.error?.issues ?? []
      if (parsed.success) values.push(keep(parsed.data))
      else if (issue) first = { message: issue.message, path: [name, values.length, ...issue.path] }
    },
    issue: () => first,
  }
}

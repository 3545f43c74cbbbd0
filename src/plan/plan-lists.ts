import type { z } from 'zod'
import { fitsSchema } from './fits-schema.ts'
import type { GuardResult } from './guards/guard-result.ts'
import type { Hazard } from './hazard.ts'
import type { PlanKeeping } from './plan-keeping.ts'
import { openPlanHash, type PlanHash } from './plan-hash.ts'
import { planFileSchema } from './plan-schema.ts'
import { isObject } from '../source/is-object.ts'
import { openSharedTexts } from './shared-texts.ts'
import { openStepOrder } from './step-order.ts'

/** Where a plan file is not what the schema asks for, and in words what is wrong there. */
export interface Issue {
  readonly path: readonly PropertyKey[]
  readonly words: string
}

/** The lists of a plan file while it is read: each element is checked and hashed as it comes, so that not all of it has to be kept. */
export interface PlanLists {
  /** The names of the members that are lists. */
  readonly names: ReadonlySet<string>
  /** The list with this name begins, after these members. */
  readonly begin: (name: string, members: ReadonlyMap<string, unknown>) => void
  readonly add: (name: string, value: unknown) => void
  readonly values: { readonly notices: readonly string[]; readonly hazards: readonly Hazard[] }
  /** The first issue, with the place of the element in its path. */
  readonly issue: () => Issue | undefined
  /** Why the steps cannot be carried out in their order, in a sentence; `null`: they can. */
  readonly orderFault: () => string | null
  /** The hash of what was read, with these guards; a text that is no hash where the lists came in another order than they are hashed. */
  readonly planHash: (guards: readonly GuardResult[]) => string
}

const { made_from: madeFrom, notices, hazards, changes, steps } = planFileSchema.shape

/** Opens the lists of one file, whose changes and steps are added to `keeping`. */
export function openPlanLists(keeping: PlanKeeping<unknown>): PlanLists {
  const [allNotices, allHazards]: [string[], Hazard[]] = [[], []]
  let hash: PlanHash | null = null
  const order = openStepOrder()
  const share = openSharedTexts()
  const lists = {
    notices: openList('notices', notices.element, (notice) => allNotices.push(notice)),
    hazards: openList('hazards', hazards.element, (hazard) => allHazards.push(hazard)),
    changes: openList('changes', changes.element, (change) => {
      hash?.addChange(change)
      keeping.addChange(share(change))
    }),
    steps: openList('steps', steps.element, (step) => {
      hash?.addStep(step)
      order.add(step)
      keeping.addStep(step)
    }),
  }
  const byName = new Map<string, { readonly add: (value: unknown) => void }>(Object.entries(lists))
  return {
    names: new Set(byName.keys()),
    begin(name, members) {
      const from = name === 'changes' && !members.has('steps') && members.has('notices') && madeFrom.safeParse(members.get('made_from'))
      if (from && from.success) hash = openPlanHash({ madeFrom: from.data, notices: allNotices })
    },
    add: (name, value) => byName.get(name)?.add(value),
    values: { notices: allNotices, hazards: allHazards },
    issue: () => lists.notices.issue() ?? lists.hazards.issue() ?? lists.changes.issue() ?? lists.steps.issue(),
    orderFault: order.fault,
    planHash: (guards) => hash?.end({ hazards: allHazards, guards }) ?? 'another order of members',
  }
}

/** A list whose elements are checked as they are read; elements behind a wrong one are passed over. */
interface CheckedList {
  readonly add: (value: unknown) => void
  readonly issue: () => Issue | undefined
}

function openList<T>(name: string, element: z.ZodType<T>, take: (value: T) => void): CheckedList {
  let count = 0
  let first: Issue | undefined
  const fits = fitsSchema(element)
  const parse = (value: unknown): void => {
    const parsed = element.safeParse(value, { reportInput: true })
    if (parsed.success) take(parsed.data)
    else first = firstIssue(parsed.error, [name, count])
  }
  return {
    add(value) {
      if (first) return
      if (fits(value)) take(value)
      else parse(value)
      count += 1
    },
    issue: () => first,
  }
}

/** The first issue of a value that was parsed with `reportInput`; `path`: where the value is. */
export function firstIssue({ issues: [issue] }: z.ZodError, path: Issue['path'] = []): Issue {
  return { path: [...path, ...(issue?.path ?? [])], words: issue ? wordsOf(issue) : 'the value is wrong' }
}

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `unknown key ${JSON.stringify(issue.keys[0])}`
  const isMissing = issue.code === 'invalid_union' ? isWithout(issue.input, issue.path.at(-1)) : issue.input === undefined
  return isMissing ? 'the value is missing' : 'the value is wrong'
}

/** An issue about the key that decides between shapes has the map that contains it as its input. */
function isWithout(map: unknown, key: PropertyKey | undefined): boolean {
  return isObject(map) && key !== undefined && !Object.hasOwn(map, key)
}

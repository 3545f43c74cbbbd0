import type { Change, ChangeAction } from '../diff/change.ts'
import type { Plan } from '../plan/plan.ts'
import { findResource } from '../resources/registry.ts'
import { formatCount } from './amounts.ts'
import { countCells, gridSheets } from './grid-cells.ts'
import { kindInTotals, kindOf, kindOrder, kindRank } from './kinds.ts'
import { sanitizeLine } from './sanitize.ts'

/** How many of something a plan creates, updates, removes, and cannot do. */
type ActionCounts = Readonly<Record<ChangeAction, number>>

/** One row of the summary: a kind of record and what happens to it. */
export interface KindCounts extends ActionCounts {
  readonly name: string
}

/** One change with the words for it. The texts are harmless for a terminal; `change` is as the plan has it. */
export interface ChangeView {
  readonly change: Change
  /** `variant`, `place`, `price grid` ... */
  readonly kind: string
  /** What tells it apart beneath its root: a code, a label; empty where there is only one. */
  readonly name: string
  /** `products/tees.yaml:61`, or empty. */
  readonly place: string
  /** Why it cannot be done; empty where it can. */
  readonly reason: string
  /** What a shopper or an owner should know about it. */
  readonly risks: readonly string[]
}

/** One record that stands alone with all changes of it and beneath it, or one file. */
export interface RootView {
  readonly address: string
  /** What happens to the root itself; `update` where only records beneath it change. */
  readonly action: ChangeAction
  readonly kind: string
  readonly key: string
  readonly title: string
  readonly place: string
  readonly isFile: boolean
  /** The change of the root itself, when there is one. */
  readonly own: ChangeView | null
  /** Changes beneath it, in the order of the plan. */
  readonly beneath: readonly ChangeView[]
}

/** A plan as reports and screens show it: grouped, counted, with every text made harmless. */
export interface PlanView {
  readonly store: { readonly name: string; readonly baseUrl: string; readonly filesUrl: string | null }
  /** The first characters of the plan hash. */
  readonly shortHash: string
  readonly roots: readonly RootView[]
  readonly kinds: readonly KindCounts[]
  readonly totals: ActionCounts
  /** What a shopper or an owner should know; risks that differ only in the name are one text with all names. */
  readonly risks: readonly string[]
  readonly riskCount: number
  readonly notices: readonly string[]
  readonly estimate: Plan['estimate']
  /** True where there is nothing to apply; changes that cannot be done may still be listed. */
  readonly isEmpty: boolean
}

/** The view of a plan. */
export function planView(plan: Plan): PlanView {
  const { store } = plan.madeFrom
  return {
    store: {
      name: sanitizeLine(store.name),
      baseUrl: sanitizeLine(store.baseUrl),
      filesUrl: store.filesUrl === null ? null : sanitizeLine(store.filesUrl),
    },
    shortHash: sanitizeLine(plan.planHash.slice(0, 8)),
    roots: rootsOf(plan),
    kinds: kindCounts(plan.changes),
    totals: countActions(plan.changes),
    risks: foldedRisks(plan.hazards),
    riskCount: plan.hazards.length,
    notices: plan.notices.map(sanitizeLine),
    estimate: plan.estimate,
    isEmpty: plan.steps.length === 0,
  }
}

function foldedRisks(hazards: Plan['hazards']): readonly string[] {
  const parts = hazards.map(({ address, message }) => {
    const name = plainKey(afterDot(address))
    return message.startsWith(`${name}: `) ? { name, rest: message.slice(name.length) } : { name: '', rest: message }
  })
  const groups = Map.groupBy(parts, ({ rest }) => rest)
  return [...groups].map(([rest, members]) => sanitizeLine(`${namesOf(members.map(({ name }) => name))}${rest}`))
}

const mostNames = 12

function namesOf(names: readonly string[]): string {
  const all = [...new Set(names)]
  const shown = all.length > mostNames ? all.slice(0, mostNames - 2) : all
  const rest = all.length - shown.length
  return `${shown.join(', ')}${rest === 0 ? '' : ` and ${formatCount(rest)} more`}`
}

function rootsOf({ changes, hazards }: Plan): readonly RootView[] {
  const risksAt = Map.groupBy(hazards, ({ address }) => address)
  const viewOf = (change: Change, rootKey: string): ChangeView => ({
    change,
    kind: kindOf(change.resource).one,
    name: nameBeneath(change, rootKey),
    place: placeOf(change),
    reason: sanitizeLine(change.reason ?? ''),
    risks: (risksAt.get(change.address) ?? []).map(({ message }) => sanitizeLine(message)),
  })
  const byRoot = Map.groupBy(changes, ({ root, address }) => root ?? address)
  const roots = [...byRoot].map(([address, members]) => rootView(address, members, viewOf))
  return roots.toSorted((a, b) => a.order - b.order).map(({ root }) => root)
}

function rootView(
  address: string,
  members: readonly Change[],
  viewOf: (change: Change, rootKey: string) => ChangeView,
): { order: number; root: RootView } {
  const own = members.find((change) => change.address === address)
  const some = own ?? members[0]
  const resource = some?.root === null ? 'File' : (some?.rootResource ?? 'File')
  const key = plainKey(afterDot(address))
  return {
    order: kindRank(resource),
    root: {
      address: sanitizeLine(address),
      action: own?.action ?? 'update',
      kind: kindOf(resource).one,
      key: sanitizeLine(key),
      title: sanitizeLine(some?.title ?? ''),
      place: some === undefined ? '' : placeOf(some),
      isFile: resource === 'File',
      own: own === undefined ? null : viewOf(own, key),
      beneath: members.filter((change) => change !== own).map((change) => viewOf(change, key)),
    },
  }
}

function nameBeneath(change: Change, rootKey: string): string {
  const natural = findResource(change.resource)?.natural ?? []
  const codes = natural.map((field) => change.key[field] ?? '').filter((code) => code !== '' && code !== rootKey)
  if (codes.length > 0) return sanitizeLine(codes.join(' '))
  const name = afterDot(change.address)
  return name === rootKey ? '' : sanitizeLine(name)
}

function placeOf({ source }: Change): string {
  return source === null ? '' : sanitizeLine(`${source.file}:${source.line}`)
}

function afterDot(address: string): string {
  return address.slice(address.indexOf('.') + 1)
}

const escapes: Readonly<Record<string, string>> = { '%25': '%', '%3E': '>', '%23': '#' }

/** A key as the catalogue has it, without the escapes of an address. */
function plainKey(text: string): string {
  return text.replaceAll(/%(?:25|3E|23)/g, (escape) => escapes[escape] ?? escape)
}

function countActions(changes: readonly Change[]): ActionCounts {
  const counts = { create: 0, update: 0, remove: 0, cannot: 0 }
  for (const { action } of changes) counts[action] += 1
  return counts
}

function kindCounts(changes: readonly Change[]): readonly KindCounts[] {
  const byResource = Map.groupBy(changes, ({ resource }) => resource)
  const order = [...new Set([...kindOrder, ...byResource.keys()])]
  return order.flatMap((resource) => {
    const members = byResource.get(resource)
    if (members === undefined) return []
    const counts = { name: kindInTotals(resource).many, ...countActions(members) }
    return resource === 'PricingAdvanced' ? [counts, cellCounts(members)] : [counts]
  })
}

function cellCounts(grids: readonly Change[]): KindCounts {
  const sums = { create: 0, update: 0, remove: 0, cannot: 0 }
  for (const { grid, action } of grids) {
    if (grid === undefined) continue
    const { created, updated, removed } = countCells(gridSheets(grid))
    if (action === 'cannot') sums.cannot += created + updated + removed
    else {
      sums.create += created
      sums.update += updated
      sums.remove += removed
    }
  }
  return { name: '  price cells', ...sums }
}

import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { stages, type Idempotency, type Stage, type Step } from './step.ts'

/** What a step will do, before the steps have ids. */
export type DraftAction =
  | { readonly kind: 'post'; readonly spec: string; readonly records: readonly RecordTree[] }
  | { readonly kind: 'delete-prices'; readonly skus: readonly string[] }
  | { readonly kind: 'delete-entry'; readonly sku: string; readonly uid: string }
  | { readonly kind: 'delete-row'; readonly resource: ResourceName; readonly where: Fields }
  | { readonly kind: 'put-file'; readonly path: string; readonly from: string; readonly size: number | null; readonly sha256: string }
  | { readonly kind: 'delete-file'; readonly path: string; readonly size: number; readonly sha256: string }
  | { readonly kind: 'verify'; readonly of: readonly Draft[] }
  | { readonly kind: 'barrier' }

/** A step that names what it needs: records, files and prices that other drafts provide. */
export interface Draft {
  readonly stage: Stage
  readonly title: string
  readonly idempotency: Idempotency
  readonly action: DraftAction
  readonly changes: readonly string[]
  /** Addresses of the root records that it touches. */
  readonly roots: readonly string[]
  readonly provides: readonly string[]
  readonly wants: readonly string[]
  /** True where a later step overwrites part of it: a grid is switched on. */
  readonly provisional?: true
  /** Drafts that must be done first, besides those that provide what it wants. */
  readonly after: readonly Draft[]
}

function idOf(index: number): string {
  return `s${String(index + 1).padStart(3, '0')}`
}

/** Sorted by stage; those of one stage stay in the order given. */
export function inStageOrder(drafts: readonly Draft[]): Draft[] {
  const rank = new Map(stages.map((stage, index) => [stage, index]))
  return drafts.toSorted((a, b) => (rank.get(a.stage) ?? 0) - (rank.get(b.stage) ?? 0))
}

function providersOf(drafts: readonly Draft[]): ReadonlyMap<string, readonly number[]> {
  const providers = new Map<string, number[]>()
  drafts.forEach((draft, index) => {
    for (const token of draft.provides) {
      const known = providers.get(token)
      if (known) known.push(index)
      else providers.set(token, [index])
    }
  })
  return providers
}

function actionOf(action: DraftAction, indexOf: (draft: Draft) => number): Action {
  return action.kind === 'verify' ? { kind: 'verify', of: ids(action.of.map(indexOf)) } : action
}

type Action = Exclude<DraftAction, { kind: 'verify' }> | { readonly kind: 'verify'; readonly of: readonly string[] }

function ids(indexes: Iterable<number>): string[] {
  return [...new Set(indexes)].toSorted((a, b) => a - b).map(idOf)
}

/** A list without repetitions is not copied. A step and the one that reads it back have the same list, which is looked at once. */
function openOnceEach(): (addresses: readonly string[]) => readonly string[] {
  const known = new Map<readonly string[], readonly string[]>()
  return (addresses) => {
    const before = known.get(addresses)
    if (before) return before
    const found = new Set(addresses)
    const once = found.size === addresses.length ? addresses : [...found]
    known.set(addresses, once)
    return once
  }
}

/** Drafts that come before those of the next part, each after the drafts of `after` as well. */
export interface DraftPart {
  readonly drafts: readonly Draft[]
  readonly after: readonly Draft[]
}

/**
 * Sorts the drafts of each part by stage (within a stage in the order given), numbers them and resolves what each needs. A provider that
 * comes later is not a need: circular references cannot be waited for. `onNumbered` is told how many are done.
 */
export function numberSteps(parts: readonly DraftPart[], onNumbered?: (done: number, all: number) => void): readonly Step[] {
  const placed = parts.flatMap(({ drafts, after }) => inStageOrder(drafts).map((draft) => ({ draft, after })))
  const ordered = placed.map(({ draft }) => draft)
  const indexes = new Map(ordered.map((draft, index) => [draft, index]))
  const indexOf = (draft: Draft): number => indexes.get(draft) ?? -1
  const providers = providersOf(ordered)
  const onceEach = openOnceEach()
  return placed.map(({ draft, after }, index) => {
    onNumbered?.(index, ordered.length)
    const wanted = [...new Set(draft.wants)].flatMap((token) => providers.get(token) ?? [])
    const needs = [...wanted, ...draft.after.map(indexOf), ...after.map(indexOf)].filter((other) => other >= 0 && other < index)
    return {
      id: idOf(index),
      stage: draft.stage,
      title: draft.title,
      idempotency: draft.idempotency,
      needs: ids(needs),
      changes: onceEach(draft.changes),
      ...actionOf(draft.action, indexOf),
    }
  })
}

import { addressesOf, type PackedRoot } from '../diff/packed-root.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { batches, type Load } from './batches.ts'
import { bodyBytes } from './body-bytes.ts'
import { derivedList } from '../source/derived-list.ts'
import type { Draft } from './draft.ts'
import { bodyIdempotency } from './idempotency.ts'
import type { PlanLimits } from './plan-limits.ts'
import { providedBy, wantedBy } from './references.ts'
import { specOf } from './spec-of.ts'
import { orderTokens } from './price-tokens.ts'
import type { RootOrders } from './root-order.ts'
import type { Stage } from './step.ts'

/** What decides how steps are built, besides the changes. */
export interface PlanContext {
  readonly limits: PlanLimits
  readonly capabilities: Capabilities
  /** True where nothing is shown to shoppers before everything was checked (docs/decisions/026-pace-and-barrier.md); default false. */
  readonly barrier?: boolean
  /**
   * True where the records of created roots are made from their changes whenever a step is read, so that they are not in memory; default
   * false: a plan is plain data.
   */
  readonly derivesRecords?: boolean
  /** Called for each step that is composed. */
  readonly onStep?: () => void
  /** Told how many steps have their place in the order. */
  readonly onNumbered?: (done: number, all: number) => void
}

/** The same, with what follows from all changes of a product together. */
export interface StepContext extends PlanContext {
  readonly orders: RootOrders
}

/** One record of a body, and the changes that it carries out. */
export interface Entry {
  readonly record: RecordTree
  /** Makes the record again, where it is made from changes alone. */
  readonly derive?: () => RecordTree
  readonly changes: readonly string[]
  /** The packed changes of a created root: their addresses are not kept. */
  readonly packed?: PackedRoot
  /** Address of the root record that it belongs to. */
  readonly root: string
  /** True where the record is new, so that others may wait for it. */
  readonly created: boolean
  /** True where a later step overwrites part of it. */
  readonly provisional?: true
  readonly provides?: readonly string[]
  readonly wants?: readonly string[]
}

/** What the bodies of one kind have in common. */
export interface PostKind {
  readonly stage: Stage
  title(entries: readonly Entry[]): string
  readonly after?: (entries: readonly Entry[]) => readonly Draft[]
  /** True where the records of one root must be in one body. */
  readonly wholeRoots?: boolean
}

/** One body. */
export function postDraft(entries: readonly Entry[], kind: PostKind, context: StepContext): Draft {
  const { capabilities, orders, onStep } = context
  onStep?.()
  const records = entries.map(({ record }) => record)
  const makers = context.derivesRecords === true ? entries.flatMap(({ derive }) => derive ?? []) : []
  const kept = makers.length < entries.length ? records : derivedRecords(makers)
  const roots = [...new Set(entries.map(({ root }) => root))]
  const tokens = orderTokens(kind.stage, roots, orders)
  const provides = unique([
    ...entries.flatMap((entry) => [...(entry.created ? providedBy(entry.record) : []), ...(entry.provides ?? [])]),
    ...tokens.provides,
  ])
  return {
    stage: kind.stage,
    title: kind.title(entries),
    idempotency: bodyIdempotency(records, capabilities),
    action: { kind: 'post', spec: specOf(records[0]?.resource ?? 'Product', records), records: kept },
    changes: addressesOfEntries(entries),
    roots,
    provides,
    wants: unique([...entries.flatMap((entry) => [...wantedBy(entry.record), ...(entry.wants ?? [])]), ...tokens.wants], provides),
    ...(entries.some(({ provisional }) => provisional) ? { provisional: true } : {}),
    after: kind.after?.(entries) ?? [],
  }
}

/** Records that are made whenever they are read. */
export function derivedRecords(makers: readonly (() => RecordTree)[]): readonly RecordTree[] {
  return derivedList({ all: makers, count: () => 1, elements: (make) => [make()] })
}

/** The addresses of the changes of some entries; those of packed roots are made whenever they are read. */
export function addressesOfEntries(entries: readonly Pick<Entry, 'changes' | 'packed'>[]): readonly string[] {
  if (!entries.some(({ packed }) => packed)) return entries.flatMap(({ changes }) => changes)
  return derivedList({
    all: entries.map(({ packed, changes }) => packed ?? changes),
    count: (run) => ('addresses' in run ? run.count : run.length),
    elements: (run) => ('addresses' in run ? addressesOf(run) : run),
  })
}

/** Most rows of a body name its records again: tokens are kept until the last draft is made, and those that are `known` once. */
function unique(tokens: readonly string[], known: readonly string[] = []): readonly string[] {
  const texts = new Map(known.map((token) => [token, token]))
  return [...new Set(tokens.map((token) => texts.get(token) ?? token))]
}

/** Records in as few bodies as the limits allow, in order. */
export function bodies<T extends Pick<Entry, 'record'>>(entries: Iterable<T>, { limits }: StepContext): Generator<T[], void> {
  const { recordsPerRequest: records, bodyBytes: bytes } = limits
  return batches(entries, { records, bytes }, ({ record }) => ({ records: 1, bytes: bodyBytes(record) }))
}

/** The same, with the records of each root in one body. */
function wholeRoots(entries: Iterable<Entry>, { limits }: StepContext): Iterable<Entry[]> {
  const { recordsPerRequest: records, bodyBytes: bytes } = limits
  const units = Map.groupBy(entries, ({ root }) => root).values()
  const loadOf = (unit: readonly Entry[]): Load => ({
    records: unit.length,
    bytes: unit.reduce((sum, { record }) => sum + bodyBytes(record), 0),
  })
  return batches(units, { records, bytes }, loadOf).map((run) => run.flat())
}

/** As few bodies as the limits allow, in order. */
export function postDrafts(entries: Iterable<Entry>, kind: PostKind, context: StepContext): Draft[] {
  const runs = kind.wholeRoots ? wholeRoots(entries, context) : bodies(entries, context)
  return Array.from(runs, (run) => postDraft(run, kind, context))
}

/** A step that reads back what the drafts wrote. */
export function verifyDraft(of: readonly Draft[], stage: Stage, title: string): Draft {
  const [only, ...others] = of
  return {
    stage,
    title,
    idempotency: 'read',
    action: { kind: 'verify', of },
    changes: only && others.length === 0 ? only.changes : of.flatMap(({ changes }) => changes),
    roots: [...new Set(of.flatMap(({ roots }) => roots))],
    provides: [],
    wants: [],
    after: of,
  }
}

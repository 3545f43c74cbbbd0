import { addressesOf, type PackedRoot } from '../diff/packed-root.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { batches, type Load, openBatches } from './batches.ts'
import { bodyBytes } from './body-bytes.ts'
import { derivedList } from '../source/derived-list.ts'
import type { Draft } from './draft.ts'
import { bodyIdempotency } from './idempotency.ts'
import type { PlanLimits } from './plan-limits.ts'
import { providedBy, wantedBy } from './references.ts'
import { specOf } from './spec-of.ts'
import { orderTokens } from './price-tokens.ts'
import type { RootOrders } from './root-order.ts'
import { type Stage, stages } from './step.ts'

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
  const makers = context.derivesRecords === true ? makersOf(entries) : []
  const kept = makers.length < entries.length ? records : derivedRecords(makers)
  const roots = [...new Set(entries.map(({ root }) => root))]
  const tokens = orderTokens(kind.stage, roots, orders)
  const provides = unique([...providedTokens(entries), ...tokens.provides])
  return {
    stage: kind.stage,
    title: kind.title(entries),
    idempotency: bodyIdempotency(records, capabilities),
    action: { kind: 'post', spec: specOf(records[0]?.resource ?? 'Product', records), records: kept },
    changes: addressesOfEntries(entries),
    roots,
    provides,
    wants: unique([...wantedTokens(entries), ...tokens.wants], provides),
    ...(entries.some(({ provisional }) => provisional) ? { provisional: true } : {}),
    after: kind.after?.(entries) ?? [],
  }
}

function makersOf(entries: readonly Entry[]): readonly (() => RecordTree)[] {
  const makers: (() => RecordTree)[] = []
  for (const { derive } of entries) if (derive) makers.push(derive)
  return makers
}

function providedTokens(entries: readonly Entry[]): readonly string[] {
  const tokens: string[] = []
  for (const { created, record, provides = none } of entries) {
    if (created) tokens.push(...providedBy(record))
    for (const token of provides) tokens.push(token)
  }
  return tokens
}

function wantedTokens(entries: readonly Entry[]): readonly string[] {
  const tokens: string[] = []
  for (const { record, wants = none } of entries) {
    for (const token of wantedBy(record)) tokens.push(token)
    for (const token of wants) tokens.push(token)
  }
  return tokens
}

const none: readonly string[] = []

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
function unique(tokens: readonly string[], known: readonly string[] = none): readonly string[] {
  if (tokens.length === 0) return none
  const texts = new Map(known.map((token) => [token, token]))
  return [...new Set(tokens.map((token) => texts.get(token) ?? token))]
}

/** Records in as few bodies as the limits allow, in order. */
export function bodies<T extends Pick<Entry, 'record'>>(entries: Iterable<T>, { limits }: StepContext): Generator<T[], void> {
  return batches(entries, mostOf(limits), loadOf)
}

/** The same, with the records of each root in one body. */
function wholeRoots(entries: Iterable<Entry>, { limits }: StepContext): Iterable<Entry[]> {
  const units = Map.groupBy(entries, ({ root }) => root).values()
  const loadOfUnit = (unit: readonly Entry[]): Load => ({
    records: unit.length,
    bytes: unit.reduce((sum, { record }) => sum + bodyBytes(record), 0),
  })
  return batches(units, mostOf(limits), loadOfUnit).map((run) => run.flat())
}

function mostOf({ recordsPerRequest: records, bodyBytes: bytes }: PlanLimits): Load {
  return { records, bytes }
}

function loadOf({ record }: Pick<Entry, 'record'>): Load {
  return { records: 1, bytes: bodyBytes(record) }
}

/** As few bodies as the limits allow, in order. */
export function postDrafts(entries: Iterable<Entry>, kind: PostKind, context: StepContext): Draft[] {
  const { add, end } = openPosts(kind, context)
  for (const entry of entries) add(entry)
  return end()
}

/** Bodies of one kind whose records come one by one. */
export interface OpenPosts {
  readonly add: (entry: Entry) => void
  /** As few bodies as the limits allow, in order. */
  readonly end: () => Draft[]
}

/** Opens the bodies of one kind. Each is composed when it is full, so that the entries are not kept; those of whole roots are composed at the end. */
export function openPosts(kind: PostKind, context: StepContext): OpenPosts {
  if (kind.wholeRoots) {
    const entries: Entry[] = []
    return {
      add: (entry) => void entries.push(entry),
      end: () => Array.from(wholeRoots(entries, context), (run) => postDraft(run, kind, context)),
    }
  }
  const { add, end } = openBatches<Entry>(mostOf(context.limits), loadOf)
  const drafts: Draft[] = []
  const compose = (run: readonly Entry[] | undefined): void => {
    if (run) drafts.push(postDraft(run, kind, context))
  }
  return {
    add: (entry) => compose(add(entry)),
    end() {
      compose(end())
      return drafts
    },
  }
}

/** A step that reads back what the drafts wrote: in this stage, or in the last one of theirs where that is later. */
export function verifyDraft(of: readonly Draft[], stage: Stage, title: string): Draft {
  const [only, ...others] = of
  return {
    stage: of.reduce((latest, draft) => (stages.indexOf(draft.stage) > stages.indexOf(latest) ? draft.stage : latest), stage),
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

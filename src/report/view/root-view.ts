import type { Change, ChangeAction, ChangeRoot, RecordChange, RootedChange } from '../../diff/change.ts'
import { isPackedRoot, packedRootsOf, runsOf, unpackedChanges } from '../../diff/packed-changes.ts'
import { type PackedRoot, unpackRoot } from '../../diff/packed-root.ts'
import { isDoableRooted } from '../../plan/changes-by-root.ts'
import { isSeveral, rootGroups, type Several } from '../../diff/root-groups.ts'
import { type Payment, payments, plainPayment } from '../../plan/guards/payment.ts'
import type { Plan } from '../../plan/plan.ts'
import { countCells, gridSheets, type GridSheet } from '../../pricing/grid-sheets.ts'
import { resourceOf } from '../../resources/registry.ts'
import { fieldWord } from '../field-words.ts'
import { hazardText } from '../hazard-text.ts'
import { kindInTotals, kindOf, kindOrder, kindRank, type Subject, subjectOf } from '../kinds.ts'
import { kept } from '../../source/kept.ts'
import { rememberLast } from '../../source/remember-last.ts'
import { linePlaceText } from '../place-text.ts'
import { sanitizeLine } from '../sanitize.ts'
import { shortText } from '../../source/short-text.ts'

/** The number of changes by action. */
export type ActionCounts = Readonly<Record<ChangeAction, number>>

/** One row of the summary: a kind of record, and its changes by action. */
export interface KindCounts extends ActionCounts {
  readonly name: string
}

/** One change with its words. The texts are sanitized; `change` is that of the plan. */
export interface ChangeView {
  readonly change: Change
  /** `variant`, `place`, `price grid` ... */
  readonly kind: string
  /** Its code or label below its root; empty where the root has only one such record. */
  readonly name: string
  /** `products/tees.yaml:61`, or empty. */
  readonly place: string
  /** Why it cannot be applied; empty where it can. */
  readonly reason: string
  /** Its hazards as sentences. */
  readonly risks: readonly string[]
  /** The cells of a grid; empty for anything else. */
  readonly sheets: readonly GridSheet[]
  /** What decides whether customers pay its prices; `movesOf` returns how these move. */
  readonly payment: Payment
}

/** One root record with its changes and those of the records below it, or one file. */
export interface RootView {
  readonly address: string
  /** The action on the root itself; `update` where only records below it change. */
  readonly action: ChangeAction
  readonly kind: string
  readonly key: string
  readonly title: string
  readonly place: string
  readonly isFile: boolean
  /** The change of the root itself, if any. */
  readonly own: ChangeView | null
  /** Changes below it, in the order of the plan, then the records whose place it takes (`isMovedView`): each has its key as `name`. */
  readonly below: readonly ChangeView[]
  /** The changes of a created root that are packed: the views below it are made of them whenever they are read. Absent: they are in memory. */
  readonly packed?: PackedRoot
}

const none: readonly never[] = []

/** Makes the view of a change; `rootKey` is the key of its root. */
type MakeView = (change: Change, rootKey: string) => ChangeView

/** Changes by root record, groups first, with their words. */
export function rootsOf({ changes, hazards }: Pick<Plan, 'changes' | 'hazards'>): readonly RootView[] {
  const hazardsAt = Map.groupBy(hazards, ({ address }) => address)
  const openViews = (rooted: readonly RootedChange[]): MakeView => {
    const paymentOf = payments(rooted)
    return (change, rootKey) => ({
      change,
      kind: kindOf(subjectOf(change)).one,
      name: nameBelow(change, rootKey),
      place: linePlaceText(change.source),
      reason: change.action === 'cannot' ? sanitizeLine(change.reason) : '',
      risks: hazardsAt.get(change.address)?.map(hazardText) ?? none,
      sheets: sheetsOf(change),
      payment: change.kind === 'file' ? unpaid : paymentOf(change),
    })
  }
  const openViewsOf = rememberLast((packed: PackedRoot): MakeView => openViews(unpackRoot(packed)))
  const viewsBelow = rememberLast((packed: PackedRoot): readonly ChangeView[] => {
    const [, ...below] = unpackRoot(packed)
    return below.map((change) => openViewsOf(packed)(change, packed.root.key))
  })
  const unpacked = unpackedChanges(changes)
  const viewOf = openViews(kept(unpacked, isDoableRooted))
  const hasMoves = unpacked.some((change) => change.kind === 'record' && change.movedTo !== undefined)
  const known = new Set(hasMoves ? unpacked.map((change) => change.address) : [])
  const byRank = new Map<number, RootView[]>()
  for (const group of rootGroups(runsOf(changes), (change) => shownRoot(change, known))) {
    const ranked = isPackedRoot(group) ? packedView(group, openViewsOf(group), viewsBelow) : viewOfGroup(group, known, viewOf)
    if (ranked === null) continue
    const same = byRank.get(ranked.rank)
    if (same === undefined) byRank.set(ranked.rank, [ranked.root])
    else same.push(ranked.root)
  }
  // Those of one kind are not copied.
  const inOrder = [...byRank].toSorted(([a], [b]) => a - b)
  const [first] = inOrder
  return first && inOrder.length === 1 ? first[1] : inOrder.flatMap(([, roots]) => roots)
}

/** The address of the root that a change is shown with. `known`: the addresses of a plan with moves. */
function shownRoot(change: Change, known: ReadonlySet<string>): string {
  if (change.kind === 'file') return change.address
  return isMovedTo(change, known) ? change.movedTo.address : change.root.address
}

/** A root with the rank of its kind. */
interface RankedRoot {
  readonly rank: number
  readonly root: RootView
}

/** A created root whose changes are packed. An object with accessors of its own would take twenty times the memory of one of a class. */
class PackedRootView implements RootView {
  readonly address: string
  readonly action = 'create'
  readonly kind: string
  readonly key: string
  readonly title: string
  readonly place: string
  readonly isFile = false
  readonly own: ChangeView | null
  readonly packed: PackedRoot
  readonly #below: (packed: PackedRoot) => readonly ChangeView[]

  constructor(packed: PackedRoot, own: ChangeView | null, below: (packed: PackedRoot) => readonly ChangeView[]) {
    const { address, resource, key, title } = packed.root
    this.address = sanitizeLine(address)
    this.kind = kindOf(resource).one
    this.key = sanitizeLine(key)
    this.title = sanitizeLine(title)
    this.place = own?.place ?? ''
    this.own = own
    this.packed = packed
    this.#below = below
  }

  get below(): readonly ChangeView[] {
    return this.#below(this.packed)
  }
}

function packedView(packed: PackedRoot, viewOf: MakeView, below: (packed: PackedRoot) => readonly ChangeView[]): RankedRoot {
  const [own] = unpackRoot(packed)
  const view = own === undefined ? null : viewOf(own, packed.root.key)
  return { rank: kindRank(packed.root.resource), root: new PackedRootView(packed, view, below) }
}

/** True for a view below a root that is a record whose place it takes. */
export function isMovedView({ change }: ChangeView): boolean {
  return change.kind === 'record' && change.movedTo !== undefined
}

/** True for a record that is hidden because another one of the plan takes its place: they are shown as one. */
function isMovedTo(change: Change, known: ReadonlySet<string>): change is RecordChange & Required<Pick<RecordChange, 'movedTo'>> {
  return change.kind === 'record' && change.movedTo !== undefined && known.has(change.movedTo.address)
}

const unpaid: Payment = { ...plainPayment, isCovered: true }

/** What the words of a root are made from; a file is its own root. */
interface NamedRoot extends Pick<ChangeRoot, 'address' | 'key' | 'title'> {
  readonly resource: Subject
}

function rootOf(change: Change): NamedRoot {
  if (change.kind !== 'file') return change.root
  const { address, file } = change
  return { address, resource: 'File', key: file.path, title: file.path }
}

function viewOfGroup(group: Change | Several<Change>, known: ReadonlySet<string>, viewOf: MakeView): RankedRoot | null {
  if (isSeveral(group)) return viewOfSeveral(group, known, viewOf)
  const root = rootOf(group)
  return rankedRoot(root, viewOf(group, root.key), none)
}

function viewOfSeveral(group: Several<Change>, known: ReadonlySet<string>, viewOf: MakeView): RankedRoot | null {
  const moved = known.size === 0 ? [] : group.filter((change) => isMovedTo(change, known))
  const members = moved.length === 0 ? group : group.filter((change) => !isMovedTo(change, known))
  const [first] = members
  if (first === undefined) return null
  const root = rootOf(first)
  const own = members.find(({ address }) => address === root.address)
  const below = [
    ...members.filter((change) => change !== own).map((change) => viewOf(change, root.key)),
    ...moved.map((change) => ({ ...viewOf(change, root.key), name: sanitizeLine(change.root.key) })),
  ]
  return rankedRoot(root, own === undefined ? null : viewOf(own, root.key), below)
}

function rankedRoot({ address, resource, key, title }: NamedRoot, own: ChangeView | null, below: readonly ChangeView[]): RankedRoot {
  return {
    rank: kindRank(resource),
    root: {
      address: sanitizeLine(address),
      action: own?.change.action ?? 'update',
      kind: kindOf(resource).one,
      key: sanitizeLine(key),
      title: sanitizeLine(title),
      place: (own ?? below[0])?.place ?? '',
      isFile: resource === 'File',
      own,
      below,
    },
  }
}

const mostOfValue = 40

/** The natural key of a change without the key of its root; for a change of the root itself, the names of the fields. */
function nameBelow(change: Change, rootKey: string): string {
  if (change.kind === 'file') return ''
  if (change.kind === 'grid') return change.sku === rootKey ? '' : sanitizeLine(change.sku)
  const { resource, key, root, fields } = change
  if (resource === root.resource) {
    const [first] = fields
    if (first !== undefined && fields.length === 1) return fieldWord(resource, first.field)
    return fields.map(({ field }) => fieldWord(resource, field)).join(', ')
  }
  const { natural, key: primary } = resourceOf(resource)
  // In some stores a row without a key is identified by its value too: of two rows with one label, each has a name of its own.
  const others = primary === null ? Object.keys(key).filter((field) => !natural.includes(field)) : []
  const codes = [...natural.map((field) => key[field] ?? ''), ...others.map((field) => shortText(key[field] ?? '', mostOfValue))]
  return sanitizeLine(codes.filter((code) => code !== '' && code !== rootKey).join(' '))
}

/** The number of changes by action. */
export function countActions(changes: readonly Change[]): ActionCounts {
  const counts = { create: 0, update: 0, remove: 0, cannot: 0 }
  for (const { count } of packedRootsOf(changes)) counts.create += count
  for (const { action } of unpackedChanges(changes)) counts[action] += 1
  return counts
}

/** The changes of some roots by kind of record. */
export function kindCounts(roots: readonly RootView[]): readonly KindCounts[] {
  return countsOfChanges(Iterator.from(roots).flatMap(countedOf))
}

/** What is counted of a change. */
export type Counted = Pick<ChangeView, 'change' | 'sheets'>

/** The changes of a root, own first; of those that are packed no views are made. */
export function countedOf(root: RootView): readonly Counted[] {
  if (root.packed) return unpackRoot(root.packed).map((change) => ({ change, sheets: sheetsOf(change) }))
  return root.own === null ? root.below : [root.own, ...root.below]
}

function sheetsOf(change: Change): readonly GridSheet[] {
  return change.kind === 'grid' ? gridSheets(change.grid) : none
}

/** Some changes by kind of record. */
export function countsOfChanges(views: Iterable<Counted>): readonly KindCounts[] {
  const bySubject = new Map<Subject, Record<ChangeAction, number>>()
  const cells = { create: 0, update: 0, remove: 0, cannot: 0 }
  for (const view of views) {
    const subject = subjectOf(view.change)
    let counts = bySubject.get(subject)
    if (counts === undefined) {
      counts = { create: 0, update: 0, remove: 0, cannot: 0 }
      bySubject.set(subject, counts)
    }
    counts[view.change.action] += 1
    if (subject === 'PricingAdvanced') addCells(view, cells)
  }
  const order = [...new Set([...kindOrder, ...bySubject.keys()])]
  return order.flatMap((subject) => {
    const found = bySubject.get(subject)
    if (found === undefined) return []
    const counts = { name: kindInTotals(subject).many, ...found }
    return subject === 'PricingAdvanced' ? [counts, { name: '  price cells', ...cells }] : [counts]
  })
}

function addCells({ change, sheets }: Counted, sums: Record<ChangeAction, number>): void {
  const { created, updated, removed } = countCells(sheets)
  if (change.action === 'cannot') sums.cannot += created + updated + removed
  else {
    sums.create += created
    sums.update += updated
    sums.remove += removed
  }
}

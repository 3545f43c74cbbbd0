import { type RecordChange, skuOfChange } from '../diff/change.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { isLeavingVariant, isNewRoot, type RootChanges } from './changes-by-root.ts'
import { counted } from './counted.ts'
import { draftIndex } from './draft-index.ts'
import type { Draft } from './draft.ts'
import { fieldsBeforeGrid } from './grid-work.ts'
import { bodyIdempotency } from './idempotency.ts'
import { endsLater, withoutLastFields } from './last-fields.ts'
import { leftOverVariantDrafts } from './left-over-drafts.ts'
import { type Entry, type OpenPosts, openPosts, type StepContext } from './post-drafts.ts'
import { bareRecord, recordOf } from './record-of-change.ts'
import { isDoubled } from './recreated-rows.ts'
import { movesPrices } from './price-tokens.ts'
import { priceToken, rootPricesToken } from './references.ts'
import type { RootOrder } from './root-order.ts'
import type { Idempotency, Stage } from './step.ts'

/**
 * A variant that is added to a product on sale starts with the simple price; its grid is switched on when it is complete.
 * Its stock is in the same body.
 */
function newVariant(variant: RecordChange, { bySku }: RootChanges): Pick<Entry, 'record' | 'changes' | 'provisional'> {
  const { grid, stock } = bySku().get(skuOfChange(variant)) ?? {}
  const record = recordOf(variant)
  return {
    record: {
      ...record,
      fields: grid ? { ...record.fields, ...fieldsBeforeGrid(grid) } : record.fields,
      children: stock ? { Inventory: [recordOf(stock)] } : {},
    },
    changes: [variant.address, ...(stock ? [stock.address] : [])],
    ...(grid ? { provisional: true } : {}),
  }
}

interface Placed extends Entry {
  readonly stage: Stage
}

/** A root record that exists, and whether it is shown or switched last. */
interface ExistingRoot {
  readonly changes: RootChanges
  readonly endsLater: boolean
  readonly order: RootOrder | undefined
  /** What the records that set prices provide, where a new variant waits for them. */
  readonly provides: readonly string[]
}

/** True for the stock of a variant that is created: it is in the body of the variant. */
function isInVariantBody(change: RecordChange, { bySku }: RootChanges): boolean {
  return change.resource === 'Inventory' && bySku().get(skuOfChange(change))?.variant?.action === 'create'
}

/** True for an option value that lets shoppers choose a new variant: its prices must be final, whatever sets them. */
function waitsForPrices({ resource, action }: RecordChange, { endsLater: isLater }: Pick<ExistingRoot, 'endsLater'>): boolean {
  return resource === 'VariantOptions' && action === 'create' && !isLater
}

/** Access rows that are written before or after the prices, and the two parts of a record that concerns them. */
function placedByOrder(entry: Placed, change: RecordChange, order: RootOrder | undefined): Placed[] {
  if (order?.nested?.address === change.address) return []
  const parts = order?.parts.get(change.address)
  if (parts) {
    const part = (fields: Fields, stage: Stage): Placed[] =>
      Object.keys(fields).length === 0 ? [] : [{ ...entry, stage, record: bareRecord(change.resource, { ...change.key, ...fields }) }]
    return [...part(parts.first, 'before prices'), ...part(parts.last, 'after prices')]
  }
  if (change.resource !== 'ProdAccessGroup') return [entry]
  return [{ ...entry, stage: order?.before.has('join') ? 'before prices' : order?.after.has('join') ? 'after prices' : entry.stage }]
}

/** The own record of a product: first of all where it hides the product, with its promotion if both are one request. */
function placedOwn(entry: Placed, order: RootOrder | undefined): Placed {
  if (order?.hides) return { ...entry, stage: 'before prices' }
  if (!order?.nested) return entry
  const record = { ...entry.record, children: { [order.nested.resource]: [recordOf(order.nested)] } }
  return { ...entry, record, changes: [...entry.changes, order.nested.address] }
}

function placed(change: RecordChange, root: ExistingRoot): Placed[] {
  const { action, resource } = change
  const { stage } = resourceOf(resource)
  if (stage === undefined || action === 'remove' || isDoubled(change) || isInVariantBody(change, root.changes)) return []
  const { address } = root.changes.root
  if (resource === 'Variants' && action === 'create') return [{ root: address, created: true, stage, ...newVariant(change, root.changes) }]
  const bare: Placed = { root: address, created: action === 'create', stage, record: recordOf(change), changes: [change.address] }
  if (waitsForPrices(change, root))
    return [{ ...bare, stage: 'go live', wants: [priceToken(skuOfChange(change)), rootPricesToken(address)] }]
  const entry = root.provides.length > 0 && movesPrices(stage) ? { ...bare, provides: root.provides } : bare
  return change.address === address ? [placedOwn(entry, root.order)] : placedByOrder(entry, change, root.order)
}

function rowTitle(entries: readonly Entry[]): string {
  const resource = entries[0]?.record.resource ?? 'Product'
  const created = entries.filter((entry) => entry.created).length
  const updated = entries.length - created
  if (updated === 0) return `create ${counted(created, resource)}`
  return created === 0 ? `update ${counted(updated, resource)}` : `create ${counted(created, resource)}, update ${String(updated)}`
}

function entriesOf(changes: RootChanges, { orders }: StepContext): Placed[] {
  const own = changes.own && withoutLastFields(changes.own)
  if (changes.rows.length === 0) {
    const root = { changes, endsLater: endsLater(changes.own), order: orders.get(changes.root.address), provides: [] }
    return own && own.fields.length > 0 ? placed(own, root) : []
  }
  const records = changes.rows.filter((row) => row.kind === 'record').filter((row) => !isLeavingVariant(row, changes))
  const frame = { changes, endsLater: endsLater(changes.own), order: orders.get(changes.root.address) }
  const isWaitedFor = records.some((row) => waitsForPrices(row, frame))
  const root = { ...frame, provides: isWaitedFor ? [rootPricesToken(changes.root.address)] : [] }
  return [...(own && own.fields.length > 0 ? [own] : []), ...records].flatMap((change) => placed(change, root))
}

/**
 * Writes to records that the store already has: their changed fields, and each kind of child in bodies of its own with the
 * missing and changed rows only (semantics.md 14). Rows that can be repeated freely do not share a body with others.
 */
export function rowDrafts(roots: readonly RootChanges[], context: StepContext): Draft[] {
  const leftOvers = leftOverVariantDrafts(
    roots.filter(({ rows }) => rows.length > 0),
    context,
  )
  const leftOversOf = draftIndex(leftOvers, (draft) => draft.roots)
  const kinds: OpenRows[] = []
  for (const changes of roots) {
    if (isNewRoot(changes)) continue
    for (const entry of entriesOf(changes, context)) {
      const kind = kindOf(entry, context)
      let open = kinds.find((known) => isSameKind(known, kind))
      if (open === undefined) {
        open = openRows(kind, leftOversOf, context)
        kinds.push(open)
      }
      open.posts.add(entry)
    }
  }
  // Those who join after the prices do so after the discount: steps of one stage come in the order given.
  const accessLast = kinds.toSorted((a, b) => Number(isAccess(a)) - Number(isAccess(b)))
  return [...leftOvers, ...accessLast.flatMap(({ posts }) => posts.end())]
}

/** What rows have in common that can be in one body. */
interface RowKind extends Pick<Placed, 'stage'> {
  readonly resource: ResourceName
  readonly idempotency: Idempotency
  readonly isProvisional: boolean
  readonly isOrdered: boolean
  readonly isNested: boolean
}

function kindOf({ stage, record, provisional, root }: Placed, { capabilities, orders }: StepContext): RowKind {
  return {
    stage,
    resource: record.resource,
    idempotency: bodyIdempotency([record], capabilities),
    isProvisional: provisional === true,
    isOrdered: orders.has(root),
    isNested: record.children.Merchandising !== undefined,
  }
}

function isSameKind(a: RowKind, b: RowKind): boolean {
  if (a.resource !== b.resource || a.stage !== b.stage || a.idempotency !== b.idempotency) return false
  return a.isProvisional === b.isProvisional && a.isOrdered === b.isOrdered && a.isNested === b.isNested
}

interface OpenRows extends RowKind {
  readonly posts: OpenPosts
}

function openRows(kind: RowKind, leftOversOf: ReturnType<typeof draftIndex>, context: StepContext): OpenRows {
  const { stage } = kind
  const after = (run: readonly Entry[]): readonly Draft[] => (needsClean.has(stage) ? leftOversOf(run.map(({ root }) => root)) : [])
  // Of groups that join one by one the others would lose the product for a moment.
  return { ...kind, posts: openPosts({ stage, title: rowTitle, after, wholeRoots: isAccess(kind) }, context) }
}

function isAccess({ resource }: RowKind): boolean {
  return resource === 'ProdAccessGroup'
}

/** The stages that write variants and let shoppers choose them: what is left of earlier ones is deleted first. */
const needsClean: ReadonlySet<Stage> = new Set(['variants', 'variant options', 'go live'])

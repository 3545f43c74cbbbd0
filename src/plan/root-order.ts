import type { GridChange, RecordChange } from '../diff/change.ts'
import { compareDecimals } from '../records/decimal.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import { isOn } from '../resources/scalar.ts'
import { product } from '../resources/product.ts'
import type { ResourceName } from '../resources/registry.ts'
import { isNewRoot, type RootChanges } from './changes-by-root.ts'
import type { Hazard } from './hazard.ts'
import { kindSwitch, lastFields } from './last-fields.ts'
import { type AudienceShift, type PriceMove, priceOrder, type PriceShift } from './price-order.ts'
import { adjustmentParts, promotionParts, type TwoParts } from './two-parts.ts'

/** In which order the requests of one product are sent that decide what somebody pays for it. */
export interface RootOrder {
  /** True where its own record comes before all of them, because it hides the product. */
  readonly hides: boolean
  /** True where rows are removed before anything else, because the product is hidden and will be shown. */
  readonly removesFirst: boolean
  /** True where variants and their option values are removed first, because the product becomes one whose variants shoppers see. */
  readonly removesVariantsFirst: boolean
  readonly before: ReadonlySet<PriceMove>
  readonly after: ReadonlySet<PriceMove>
  /** By address: records that are written in two parts. */
  readonly parts: ReadonlyMap<string, TwoParts>
  /** The promotion that is written in the request of the price. */
  readonly nested: RecordChange | undefined
  readonly hazards: readonly Hazard[]
}

/** The orders of products by address; a product without one has its requests at their usual stages. */
export type RootOrders = ReadonlyMap<string, RootOrder>

function compared(before: string | null, after: string | null): PriceShift {
  const difference = before === null || after === null ? undefined : compareDecimals(after, before)
  return difference === undefined ? 'mixed' : difference > 0 ? 'rise' : difference < 0 ? 'fall' : 'same'
}

function together(shifts: readonly PriceShift[]): PriceShift {
  const moving = new Set(shifts.filter((shift) => shift !== 'same'))
  const [first = 'same'] = moving
  return moving.size > 1 ? 'mixed' : first
}

const pricingFields: ReadonlySet<string> = new Set(['advanced_pricing', 'option_type', 'options_advanced'])

/** A record's own pricing; one that an unmanaged grid decides is paid by nobody. */
function ownShift({ fields, gridDecides }: RecordChange): PriceShift {
  if (fields.some(({ field }) => pricingFields.has(field))) return 'mixed'
  const price = fields.find(({ field }) => field === 'price')
  return price && !gridDecides ? compared(price.before, price.after) : 'same'
}

function gridShift({ grid, fields }: GridChange): PriceShift {
  if (grid.way !== 'in-place' || fields.length > 0) return 'mixed'
  const before = new Map(grid.before.map(({ uid, price }) => [uid, price]))
  return together(grid.after.map(({ uid, price }) => (uid === undefined ? 'mixed' : compared(before.get(uid) ?? null, price))))
}

/** The shifts of everything besides the product's own record. */
function shiftsBelow({ rows }: RootChanges): PriceShift[] {
  return rows.map((row) => {
    if (row.kind === 'grid') return gridShift(row)
    if (row.resource !== 'Variants') return 'same'
    return row.action === 'update' ? ownShift(row) : 'mixed'
  })
}

function audienceShift({ rows }: RootChanges): AudienceShift {
  const access = rows.flatMap((row) => (row.kind === 'record' && row.resource === 'ProdAccessGroup' ? [row] : []))
  const joining = access.filter(({ action }) => action === 'create')
  const leaving = access.filter(({ action }) => action === 'remove')
  if (joining.length === 0 && leaving.length === 0) return 'same'
  if (leaving.length === 0) return joining.some(({ closesAccess }) => closesAccess) ? 'closed' : 'wider'
  if (joining.length === 0) return leaving.some(({ opensAccess }) => opensAccess) ? 'opened' : 'narrower'
  return joining.some(({ replacesAccess }) => replacesAccess) ? 'replaced' : 'overlapping'
}

interface Modifier {
  readonly change: RecordChange
  readonly parts: TwoParts
}

/** The promotion and the simple options whose change concerns prices. */
function modifiersOf({ rows }: RootChanges): Modifier[] {
  return rows.flatMap((change) => {
    if (change.kind !== 'record') return []
    const isOption = change.resource === 'Options' && change.action === 'update'
    const parts = isOption ? adjustmentParts(change) : change.resource === 'Merchandising' ? promotionParts(change) : undefined
    return parts ? [{ change, parts }] : []
  })
}

/**
 * A promotion has the key of its product, so that both can be in one record, which a store with atomic bodies writes whole. Of other rows
 * in the same place a store could remove those that are not sent (docs/assumptions.md W15).
 */
function nestable({ own }: RootChanges, { modifiers, below }: Moving, capabilities: Capabilities): RecordChange | undefined {
  const [only, ...others] = modifiers
  const isAlone = only?.change.resource === 'Merchandising' && others.length === 0 && below === 'same'
  const price = own?.fields.some(({ field }) => field === 'price') && lastFields(own)['price'] === undefined
  return isAlone && price && capabilities.batches === 'atomic' ? only.change : undefined
}

/** What moves of a product that shoppers see. */
interface Moving {
  readonly modifiers: readonly Modifier[]
  /** Its variants and grids. */
  readonly below: PriceShift
  /** All its prices. */
  readonly prices: PriceShift
}

function visibleOrder(changes: RootChanges, capabilities: Capabilities): RootOrder | undefined {
  if (changes.rows.length === 0) return undefined
  const below = together(shiftsBelow(changes))
  const prices = together([changes.own?.action === 'update' ? ownShift(changes.own) : 'same', below])
  const moving = { modifiers: modifiersOf(changes), below, prices }
  const nested = prices === 'same' ? undefined : nestable(changes, moving, capabilities)
  const requests = (prices === 'same' ? 0 : 1) + (nested ? 0 : moving.modifiers.length)
  const moved = requests > 1 ? moving.modifiers : []
  const audience = requests === 0 ? 'same' : audienceShift(changes)
  if (moved.length === 0 && audience === 'same' && !nested) return undefined
  return { ...unseen, ...movesOf(moving, moved, audience), nested, hazards: hazardsOfOrder(changes, moved, audience) }
}

function withRemovals(changes: RootChanges, order: RootOrder | undefined): RootOrder | undefined {
  return losesUnseenVariants(changes) ? { ...(order ?? unseen), removesVariantsFirst: true } : order
}

/** True where a product with its own price has variants in the store that are removed, and becomes one with variants. */
function losesUnseenVariants({ own, rows }: RootChanges): boolean {
  return kindSwitch(own) === 'matrix' && rows.some((row) => row.kind === 'record' && row.action === 'remove' && isOfVariants(row.resource))
}

/** True for the rows by which shoppers see a variant. */
export function isOfVariants(resource: ResourceName): boolean {
  return resource === 'Variants' || resource === 'VariantOptions'
}

function movesOf(
  { modifiers, prices }: Moving,
  moved: readonly Modifier[],
  audience: AudienceShift,
): Pick<RootOrder, 'before' | 'after' | 'parts'> {
  const shift = together([prices, ...modifiers.map(({ parts }) => modifierShift(parts))])
  const dearer = moved.some(({ parts }) => Object.keys(parts.first).length > 0)
  const cheaper = moved.some(({ parts }) => Object.keys(parts.last).length > 0)
  const { before, after } = priceOrder({ prices: shift, dearer, cheaper, audience })
  return { before: new Set(before), after: new Set(after), parts: new Map(moved.map(({ change, parts }) => [change.address, parts])) }
}

function hazardsOfOrder({ root }: RootChanges, moved: readonly Modifier[], audience: AudienceShift): Hazard[] {
  const { address } = root
  return [
    ...(moved.length > 0 ? [{ kind: 'dearer-meanwhile' as const, address, root }] : []),
    ...(audience === 'replaced' ? [{ kind: 'mixes-audiences' as const, address, root }] : []),
  ]
}

function modifierShift({ first, last }: TwoParts): PriceShift {
  const [rises, falls] = [Object.keys(first).length > 0, Object.keys(last).length > 0]
  return rises && falls ? 'mixed' : rises ? 'rise' : 'fall'
}

const unseen: RootOrder = {
  hides: false,
  removesFirst: false,
  removesVariantsFirst: false,
  before: new Set(),
  after: new Set(),
  parts: new Map(),
  nested: undefined,
  hazards: [],
}

function orderOf(changes: RootChanges, capabilities: Capabilities): RootOrder | undefined {
  const flag = changes.own?.fields.find(({ field }) => field === product.hiddenBy)
  if (!flag) return changes.root.isHidden ? undefined : withRemovals(changes, visibleOrder(changes, capabilities))
  if (changes.rows.length === 0) return undefined
  return isOn(flag.after ?? '') ? { ...unseen, hides: true } : { ...unseen, removesFirst: true }
}

/** The orders of the existing products that need one. */
export function rootOrders(products: readonly RootChanges[], capabilities: Capabilities): RootOrders {
  return new Map(
    products.flatMap((changes) => {
      if (isNewRoot(changes)) return []
      const order = orderOf(changes, capabilities)
      return order ? [[changes.root.address, order] as const] : []
    }),
  )
}

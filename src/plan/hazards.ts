import { compareDecimals } from '../records/decimal.ts'
import type { Change, GridChange, GridRow } from '../diff/change.ts'
import { isDoable } from './changes-by-root.ts'
import { counted } from './counted.ts'
import { resourceOfChange, valuesOf } from './record-of-change.ts'
import type { Hazard } from './step.ts'

function rowText(row: GridRow): string {
  return `${row.group_code === '' ? 'default' : `group ${row.group_code}`} from quantity ${row.start}`
}

/** How long a bridge takes, roughly: six exchanges and the rows. */
function seconds({ after }: GridChange): number {
  return 3 + Math.ceil(after.length / 100)
}

/** The dearest price that a customer pays now or will pay, in the store's own currency. */
function dearest({ before, after }: GridChange): GridRow | undefined {
  return [...before, ...after]
    .filter(({ currency_code }) => currency_code === '')
    .reduce<GridRow | undefined>((most, row) => (!most || (compareDecimals(row.price, most.price) ?? 0) > 0 ? row : most), undefined)
}

function lowBridge(change: Change, grid: GridChange, joinsSale: boolean): Hazard[] {
  const most = dearest(grid)
  const price = grid.bridgePrice
  const bridged = (grid.way === 'bridge' && grid.onSale) || (grid.way === 'fresh' && joinsSale)
  if (!bridged || !most || price === null || (compareDecimals(price, most.price) ?? 0) >= 0) return []
  const message = `${change.key['sku'] ?? ''}: while the grid is off everybody pays ${price}, which is below the ${most.price} of ${rowText(most)}.`
  return [{ kind: 'bridge-price-low', address: change.address, message }]
}

function gridHazards(change: Change, grid: GridChange, joinsSale: boolean): Hazard[] {
  const sku = change.key['sku'] ?? ''
  const { address } = change
  const hides: Hazard = {
    kind: 'hides-grid',
    address,
    message: `${sku}: for about ${String(seconds(grid))} seconds everybody pays ${grid.bridgePrice ?? 'the simple price'} instead of the price of their group and quantity.`,
  }
  const doubled: Hazard = {
    kind: 'duplicates-in-store',
    address,
    message: `${sku}: the store holds price entries more than once, so which price counts is not known now.`,
  }
  const removes: Hazard = {
    kind: 'removes-rows',
    address,
    message: `${sku}: its grid of ${counted(grid.before.length, 'PricingAdvanced')} is removed for the simple price.`,
  }
  const leftOver: Hazard = {
    kind: 'removes-rows',
    address,
    message: `${sku}: the store still holds price entries of a record that is gone; they are deleted first.`,
  }
  return [
    ...(grid.duplicates ? [doubled] : []),
    ...(grid.leftOver ? [leftOver] : []),
    ...(grid.way === 'bridge' && grid.onSale ? [hides] : []),
    ...lowBridge(change, grid, joinsSale),
    ...(grid.way === 'clear' ? [removes] : []),
  ]
}

function shows(change: Change): Hazard[] {
  const { address, action, resource, key } = change
  const flag = resource === 'Product' ? 'inactive' : resource === 'Cat' ? 'hide' : ''
  if (action !== 'update' || valuesOf(change)[flag] !== 'false') return []
  return [{ kind: 'shows-hidden', address, message: `${key['sku'] ?? key['code'] ?? ''}: hidden in the store now, and will be shown.` }]
}

function opens({ opensAccess, address, title, root }: Change): Hazard[] {
  if (!opensAccess) return []
  return [{ kind: 'opens-access', address, message: `${title} (${root ?? ''}) loses its last access group: everybody may see and buy it.` }]
}

function withoutEffect({ gridDecides, address, key, fields, resource }: Change): Hazard[] {
  const price = fields.find(({ field }) => field === 'price')
  if (!gridDecides || !price) return []
  const sku = (resource === 'Variants' ? key['code'] : key['sku']) ?? ''
  const message = `${sku}: its price entries in the store decide, so that customers do not pay the price of ${price.after ?? ''}. Write pricing: {} beside it to take them away.`
  return [{ kind: 'price-without-effect', address, message }]
}

function overwrites({ file, address }: Change): Hazard[] {
  if (!file?.before) return []
  return [{ kind: 'overwrites-file', address, message: `${file.path} is there with other content and is overwritten.` }]
}

/** One line for the rows of a kind that leave a root record. */
function removals(changes: readonly Change[]): Hazard[] {
  const removed = changes.filter(({ action, grid }) => action === 'remove' && !grid)
  const groups = Map.groupBy(removed, ({ root, resource }) => `${root ?? ''} ${resource}`)
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows
    if (!first) return []
    const message = `${first.title} (${first.root ?? ''}) loses ${counted(rows.length, resourceOfChange(first))}.`
    return [{ kind: 'removes-rows' as const, address: first.address, message }]
  })
}

/** What a shopper or an owner should know before these changes are carried out, by change, removed rows last. */
export function hazardsOf(changes: readonly Change[]): readonly Hazard[] {
  const doable = changes.filter(isDoable)
  const newRoots = new Set(
    doable.filter(({ address, root, action }) => address === root && action === 'create').map(({ address }) => address),
  )
  const gone = new Set(
    doable.filter(({ resource, action }) => resource === 'Variants' && action === 'remove').map(({ key }) => key['code'] ?? ''),
  )
  const each = doable.flatMap((change) => {
    const leaves = change.grid && gone.has(change.key['sku'] ?? '')
    const joinsSale = change.grid?.owner === 'Variants' && !newRoots.has(change.root ?? '')
    return [
      ...(change.grid && !leaves ? gridHazards(change, change.grid, joinsSale) : []),
      ...shows(change),
      ...opens(change),
      ...withoutEffect(change),
      ...overwrites(change),
    ]
  })
  return [...each, ...removals(doable)]
}

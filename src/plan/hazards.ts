import { compareDecimals } from '../records/decimal.ts'
import { type Change, type FileChange, type GridChange, type GridDiff, type RecordChange, skuOfChange } from '../diff/change.ts'
import type { GridRow } from '../pricing/grid-row.ts'
import { resourceOf } from '../resources/registry.ts'
import { isOn } from '../resources/scalar.ts'
import { isDoable } from './changes-by-root.ts'
import type { Hazard } from './hazard.ts'
import { leftOverHazards } from './left-over-hazards.ts'
import { priceSlips } from './price-slips.ts'

/** How long a bridge takes, roughly: six requests and the rows. */
function secondsOf({ after }: GridDiff): number {
  return 3 + Math.ceil(after.length / 100)
}

/** The highest price that a customer pays before or after, in the store's own currency. */
function highestRow({ before, after }: GridDiff): GridRow | undefined {
  return [...before, ...after]
    .filter(({ currency_code }) => currency_code === '')
    .reduce<GridRow | undefined>((most, row) => (!most || (compareDecimals(row.price, most.price) ?? 0) > 0 ? row : most), undefined)
}

function lowBridge({ address, sku, grid }: GridChange, joinsSale: boolean): Hazard[] {
  const highest = highestRow(grid)
  const price = grid.bridgePrice
  const isBridged = (grid.way === 'bridge' && grid.onSale) || (grid.way === 'fresh' && joinsSale)
  if (!isBridged || !highest || price === null || (compareDecimals(price, highest.price) ?? 0) >= 0) return []
  const { group_code, start } = highest
  return [{ kind: 'bridge-price-low', address, sku, price, highest: { group_code, start, price: highest.price } }]
}

function gridHazards(change: GridChange, joinsSale: boolean): Hazard[] {
  const { address, sku, grid } = change
  return [
    ...(grid.duplicates ? [{ kind: 'duplicates-in-store' as const, address, sku }] : []),
    ...(grid.way === 'bridge' && grid.onSale
      ? [{ kind: 'hides-grid' as const, address, sku, seconds: secondsOf(grid), price: grid.bridgePrice }]
      : []),
    ...lowBridge(change, joinsSale),
    ...(grid.way === 'clear' && !grid.leftOver ? [{ kind: 'removes-grid' as const, address, sku, rows: grid.before.length }] : []),
  ]
}

function shows(change: RecordChange): Hazard[] {
  const { address, action, resource, root } = change
  const { hiddenBy } = resourceOf(resource)
  const flag = change.fields.find(({ field }) => field === hiddenBy)
  return action === 'update' && flag && !isOn(flag.after ?? '') ? [{ kind: 'shows-hidden', address, root }] : []
}

function opens({ opensAccess, address, root }: RecordChange): Hazard[] {
  return opensAccess ? [{ kind: 'opens-access', address, root }] : []
}

function recreates({ again, address, root, resource }: RecordChange): Hazard[] {
  return again ? [{ kind: 'recreates-row', address, root, resource, copies: again.copies.length }] : []
}

function withoutEffect(change: RecordChange): Hazard[] {
  const { gridDecides, address, fields } = change
  const price = fields.find(({ field }) => field === 'price')
  return gridDecides && price ? [{ kind: 'price-without-effect', address, sku: skuOfChange(change), price: price.after ?? '' }] : []
}

function takesSlug({ slugOwner, address, root, fields, resource }: RecordChange): Hazard[] {
  const slug = fields.find(({ field }) => field === resourceOf(resource).slugField)?.after ?? ''
  return slugOwner ? [{ kind: 'same-slug', address, root, slug, owner: slugOwner.root, lasts: slugOwner.keeps }] : []
}

function overwrites({ file, address }: FileChange): Hazard[] {
  return file.before ? [{ kind: 'overwrites-file', address, path: file.path }] : []
}

/** One hazard for all rows of a resource that are removed from a root record. */
function removals(changes: readonly RecordChange[]): Hazard[] {
  const removed = changes.filter(({ action, leftOver }) => action === 'remove' && !leftOver)
  const groups = Map.groupBy(removed, ({ root, resource }) => `${resource} ${root.address}`)
  return [...groups.values()].flatMap((rows): Hazard[] => {
    const [first] = rows
    if (!first) return []
    const { address, root, resource, left } = first
    if (left) return [{ kind: 'removes-variants', address, root, codes: rows.map(skuOfChange), left }]
    return [{ kind: 'removes-rows', address, root, resource, rows: rows.length }]
  })
}

/** What a shopper or an owner should know before these changes are carried out, by change: wrong prices first, removed rows last. */
export function hazardsOf(changes: readonly Change[]): readonly Hazard[] {
  const doable = changes.filter(isDoable)
  const records = doable.filter((change) => change.kind === 'record')
  const newRoots = new Set(
    records.filter(({ address, root, action }) => address === root.address && action === 'create').map(({ address }) => address),
  )
  const each = doable.flatMap((change) => {
    switch (change.kind) {
      case 'record':
        return [...shows(change), ...opens(change), ...recreates(change), ...withoutEffect(change), ...takesSlug(change)]
      case 'grid': {
        const joinsSale = change.grid.owner === 'Variants' && !newRoots.has(change.root.address)
        return change.grid.ownerRemoved ? [] : gridHazards(change, joinsSale)
      }
      case 'file':
        return overwrites(change)
      default:
        return change satisfies never
    }
  })
  const leftOver = leftOverHazards(doable.filter((change) => change.kind !== 'file'))
  return [...priceSlips(doable), ...each, ...leftOver, ...removals(records)]
}

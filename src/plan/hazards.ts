import { type Change, type FileChange, type RecordChange, skuOfChange } from '../diff/change.ts'
import { resourceOf } from '../resources/registry.ts'
import { isOn } from '../resources/scalar.ts'
import { isDoable } from './changes-by-root.ts'
import { gridHazards, gridSurroundings } from './grid-hazards.ts'
import type { Hazard } from './hazard.ts'
import { leftOverHazards } from './left-over-hazards.ts'
import { priceSlips } from './price-slips.ts'

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

function ofFile({ file: { before, after, path }, address }: FileChange): Hazard[] {
  if (after === null) return [{ kind: 'removes-file', address, path }]
  return before ? [{ kind: 'overwrites-file', address, path }] : []
}

/** One hazard for all rows of a resource that are removed from a root record; a removed root record is a change that a plan shows. */
function removals(changes: readonly RecordChange[]): Hazard[] {
  const removed = changes.filter(({ action, leftOver, address, root }) => action === 'remove' && !leftOver && address !== root.address)
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
  const surroundings = gridSurroundings(doable)
  const each = doable.flatMap((change) => {
    switch (change.kind) {
      case 'record':
        return [...shows(change), ...opens(change), ...recreates(change), ...withoutEffect(change), ...takesSlug(change)]
      case 'grid':
        return gridHazards(change, surroundings)
      case 'file':
        return ofFile(change)
      default:
        return change satisfies never
    }
  })
  const leftOver = leftOverHazards(doable.filter((change) => change.kind !== 'file'))
  return [...priceSlips(doable), ...each, ...leftOver, ...removals(records)]
}

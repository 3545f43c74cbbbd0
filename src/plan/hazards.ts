import { type Change, type FileChange, type RecordChange, skuOfChange } from '../diff/change.ts'
import { unpackedChanges } from '../diff/packed-changes.ts'
import { resourceOf } from '../resources/registry.ts'
import { isOn } from '../resources/scalar.ts'
import { kept } from '../source/kept.ts'
import { onFirstUse } from '../source/on-first-use.ts'
import { isDoable } from './changes-by-root.ts'
import { gridHazards, gridSurroundings } from './grid-hazards.ts'
import type { Hazard } from './hazard.ts'
import { leftOverHazards } from './left-over-hazards.ts'
import { priceSlips } from './price-slips.ts'

function shows({ action, resource, fields }: RecordChange): boolean {
  const { hiddenBy } = resourceOf(resource)
  const flag = action === 'update' && hiddenBy !== undefined ? fields.find(({ field }) => field === hiddenBy) : undefined
  return flag !== undefined && !isOn(flag.after ?? '')
}

function ofRecord(change: RecordChange): readonly Hazard[] {
  const { address, root, resource, opensAccess, again, gridDecides, slugOwner } = change
  const isShown = shows(change)
  if (!isShown && !opensAccess && !again && !gridDecides && !slugOwner) return none
  return [
    ...(isShown ? [{ kind: 'shows-hidden' as const, address, root }] : []),
    ...(opensAccess ? [{ kind: 'opens-access' as const, address, root }] : []),
    ...(again ? [{ kind: 'recreates-row' as const, address, root, resource, copies: again.copies.length }] : []),
    ...withoutEffect(change),
    ...takesSlug(change),
  ]
}

/** Most changes have no hazard. */
const none: readonly Hazard[] = []

function withoutEffect(change: RecordChange): readonly Hazard[] {
  const { gridDecides, address, fields } = change
  const price = fields.find(({ field }) => field === 'price')
  return gridDecides && price ? [{ kind: 'price-without-effect', address, sku: skuOfChange(change), price: price.after ?? '' }] : none
}

function takesSlug({ slugOwner, address, root, fields, resource }: RecordChange): readonly Hazard[] {
  const slug = fields.find(({ field }) => field === resourceOf(resource).slugField)?.after ?? ''
  return slugOwner ? [{ kind: 'same-slug', address, root, slug, owner: slugOwner.root, lasts: slugOwner.keeps }] : none
}

function ofFile({ file: { before, after, path }, address }: FileChange): Hazard[] {
  if (after === null) return [{ kind: 'removes-file', address, path }]
  return before ? [{ kind: 'overwrites-file', address, path }] : []
}

/** One hazard for all rows of a resource that are removed from a root record; a removed root record is a change that a plan shows. */
function removals(changes: readonly Change[]): Hazard[] {
  const removed = changes.filter(isRemovedRow)
  const groups = Map.groupBy(removed, ({ root, resource }) => `${resource} ${root.address}`)
  return [...groups.values()].flatMap((rows): Hazard[] => {
    const [first] = rows
    if (!first) return []
    const { address, root, resource, left } = first
    if (left) return [{ kind: 'removes-variants', address, root, codes: rows.map(skuOfChange), left }]
    return [{ kind: 'removes-rows', address, root, resource, rows: rows.length }]
  })
}

function isRemovedRow(change: Change): change is RecordChange {
  return change.kind === 'record' && change.action === 'remove' && !change.leftOver && change.address !== change.root.address
}

/** What a shopper or an owner should know before these changes are carried out, by change: wrong prices first, removed rows last. */
export function hazardsOf(all: readonly Change[]): readonly Hazard[] {
  const changes = unpackedChanges(all)
  const doable = kept(changes, isDoable)
  const surroundings = onFirstUse(() => gridSurroundings(doable))
  const each = doable.flatMap((change) => {
    switch (change.kind) {
      case 'record':
        return ofRecord(change)
      case 'grid':
        return gridHazards(change, surroundings())
      case 'file':
        return ofFile(change)
      default:
        return change satisfies never
    }
  })
  return [...priceSlips(doable), ...each, ...leftOverHazards(doable), ...removals(doable)]
}

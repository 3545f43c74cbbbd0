import { type GridChange, type RecordChange, skuOfChange } from '../diff/change.ts'
import { childNames } from '../records/child-names.ts'
import { linked, rowIdentity } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { isOn } from '../resources/scalar.ts'
import type { Action, Image, Lane, LaneOperation, LaneParts, Move, Target, Track } from './operation.ts'
import { isNewRoot } from './new-root.ts'
import { operationOf } from './operations.ts'
import { priceEntry } from './record-of-change.ts'
import { actionAt } from './step-actions.ts'

/**
 * The lane of one root: each operation with the images of its targets before and after it. The images are calculated from the
 * changes and the values that the operations write, so that a plan does not store them.
 */
export function laneOf(parts: LaneParts, capabilities: Capabilities): Lane {
  const { root, changes, actions } = parts
  const tracks = new Map<string, PlacedTrack>()
  const { before, leftOvers, whole } = isNewRoot(parts) ? beforeNew : beforePlan(changes, capabilities)

  function move(target: Target, change: (image: Image) => Image): Move {
    const key = trackKey(target, capabilities)
    const known = tracks.get(key)
    const images = known?.images ?? [before(key)]
    // A list that grows in place has room for 16 more images, in each of the many lanes that a run holds.
    const longer = [...images, change(images.at(-1) ?? null)]
    const at = known?.at ?? tracks.size
    tracks.set(key, known ? { ...known, images: longer } : placed(target, { key, at, images: longer }))
    return { track: key, at, to: images.length }
  }

  function placed(
    target: Target,
    { key, at, images }: { readonly key: string; readonly at: number; readonly images: readonly Image[] },
  ): PlacedTrack {
    const track = { target, images, at }
    if (!leftOvers.has(key) && !whole.has(key)) return track
    return { ...track, ...(leftOvers.has(key) && { isLeftOver: true as const }), ...(whole.has(key) && { isWhole: true as const }) }
  }

  const operations = actions.map((place, at): LaneOperation => {
    const action = actionAt(place)
    return {
      ...operationOf(root, place),
      at,
      moves: effectsOf(action).map(({ target, change }) => move(target, change)),
    }
  })
  // The entries of a grid that is only turned on are not written: that there are any is read.
  for (const sku of changes.flatMap(onlyTurnedOn)) {
    if (!tracks.has(gridKey(sku))) tracks.set(gridKey(sku), { target: { kind: 'grid', sku }, images: [null], at: tracks.size })
  }
  return { root, operations, tracks }
}

/** What is known of the targets of a lane before the plan, by their keys. */
interface BeforePlan {
  readonly before: (key: string) => Image
  readonly leftOvers: ReadonlySet<string>
  /** Those whose price entries a body re-cuts. */
  readonly whole: ReadonlySet<string>
}

const nothing: Image = { rows: [], mode: 'exact' }
const beforeNew: BeforePlan = { before: () => nothing, leftOvers: new Set(), whole: new Set() }

function beforePlan(changes: LaneParts['changes'], capabilities: Capabilities): BeforePlan {
  return {
    before: beforeOf(changes, capabilities),
    leftOvers: leftOverKeys(changes, capabilities),
    whole: new Set(changes.flatMap((change) => (change.kind === 'grid' && change.grid.way === 're-cut' ? [gridKey(change.sku)] : []))),
  }
}

/** A track with its index among those of its lane. */
interface PlacedTrack extends Track {
  readonly at: number
}

/** The sku of a record whose grid a change turns on. */
function onlyTurnedOn(change: LaneParts['changes'][number]): string[] {
  if (change.kind === 'grid' || change.action !== 'update') return []
  const flag = change.fields.find(({ field }) => field === 'advanced_pricing')
  return flag !== undefined && !isOn(flag.before ?? '') && isOn(flag.after ?? '') ? [skuOfChange(change)] : []
}

/** The key of the price entries of a sku in its lane. */
export function gridKey(sku: string): string {
  return `grid ${sku}`
}

/** The key of a target in its lane: the key that the client chose or the store assigned, else the natural key. */
export function trackKey(target: Target, capabilities: Capabilities): string {
  return target.kind === 'grid' ? gridKey(target.sku) : rowKey(target.resource, target.fields, capabilities)
}

/** The keys under which a row that the store returned can be a target: by its primary key, and by its natural key. */
export function rowKeys(row: RecordTree, capabilities: Capabilities): readonly string[] {
  const { resource, fields } = row
  if (resource === 'PricingAdvanced') return [gridKey(fields['sku'] ?? '')]
  const own = rowKey(resource, fields, capabilities)
  const { key, identity } = resourceOf(resource)
  if (key === null || identity === 'none') return [own]
  const natural = naturalKey(resource, fields, capabilities)
  return own === natural ? [own] : [own, natural]
}

function rowKey(resource: ResourceName, fields: Fields, capabilities: Capabilities): string {
  const { key, identity } = resourceOf(resource)
  const value = key === null || identity === 'none' ? '' : (fields[key] ?? '')
  return value === '' ? naturalKey(resource, fields, capabilities) : `${resource} ${value}`
}

function naturalKey(resource: ResourceName, fields: Fields, capabilities: Capabilities): string {
  return `${resource} ${rowIdentity({ resource, fields }, capabilities)}`
}

interface Effect {
  readonly target: Target
  readonly change: (image: Image) => Image
}

/** What an action does to each of its targets. */
function effectsOf(action: Action): readonly Effect[] {
  switch (action.kind) {
    case 'write':
      return effectsOfRecord(action.record)
    case 'write-prices':
      return [{ target: { kind: 'grid', sku: action.sku }, change: (image) => withRows(image, action.rows) }]
    case 'delete-prices':
      return [{ target: { kind: 'grid', sku: action.sku }, change: () => nothing }]
    case 'delete-entry':
      return [{ target: { kind: 'grid', sku: action.sku }, change: (image) => withoutRow(image, action.uid) }]
    case 'delete-row':
      return [{ target: { kind: 'rows', resource: action.resource, fields: action.where }, change: () => nothing }]
    case 'put-file':
    case 'delete-file':
      return []
    default:
      return action satisfies never
  }
}

function effectsOfRecord(record: RecordTree): readonly Effect[] {
  const { resource, fields } = record
  const own: Effect = {
    target: { kind: 'rows', resource, fields },
    change: (image) => ({ rows: [image?.rows[0] ? { ...image.rows[0], ...fields } : fields], mode: 'exact' }),
  }
  const below = childNames(record.children).flatMap((name) => {
    const rows = (record.children[name] ?? []).map((child) => linked(child, record))
    if (name !== 'PricingAdvanced') return rows.flatMap(effectsOfRecord)
    const bySku = Map.groupBy(rows, (row) => row.fields['sku'] ?? '')
    return [...bySku].map(([sku, entries]): Effect => ({ target: { kind: 'grid', sku }, change: (image) => withRows(image, entries) }))
  })
  return [own, ...below]
}

/** Price entries after some were written: one with a `uid` replaces that entry, others are added. */
function withRows(image: Image, entries: readonly RecordTree[]): Image {
  if (image?.rows.length === 0) return { rows: entries.map(({ fields }) => fields), mode: image.mode }
  const updates = new Map(entries.flatMap(({ fields }) => (fields['uid'] === undefined ? [] : [[fields['uid'], fields]])))
  const kept = (image?.rows ?? []).map((row) => {
    const update = updates.get(row['uid'] ?? '')
    return update ? { ...row, ...update } : row
  })
  const known = new Set(kept.map((row) => row['uid']))
  const added = entries.map(({ fields }) => fields).filter(({ uid }) => uid === undefined || !known.has(uid))
  return { rows: [...kept, ...added], mode: image?.mode ?? 'contains' }
}

/** Price entries after one of them was deleted. */
function withoutRow(image: Image, uid: string): Image {
  return image && { ...image, rows: image.rows.filter((row) => row['uid'] !== uid) }
}

/** Looks up the state of a target before the plan, as the changes of the root state it. */
function beforeOf(changes: LaneParts['changes'], capabilities: Capabilities): (key: string) => Image {
  const images = new Map<string, Image>()
  const records = changes.filter((change) => change.kind === 'record')
  for (const change of records) images.set(rowKey(change.resource, change.key, capabilities), imageBefore(change))
  for (const change of changes) {
    if (change.kind !== 'grid') continue
    images.set(gridKey(change.sku), gridBefore(change))
    const owner = `${change.grid.owner} ${change.sku}`
    images.set(owner, ownerBefore(change, images.get(owner)))
  }
  // Nothing of a record that does not exist can exist either.
  const isNew = records.some(({ address, root, action }) => address === root.address && action === 'create')
  return (key) => (images.has(key) ? (images.get(key) ?? null) : isNew ? nothing : null)
}

/** The keys of rows that removed records have left, or that are taken from other products. */
function leftOverKeys(changes: LaneParts['changes'], capabilities: Capabilities): ReadonlySet<string> {
  return new Set(
    changes.flatMap((change) => {
      if (change.kind === 'grid') return change.grid.leftOver ? [gridKey(change.sku)] : []
      return change.leftOver || change.takenRow ? [rowKey(change.resource, change.key, capabilities)] : []
    }),
  )
}

function imageBefore({ action, fields, key, leftOver, takenRow, again }: RecordChange): Image {
  if (takenRow) return { rows: [takenRow], mode: 'exact' }
  if (again) return { rows: again.copies, mode: 'exact' }
  if (action === 'create' && !leftOver) return nothing
  const known = Object.fromEntries(fields.flatMap(({ field, before }) => (before === null ? [] : [[field, before]])))
  return { rows: [{ ...key, ...known }], mode: action === 'remove' ? 'some' : 'exact' }
}

function gridBefore({ sku, grid }: GridChange): Image {
  // Entries that a removed record left behind are not part of the change.
  if (grid.leftOver && grid.before.length === 0) return null
  return { rows: grid.before.map((row) => priceEntry(sku, row).fields), mode: 'exact' }
}

/** The record that owns a grid, with the two fields that the way of the grid writes. */
function ownerBefore({ sku, grid, fields }: GridChange, image: Image | undefined): Image {
  if (image?.rows.length === 0) return image
  const { price, on } = grid.ownerBefore
  const known = Object.fromEntries(fields.flatMap(({ field, before }) => (before === null ? [] : [[field, before]])))
  const key = resourceOf(grid.owner).key ?? 'sku'
  const row = { [key]: sku, price: price ?? '', advanced_pricing: on ? 'true' : 'false', ...known, ...image?.rows[0] }
  return { rows: [row], mode: 'exact' }
}

import { addressOf } from '../records/address.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { SourcePlace } from '../source/source.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { Change, FieldChange } from './change.ts'
import type { RootPlace } from './diff-context.ts'
import { changedFields, fieldOf, isOn, originOf, type Pair } from './field-changes.ts'
import { filesRefusal, updateRefusal } from './refusals.ts'
import { keyOf } from './row-key.ts'

/** A pair with what its collection decided about it. */
export interface RowPair extends Pair {
  /** The order field when it is left as the store has it (semantics.md 6). */
  readonly kept?: string | undefined
  /** The primary key that the row gets, where the one of the catalogue is not the store's or is taken. */
  readonly code?: string | undefined
}

function placeOf(desired: DesiredRecord, changes: readonly FieldChange[], place: RootPlace): SourcePlace {
  const only = changes.length === 1 ? changes[0] : undefined
  return place.context.locate((only && desired.spans[only.field]) ?? desired.source)
}

function keyFields(pair: RowPair): Readonly<Record<string, string>> {
  const { key, identity } = resourceOf(pair.desired.resource)
  const code = pair.code ?? (key !== null && pair.live && identity !== 'none' ? pair.live.fields[key] : undefined)
  return key === null || code === undefined ? pair.desired.fields : { ...pair.desired.fields, [key]: code }
}

function ownChange(pair: RowPair, fields: readonly FieldChange[], place: RootPlace): Change {
  const { desired, live } = pair
  const { resource } = desired
  return {
    address: addressOf(resource, desired.fields),
    action: live ? 'update' : 'create',
    resource,
    root: place.root,
    rootResource: place.rootResource,
    title: place.title,
    key: keyOf(resource, keyFields(pair), place.context.capabilities),
    fields,
    origin: originOf(pair, fields),
    source: placeOf(desired, fields, place),
    ...(gridDecides(pair, fields) && { gridDecides: true }),
  }
}

/** A catalogue that gives only a simple price leaves `advanced_pricing` and the grid of the store alone (semantics.md 3). */
function gridDecides({ desired, live }: RowPair, fields: readonly FieldChange[]): boolean {
  const isManaged = desired.children.PricingAdvanced !== undefined || desired.fields['advanced_pricing'] !== undefined
  return !isManaged && fields.some(({ field }) => field === 'price') && isOn(live?.fields['advanced_pricing'])
}

/** A field or row that differs and stays as it is. */
function refused(change: Change, reason: string): Change {
  return { ...change, action: 'cannot', reason }
}

function isPicture(resource: ResourceName, { field, after }: FieldChange): boolean {
  return fieldOf(resource, field).kind === 'file' && after !== ''
}

/** The record's own fields as changes: one for what can be written, and one for each field that cannot. `mine` are the grid's. */
export function ownChanges(pair: RowPair, mine: ReadonlySet<string>, place: RootPlace): Change[] {
  const { desired, live } = pair
  const { resource } = desired
  const { capabilities } = place.context
  const key = keyOf(resource, keyFields(pair), capabilities)
  const skip = new Set([
    ...mine,
    ...(live ? [resourceOf(resource).key ?? ''] : Object.keys(key)),
    ...(pair.kept && live ? [pair.kept] : []),
  ])
  const fields = changedFields(pair, skip)
  if (live && fields.length === 0) return []
  const refusal = live && updateRefusal(resource, capabilities)
  const change = ownChange(pair, fields, place)
  if (refusal !== undefined) return [refused(change, refusal)]
  if (capabilities.files) return [change]
  const pictures = fields.filter((field) => isPicture(resource, field))
  const rest = fields.filter((field) => !pictures.includes(field))
  const blocked = pictures.map((field) =>
    refused({ ...ownChange(pair, [field], place), address: `${change.address}>${field.field}` }, filesRefusal),
  )
  return [...(live && rest.length === 0 ? [] : [{ ...change, fields: rest }]), ...blocked]
}

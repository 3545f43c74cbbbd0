import { addressOf } from '../records/address.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { identifyingFields } from '../records/row-identity.ts'
import type { SourcePlace } from '../source/source.ts'
import { fieldOf, resourceOf, type ResourceName } from '../resources/registry.ts'
import { isOn } from '../resources/scalar.ts'
import type { FieldChange, RecordChange } from './change.ts'
import type { RootPlace } from './diff-context.ts'
import { changedFields, originOf, type Pair } from './field-changes.ts'
import { filesRefusal, refused, updateRefusal } from './refusals.ts'

/** A pair with what its collection decided about it. */
export interface RowPair extends Pair {
  /** The order field where the value of the store is kept (semantics.md 6). */
  readonly kept?: string | undefined
  /** The primary key that the row gets where it is not the one that the catalogue chose. */
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

function ownChange(pair: RowPair, fields: readonly FieldChange[], place: RootPlace): RecordChange {
  const { desired, live } = pair
  const { resource } = desired
  return {
    kind: 'record',
    address: addressOf(resource, desired.fields),
    action: live ? 'update' : 'create',
    resource,
    root: place.root,
    key: identifyingFields(resource, keyFields(pair), place.context.capabilities),
    fields,
    origin: originOf(pair, fields),
    source: placeOf(desired, fields, place),
    ...(gridDecides(pair, fields) && { gridDecides: true }),
  }
}

/** A catalogue that declares only a simple price does not manage `advanced_pricing` and the grid of the store (semantics.md 3). */
function gridDecides({ desired, live }: RowPair, fields: readonly FieldChange[]): boolean {
  const isManaged = desired.children.PricingAdvanced !== undefined || desired.fields['advanced_pricing'] !== undefined
  return !isManaged && fields.some(({ field }) => field === 'price') && isOn(live?.fields['advanced_pricing'])
}

function isPicture(resource: ResourceName, { field, after }: FieldChange): boolean {
  return fieldOf(resource, field).kind === 'file' && after !== ''
}

/**
 * The record's own fields as changes: one for all that can be written, and one for each field that cannot. `gridFields` are
 * written by the steps of its grid.
 */
export function ownChanges(pair: RowPair, gridFields: ReadonlySet<string>, place: RootPlace): RecordChange[] {
  const { desired, live } = pair
  const { resource } = desired
  const { capabilities } = place.context
  const key = identifyingFields(resource, keyFields(pair), capabilities)
  const skip = new Set([
    ...gridFields,
    ...(live ? [resourceOf(resource).key ?? ''] : Object.keys(key)),
    ...(pair.kept && live ? [pair.kept] : []),
  ])
  const fields = changedFields(pair, skip)
  if (live && fields.length === 0) return []
  const refusal = live && updateRefusal(resource, capabilities)
  const change = ownChange(pair, fields, place)
  if (refusal !== undefined) return [refused(change, refusal)]
  if (capabilities.files) return [change]
  const rest = fields.filter((field) => !isPicture(resource, field))
  const blocked = fields
    .filter((field) => isPicture(resource, field))
    .map((field) => refused({ ...ownChange(pair, [field], place), address: `${change.address}>${field.field}` }, filesRefusal))
  return [...(live && rest.length === 0 ? [] : [{ ...change, fields: rest }]), ...blocked]
}

import { addressOf, formatAddress } from '../records/address.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { fieldOf, type ResourceName } from '../resources/registry.ts'
import type { SourcePlace } from '../source/source.ts'
import type { FieldChange, RecordChange } from './change.ts'
import { type FieldDifference, originOf } from './compare-fields.ts'
import { lineOfPrice } from './price-lines.ts'
import { definitionsOf, type WrittenValue } from './definitions-of.ts'
import type { RootPlace } from './diff-context.ts'
import type { PreparedPair } from './prepare-pair.ts'
import { filesRefusal, refused, updateRefusal } from './refusals.ts'

/**
 * The record's own fields as changes: one for all that can be written, and one for each field that cannot. `gridFields` are
 * written by the steps of its grid.
 */
export function ownChanges(pair: PreparedPair, gridFields: ReadonlySet<string>, place: RootPlace): RecordChange[] {
  const { resource } = pair.desired
  const { capabilities } = place.context
  const isNew = pair.state === 'new'
  const differences = gridFields.size === 0 ? pair.differences : pair.differences.filter(({ change }) => !gridFields.has(change.field))
  if (!isNew && differences.length === 0) return []
  const change = ownChange(pair, differences, place)
  const refusal = isNew ? undefined : updateRefusal(resource, capabilities)
  if (refusal !== undefined) return [refused(change, refusal)]
  if (capabilities.files) return [change]
  const rest = change.fields.filter((field) => !isPicture(resource, field))
  const blocked = differences
    .filter((difference) => isPicture(resource, difference.change))
    .map((difference) => {
      const address = formatAddress({ resource, key: pair.desired.fields, field: difference.change.field, row: 1 })
      return refused({ ...ownChange(pair, [difference], place), address }, filesRefusal)
    })
  return [...(!isNew && rest.length === 0 ? [] : [{ ...change, fields: rest }]), ...blocked]
}

/** The change of a record that writes these fields. */
export function ownChange(pair: PreparedPair, differences: readonly FieldDifference[], place: RootPlace): RecordChange {
  const { desired, state, isApplied, key } = pair
  const own = differences.map(({ change }) => change)
  const fields = place.context.shareFields?.(own) ?? own
  const source = placeOf(pair, fields, place)
  const names = fields.map(({ field }) => field)
  const change: RecordChange = {
    kind: 'record',
    address: addressOf(desired.resource, desired.fields),
    action: state === 'new' ? 'create' : 'update',
    resource: desired.resource,
    root: place.root,
    key,
    fields,
    origin: originOf(state, isApplied, differences),
    source,
  }
  const more = {
    ...lineOfPrice(desired, names, { source, context: place.context }),
    ...definitionsOf(writtenValues(desired, names), place.context),
    ...(gridDecides(pair, fields) && { gridDecides: true as const }),
    ...(gridApplies(pair, fields) && { gridApplies: true as const }),
    ...turnedGrid(pair, fields),
  }
  // Most changes have nothing more: an object that could have it would take a quarter more memory.
  return Object.keys(more).length === 0 ? change : { ...change, ...more }
}

/** The fields with a place of their own. */
function writtenValues({ spans }: DesiredRecord, fields: readonly string[]): readonly WrittenValue[] {
  const written: WrittenValue[] = []
  for (const field of fields) {
    const span = spans[field]
    if (span) written.push([field, span])
  }
  return written
}

function placeOf({ desired }: PreparedPair, fields: readonly FieldChange[], { context }: RootPlace): SourcePlace {
  const only = fields.length === 1 ? fields[0] : undefined
  return context.locate((only && desired.spans[only.field]) ?? desired.source)
}

/** A catalogue that declares only a simple price does not manage `advanced_pricing` and the grid of the store (semantics.md 3). */
function gridDecides({ desired, grid, ownerBefore }: PreparedPair, fields: readonly FieldChange[]): boolean {
  const isManaged = grid !== null || desired.fields['advanced_pricing'] !== undefined
  return ownerBefore.on && !isManaged && fields.some(({ field }) => field === 'price')
}

/** A grid that the catalogue manages, that is on and stays on. */
function gridApplies({ grid, ownerBefore }: PreparedPair, fields: readonly FieldChange[]): boolean {
  const stays = grid !== null && grid.wanted.length > 0 && fields.every(({ field }) => field !== 'advanced_pricing')
  return ownerBefore.on && stays && fields.some(({ field }) => field === 'price')
}

/** Empty where the entries change too: the flag belongs to the change of the grid then. */
function turnedGrid({ turnedRows: rows, ownerBefore }: PreparedPair, fields: readonly FieldChange[]): Pick<RecordChange, 'turnedGrid'> {
  return rows.length > 0 && fields.some(({ field }) => field === 'advanced_pricing') ? { turnedGrid: { ownerBefore, rows } } : {}
}

function isPicture(resource: ResourceName, { field, after }: FieldChange): boolean {
  return after !== '' && fieldOf(resource, field).kind === 'file'
}

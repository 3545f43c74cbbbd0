import type { DesiredRecord } from '../../records/desired.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { Field } from '../../resources/field.ts'
import { type ResourceName, resourceOf } from '../../resources/registry.ts'
import type { Fields, Resource } from '../../resources/resource.ts'
import { shortestDecimal } from '../../resources/scalar.ts'
import { childOf, childSpan, keySpanOf, type Located, spanOf } from '../../yaml/source-node.ts'

/** A record that is not complete yet. */
export interface Draft {
  readonly resource: ResourceName
  /** The fields that the resource declares. */
  readonly declared: Resource['fields']
  readonly fields: Record<string, string>
  readonly spans: Record<string, SourceSpan>
  readonly children: Partial<Record<ResourceName, readonly DesiredRecord[]>>
  /** `null`: nothing more is written on create. */
  onCreate: DesiredRecord['onCreate'] | null
  readonly source: SourceSpan
}

/** Starts a record with its first fields, those that identify it and values that a document may replace; they are changed when others are set. */
export function startDraft(resource: ResourceName, fields: Record<string, string>, source: SourceSpan): Draft {
  const { fields: declared } = resourceOf(resource)
  return { resource, declared, fields, spans: {}, children: {}, onCreate: null, source }
}

/** Sets a field to the value of `key`, numbers in their shortest form; an absent value sets nothing. */
export function setField(draft: Draft, field: string, given: { text: string | undefined; parent: Located; key: string }): void {
  if (given.text === undefined) return
  draft.fields[field] = textFor(draft.declared[field], given.text)
  const span = childSpan(given.parent, given.key)
  if (span) draft.spans[field] = span
}

/** A map of a document that gives values to a record, and its place. Of a variant: its override, its list entry, or `each`. */
export interface Level<T> {
  readonly value: T
  readonly located: Located
}

/** Values that fields of a record can have as they are, by the names of these fields. */
export type PlainValues<F extends string> = Readonly<Partial<Record<F, string | undefined>>>

/** Sets a field to the value that a level gives under its name. False where it gives none. */
export function setOwn<F extends string>(draft: Draft, field: F, { value, located }: Level<PlainValues<F>>): boolean {
  const text = value[field]
  if (text === undefined) return false
  setField(draft, field, { text, parent: located, key: field })
  return true
}

/** Sets the place of a collection. */
export function markPlace(draft: Draft, name: string, parent: Located): void {
  const place = childOf(parent, name)
  if (place) draft.spans[name] = place.node.kind === 'scalar' ? spanOf(place) : keySpanOf(place)
}

/** The value of a field for a text of a document: numbers in their shortest form, everything else as written. */
export function fieldText(resource: ResourceName, field: string, text: string): string {
  return textFor(resourceOf(resource).fields[field], text)
}

function textFor(field: Field | undefined, text: string): string {
  const kind = field?.kind
  return kind === 'decimal' || kind === 'integer' ? (shortestDecimal(text) ?? text) : text
}

/** The parts of a record; `null`: nothing more is written on create. */
type Parts = Omit<DesiredRecord, 'onCreate'> & { readonly onCreate: DesiredRecord['onCreate'] | null }

/** The complete record. Member by member: a spread takes longer, and a catalogue has many records. */
export function finish({ resource, fields, children, source, spans, onCreate }: Parts): DesiredRecord {
  return onCreate ? { resource, fields, children, source, spans, onCreate } : { resource, fields, children, source, spans }
}

/** Shared by all leaves, of which a catalogue has many. */
const none = Object.freeze({})

/** A record without children, such as a link. */
export function leaf(
  resource: ResourceName,
  fields: Fields,
  place: { source: SourceSpan; spans?: Readonly<Record<string, SourceSpan>> },
): DesiredRecord {
  return { resource, fields, children: none, source: place.source, spans: place.spans ?? none }
}

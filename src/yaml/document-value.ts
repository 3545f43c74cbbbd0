/** A number, flag or date: written as it is, never quoted. */
export interface Bare {
  readonly bare: string
}

/** A value of a document before it is text: texts, bare words, lists, and maps that keep their order whatever their keys look like. */
export type DocumentValue = string | Bare | readonly DocumentValue[] | DocumentMap

export type DocumentMap = ReadonlyMap<string, DocumentValue>

/** True for maps. */
export function isMap(value: DocumentValue): value is DocumentMap {
  return value instanceof Map
}

/** True for lists. */
export function isList(value: DocumentValue): value is readonly DocumentValue[] {
  return Array.isArray(value)
}

/** The text of a text or bare word. */
export function textOf(value: string | Bare): string {
  return typeof value === 'string' ? value : value.bare
}

/** A map of the pairs that have a value, in their order. */
export function mapOf(...pairs: readonly (readonly [key: string, value: DocumentValue | undefined])[]): Map<string, DocumentValue> {
  return new Map(pairs.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
}

/** A map, or nothing when it is empty. */
export function orNothing<M extends DocumentMap | readonly DocumentValue[]>(value: M): M | undefined {
  return ('size' in value ? value.size : value.length) === 0 ? undefined : value
}

/** A number, flag or date, written without quotes. */
export interface Bare {
  readonly bare: string
}

/** A value to write into a document. */
export type DocumentValue = string | Bare | readonly DocumentValue[] | DocumentMap

/** A map that keeps the order of its keys, numbers included. */
export type DocumentMap = ReadonlyMap<string, DocumentValue>

/** True for maps. */
export function isMap(value: DocumentValue): value is DocumentMap {
  return value instanceof Map
}

/** True for lists. */
export function isList(value: DocumentValue): value is readonly DocumentValue[] {
  return Array.isArray(value)
}

/** The text of a scalar. */
export function textOf(value: string | Bare): string {
  return typeof value === 'string' ? value : value.bare
}

/** A map of the pairs that have a value, in the given order. */
export function mapOf(...pairs: readonly (readonly [key: string, value: DocumentValue | undefined])[]): Map<string, DocumentValue> {
  return new Map(pairs.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
}

/** The map or list; `undefined` when it is empty. */
export function unlessEmpty<M extends DocumentMap | readonly DocumentValue[]>(value: M): M | undefined {
  return ('size' in value ? value.size : value.length) === 0 ? undefined : value
}

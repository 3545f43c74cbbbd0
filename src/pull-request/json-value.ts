import { isObject } from '../source/is-object.ts'

/** The value at a path of keys in parsed JSON; `undefined` where there is none. */
export function valueAt(json: unknown, ...path: readonly string[]): unknown {
  let value = json
  for (const key of path) value = isObject(value) ? value[key] : undefined
  return value
}

/** The text at a path of keys; `''` where there is no text. */
export function textAt(json: unknown, ...path: readonly string[]): string {
  const value = valueAt(json, ...path)
  return typeof value === 'string' ? value : ''
}

/** The list at a path of keys; empty where there is no list. */
export function listAt(json: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = valueAt(json, ...path)
  return Array.isArray(value) ? value : []
}

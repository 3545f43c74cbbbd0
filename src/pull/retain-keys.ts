import type { DocumentMap, DocumentValue } from '../yaml/document-value.ts'
import { isObject } from '../source/is-object.ts'

/**
 * A new value of `options` or `extra_images` with the keys of the old value that only repeat a default or that the store does not have: the
 * code, the default label and widget of an option, the code of a picture. Values of other fields are returned unchanged.
 */
export function retainKeys(field: string, old: unknown, value: DocumentValue): DocumentValue {
  if (field === 'options' && isObject(old) && value instanceof Map) return retainOptionKeys(old, value)
  if (field === 'extra_images' && Array.isArray(old) && Array.isArray(value))
    return value.map((item: DocumentValue) => retainCode(old, item))
  return value
}

function retainOptionKeys(old: Readonly<Record<string, unknown>>, value: DocumentMap): DocumentValue {
  return new Map(
    [...value].map(([key, option]) => {
      const before = old[key]
      if (!(option instanceof Map) || !isObject(before)) return [key, option] as const
      const entry = new Map<string, DocumentValue>(option)
      const defaults: Readonly<Record<string, unknown>> = { code: before['code'], label: key, widget: 'select' }
      const retained = Object.keys(before).flatMap((name): [string, DocumentValue][] => {
        const text = entry.get(name) ?? (before[name] === undefined ? undefined : defaults[name])
        return text === undefined ? [] : [[name, isValue(text) ? text : '']]
      })
      return [key, new Map([...retained, ...entry])] as const
    }),
  )
}

function retainCode(old: readonly unknown[], item: DocumentValue): DocumentValue {
  const image: unknown = item instanceof Map ? item.get('image') : item
  const before = old.find((each) => isObject(each) && each['image'] === image)
  if (!isObject(before) || typeof before['code'] !== 'string' || typeof image !== 'string') return item
  const fields = item instanceof Map ? [...item] : [['image', image] as const]
  return new Map<string, DocumentValue>([...fields, ['code', before['code']]])
}

function isValue(value: unknown): value is DocumentValue {
  return typeof value === 'string' || value instanceof Map || Array.isArray(value) || isObject(value)
}

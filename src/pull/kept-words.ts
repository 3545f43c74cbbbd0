import type { DocumentMap, DocumentValue } from '../yaml/document-value.ts'
import { isRecordOf } from './plain-record.ts'

/**
 * A new value of `options` or `extra_images` with the words of the old one that say what follows anyway: a code that the
 * catalogue gives, a label or widget that is the usual one. Other keys are handed back as they are.
 */
export function withKeptWords(field: string, old: unknown, value: DocumentValue): DocumentValue {
  if (field === 'options' && isRecordOf(old) && value instanceof Map) return keptOptions(old, value)
  if (field === 'extra_images' && Array.isArray(old) && Array.isArray(value))
    return value.map((item: DocumentValue) => keptPicture(old, item))
  return value
}

function keptOptions(old: Readonly<Record<string, unknown>>, value: DocumentMap): DocumentValue {
  return new Map(
    [...value].map(([key, option]) => {
      const before = old[key]
      if (!(option instanceof Map) || !isRecordOf(before)) return [key, option] as const
      const entry = new Map<string, DocumentValue>(option)
      const usual: Readonly<Record<string, unknown>> = { code: before['code'], label: key, widget: 'select' }
      const kept = Object.keys(before).flatMap((word): [string, DocumentValue][] => {
        const text = entry.get(word) ?? (before[word] === undefined ? undefined : usual[word])
        return text === undefined ? [] : [[word, isValue(text) ? text : '']]
      })
      return [key, new Map([...kept, ...entry])] as const
    }),
  )
}

function keptPicture(old: readonly unknown[], item: DocumentValue): DocumentValue {
  const image: unknown = item instanceof Map ? item.get('image') : item
  const before = old.find((each) => isRecordOf(each) && each['image'] === image)
  if (!isRecordOf(before) || typeof before['code'] !== 'string' || typeof image !== 'string') return item
  const fields = item instanceof Map ? [...item] : [['image', image] as const]
  return new Map<string, DocumentValue>([...fields, ['code', before['code']]])
}

function isValue(value: unknown): value is DocumentValue {
  return typeof value === 'string' || value instanceof Map || Array.isArray(value) || isRecordOf(value)
}

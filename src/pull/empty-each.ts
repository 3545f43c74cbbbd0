import { type DocumentMap, type DocumentValue, mapOf } from '../yaml/document-value.ts'
import type { RecordTree } from '../resources/record-tree.ts'

/** The fields of a level of variants, except prices. */
const fields = ['description', 'weight', 'volume', 'external_id', 'custom_data1', 'custom_data2', 'custom_data3', 'custom_data4', 'image']

/**
 * The `variants` of an entry with fields emptied under `each` where `defaults` would give a value to a variant that has none in the store.
 * A field that `each` already has is not changed: every variant without it overrides it.
 */
export function withEmptyEach(variants: DocumentMap, desired: RecordTree, live: RecordTree): DocumentMap {
  const rows = new Map((live.children.Variants ?? []).map((row) => [row.fields['code'], row]))
  const each = variants.get('each')
  const given = each instanceof Map ? each : mapOf()
  const wanted = fields.filter((name) => {
    const isLacking = ({ fields: { code, [name]: value = '' } }: RecordTree): boolean =>
      value !== '' && rows.has(code) && (rows.get(code)?.fields[name] ?? '') === ''
    return !given.has(name) && (desired.children.Variants ?? []).some(isLacking)
  })
  if (wanted.length === 0) return variants
  const filled = new Map<string, DocumentValue>([...given, ...wanted.map((name) => [name, ''] as const)])
  const kept = [...variants].filter(([name]) => name !== 'each')
  const place = variants.has('matrix') ? 1 : 0
  return new Map([...kept.slice(0, place), ['each', filled] as const, ...kept.slice(place)])
}

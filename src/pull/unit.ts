import { type RootedChange, skuOfChange } from '../diff/change.ts'
import { resourceOf } from '../resources/registry.ts'
import type { RecordSection } from './live-records.ts'

/**
 * What is merged or left to the store as a whole: one key of an entry, or keys that belong together (`options` with `variants`, `price` with
 * `pricing`); `null` as the part is the entry.
 */
export interface Unit {
  readonly section: RecordSection | 'price_lists'
  readonly key: string
  readonly part: string | null
}

const together: Readonly<Record<string, readonly string[]>> = { options: ['options', 'variants'], pricing: ['price', 'pricing'] }
const parts: Readonly<Record<string, string>> = {
  variants: 'options',
  option_type: 'options',
  options_advanced: 'options',
  price: 'pricing',
  advanced_pricing: 'pricing',
  parent_code: 'parent',
}

/** The part of an entry that contains a key or field. */
export function partOf(key: string): string {
  return parts[key] ?? key
}

/** The keys of an entry in a part. */
export function keysOfPart(part: string): readonly string[] {
  return together[part] ?? [part]
}

/** A text that identifies a unit. */
export function unitId({ section, key, part }: Unit): string {
  return JSON.stringify([section, key, part])
}

/** The parts of an entry that a change of its record affects. */
export function partsOfChange(change: RootedChange, root: string): readonly string[] {
  if (change.kind === 'grid') return [change.sku === root ? 'pricing' : 'options']
  const { authored } = resourceOf(change.resource)
  if (!authored || 'section' in authored) return [...new Set(change.fields.map(({ field }) => partOf(field)))]
  if (change.resource === 'Inventory' && skuOfChange(change) !== root) return ['options']
  return [partOf(authored.key)]
}

import { type DocumentMap, type DocumentValue, isList, isMap } from '../../yaml/document-value.ts'

/** Fields that a nearer level overrides together (semantics.md 3). */
const priceSlot = ['price', 'pricing'] as const

/** A text that is equal for equal values only. */
function valueKey(value: DocumentValue | undefined): string {
  if (value === undefined) return ''
  if (isMap(value)) return `{${[...value].map(([key, each]) => `${JSON.stringify(key)}:${valueKey(each)}`).join()}}`
  if (isList(value)) return `[${value.map(valueKey).join()}]`
  return JSON.stringify(value)
}

/**
 * The content of `each`: of every field that all variants have, the value that more than half of them share. A field that one variant does
 * not have is not shared, because a variant cannot remove a value of `each`.
 */
export function sharedOf(all: readonly DocumentMap[]): Map<string, DocumentValue> {
  const shared = new Map<string, DocumentValue>()
  const [first] = all
  if (!first || all.length < 2) return shared
  const names = [...new Set(all.flatMap((values) => [...values.keys()]))].filter((name) => name !== 'price' && name !== 'pricing')
  const slot = mostShared(all.map((values) => slotOf(values)))
  for (const name of names) {
    const given = all.map((values) => values.get(name))
    const maps = given.filter((value) => value !== undefined && isMap(value))
    const value = maps.length === all.length ? sharedFields(maps) : mostShared(given)
    if (value !== undefined) shared.set(name, value)
  }
  if (slot) for (const [name, value] of slot) shared.set(name, value)
  return inWrittenOrder(shared)
}

/** The shared fields of a map that all variants have, such as `inventory`; `undefined` where none is shared. */
function sharedFields(all: readonly DocumentMap[]): DocumentMap | undefined {
  const shared = sharedOf(all)
  return shared.size === 0 ? undefined : shared
}

/** Price and pricing as one value, because they are shared together or not at all. */
function slotOf(values: DocumentMap): DocumentMap | undefined {
  const slot = new Map(priceSlot.flatMap((name) => (values.has(name) ? [[name, values.get(name) ?? ''] as const] : [])))
  return slot.size === 0 ? undefined : slot
}

function mostShared<V extends DocumentValue>(values: readonly (V | undefined)[]): V | undefined {
  if (values.includes(undefined)) return undefined
  const counted = Map.groupBy(values, valueKey)
  const most = [...counted.values()].find((same) => same.length * 2 > values.length)
  return most?.[0]
}

/** The values of a variant that differ from `each`: maps are inherited field by field, price and pricing together. */
export function withoutShared(values: DocumentMap, each: DocumentMap): Map<string, DocumentValue> {
  const isShared = (name: string): boolean => valueKey(values.get(name)) === valueKey(each.get(name))
  const sharesPrice = priceSlot.every(isShared)
  const own = [...values].flatMap(([name, value]): [string, DocumentValue][] => {
    const shared = each.get(name)
    if (name === 'price' || name === 'pricing') return sharesPrice ? [] : [[name, value]]
    if (shared === undefined || !isMap(value) || !isMap(shared)) return isShared(name) ? [] : [[name, value]]
    const rest = withoutShared(value, shared)
    return rest.size === 0 ? [] : [[name, rest]]
  })
  return new Map(own)
}

/** The order in which the fields of a variant are written; other fields follow. */
const order = ['description', 'price', 'pricing', 'weight', 'volume', 'external_id', 'image', 'inventory']

function inWrittenOrder(shared: ReadonlyMap<string, DocumentValue>): Map<string, DocumentValue> {
  return new Map([...shared].toSorted(([a], [b]) => placeOf(a) - placeOf(b)))
}

function placeOf(name: string): number {
  return order.includes(name) ? order.indexOf(name) : order.length
}

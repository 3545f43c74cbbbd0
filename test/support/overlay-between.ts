/** A document as values: texts, lists and maps. */
export type Value = string | number | readonly Value[] | { readonly [key: string]: Value | undefined }

/**
 * The text of an overlay (in YAML's flow style) that turns one document into another: maps entry by entry, `!remove` for removed
 * entries, `!replace` where the order of a map would differ. Independent of the engine's own merge.
 */
export function overlayBetween(base: Value, wanted: Value): string {
  return isMap(base) && isMap(wanted) ? mapBetween(base, wanted) : JSON.stringify(wanted)
}

type Entries = { readonly [key: string]: Value | undefined }

const slot = ['price', 'pricing']

function isMap(value: Value | undefined): value is Entries {
  return typeof value === 'object' && !Array.isArray(value)
}

function mapBetween(base: Entries, wanted: Entries): string {
  const entries = [...goneFrom(base, wanted), ...changedIn(base, wanted)]
  return `{ ${entries.join(', ')} }`
}

function goneFrom(base: Entries, wanted: Entries): string[] {
  // Setting a price or a pricing removes the other.
  const isGiven = slot.some((key) => key in wanted)
  return Object.keys(base).flatMap((key) => (key in wanted || (isGiven && slot.includes(key)) ? [] : [`${JSON.stringify(key)}: !remove `]))
}

function changedIn(base: Entries, wanted: Entries): string[] {
  const slotChanged = slot.some((key) => JSON.stringify(base[key]) !== JSON.stringify(wanted[key]))
  return Object.entries(wanted).flatMap(([key, value]) => {
    if (value === undefined) return []
    const there = base[key]
    // A change of one key of a price repeats all of them.
    const isSame = JSON.stringify(there) === JSON.stringify(value)
    if (isSame && !(slotChanged && slot.includes(key))) return []
    return [`${JSON.stringify(key)}: ${valueBetween(there, value)}`]
  })
}

function valueBetween(there: Value | undefined, value: Value): string {
  if (!isMap(value) || !isMap(there)) return JSON.stringify(value)
  const kept = Object.keys(there).filter((key) => key in value)
  const merged = [...kept, ...Object.keys(value).filter((key) => !(key in there))]
  const isOrdered = merged.join('\n') === Object.keys(value).join('\n')
  return isOrdered ? mapBetween(there, value) : `!replace ${JSON.stringify(value)}`
}

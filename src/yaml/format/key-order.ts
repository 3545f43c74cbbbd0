import { type FormEntry, visitForms } from './form.ts'

/** `meta_*` fields follow the address of the page: the first of these keys that the schema has. */
const keysBeforeMeta = ['url_override', 'slug'] as const

/**
 * The entries of a map in the order of its schema. A key that is not in the schema stays after the key that it follows. The order is
 * unchanged where an alias would come before its anchor.
 */
export function inKeyOrder(entries: readonly FormEntry[], names: readonly string[]): FormEntry[] {
  const places = new Map(names.map((name, index) => [name, index]))
  const meta = keysBeforeMeta.map((name) => places.get(name)).find((place) => place !== undefined)
  let last = -1
  const ranked = entries.map((entry) => {
    const key = entry.key?.text ?? ''
    const isMeta = meta !== undefined && key.startsWith('meta_')
    last = places.get(key) ?? (isMeta ? meta + 0.5 : last)
    return { entry, rank: last }
  })
  const sorted = ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry)
  return meaningOfAliases(entries) === meaningOfAliases(sorted) ? sorted : [...entries]
}

/** Which entry each alias repeats and which entry each anchor names in the end, as a text to compare. */
function meaningOfAliases(entries: readonly FormEntry[]): string {
  const anchors = new Map<string, number>()
  const aliases: string[] = []
  for (const entry of entries) {
    for (const form of [...(entry.key ? [entry.key] : []), ...visitForms(entry.value)]) {
      const anchor = /(?:^| )&(\S+)/.exec(form.before)?.[1]
      if (anchor !== undefined) anchors.set(anchor, entry.start)
      if (form.kind === 'scalar' && form.style === 'alias') aliases.push(`${form.start}:${anchors.get(form.text.slice(1)) ?? ''}`)
    }
  }
  return JSON.stringify([aliases.toSorted(), [...anchors].map(([name, start]) => `${name}:${start}`).toSorted()])
}

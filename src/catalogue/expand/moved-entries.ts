import { movedDocument } from '../../documents/catalogue-document.ts'
import { checkShape } from '../../documents/check-shape.ts'
import { parseAddress } from '../../records/address.ts'
import type { MovableRoot, MovedRoot } from '../../records/moved-root.ts'
import { plannedRoots, resourceOf } from '../../resources/registry.ts'
import { endId } from '../../rules/moved-keys.ts'
import type { MovedEnd, MovedEntry } from '../../rules/rule.ts'
import type { SourceSpan } from '../../source/source.ts'
import { at, type Located, spanOf } from '../../yaml/source-node.ts'

/** The entries of `moved:` whose shape is correct. */
export function movedEntries(items: readonly Located[]): MovedEntry[] {
  return items.flatMap((located) => {
    const { value, problems } = checkShape(movedDocument, located)
    if (value === undefined || problems.length > 0) return []
    return [{ from: endOf(value.from, spanOf(at(located, 'from'))), to: endOf(value.to, spanOf(at(located, 'to'))), at: spanOf(located) }]
  })
}

/** A text that is not an address is read as a sku. */
function endOf(written: string, place: SourceSpan): MovedEnd {
  const address = parseAddress(written)
  if (address === undefined) return { written, resource: 'Product', key: written, at: place }
  const resource = plannedRoots.find((name) => name === address.resource)
  if (address.resource === 'File' || resource === undefined || address.field !== null || address.row !== 1) {
    return { written, resource: null, key: '', at: place }
  }
  return { written, resource, key: address.key[resourceOf(resource).key ?? ''] ?? '', at: place }
}

/** What the entries mean: each old key with the key at the end of its chain. Entries that a rule rejects are ignored. */
export function movedRoots(entries: readonly MovedEntry[]): readonly MovedRoot[] {
  const next = new Map<string, { readonly resource: MovableRoot; readonly entry: MovedEntry }>()
  for (const entry of entries) {
    const { resource, key } = entry.from
    const id = endId(entry.from)
    if (resource !== null && resource === entry.to.resource && key !== '' && !next.has(id)) next.set(id, { resource, entry })
  }
  return [...next.values()].flatMap(({ resource, entry }): MovedRoot[] => {
    const to = endOfChain(entry, (end) => next.get(endId(end))?.entry)
    return to === undefined ? [] : [{ resource, from: entry.from.key, to, source: entry.at }]
  })
}

/** `undefined` for a chain without an end. */
function endOfChain(first: MovedEntry, nextOf: (end: MovedEnd) => MovedEntry | undefined): string | undefined {
  const seen = new Set<MovedEntry>()
  let entry = first
  for (;;) {
    if (seen.has(entry)) return undefined
    seen.add(entry)
    const next = nextOf(entry.to)
    if (next === undefined) return entry.to.key
    entry = next
  }
}

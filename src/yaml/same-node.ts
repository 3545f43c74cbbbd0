import type { SourceNode } from './source-node.ts'

/** True where two nodes have the same values and marks; the order of keys does not count. */
export function isSameNode(a: SourceNode, b: SourceNode | undefined): boolean {
  if (a.kind === 'scalar') return b?.kind === 'scalar' && a.text === b.text
  if (a.kind === 'list') {
    return b?.kind === 'list' && a.items.length === b.items.length && a.items.every((item, index) => isSameNode(item, b.items[index]))
  }
  if (b?.kind !== 'map' || a.entries.size !== b.entries.size) return false
  return [...a.entries].every(([key, { value, mark }]) => {
    const other = b.entries.get(key)
    return other !== undefined && other.mark === mark && isSameNode(value, other.value)
  })
}

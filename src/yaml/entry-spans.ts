import type { SourceSpan } from '../source/source.ts'
import { childOf, keysOf, type Located, spanOf, wholeSpanOf } from './source-node.ts'

/** The spans of an entry: its own, and those of its parts that are in other documents. */
export function wholeSpansOf(located: Located): SourceSpan[] {
  return [wholeSpanOf(located), ...foreignParts(located).map(wholeSpanOf)]
}

function foreignParts(located: Located): Located[] {
  return keysOf(located).flatMap((key) => {
    const child = childOf(located, key)
    if (!child) return []
    return [...(child.file === located.file ? [] : [child]), ...foreignParts(child)]
  })
}

/** The spans of the anchors that an entry repeats: an alias shares the node of its anchor, which comes before it. */
export function anchorSpansOf(located: Located): SourceSpan[] {
  const { node, key } = located
  return [...(key !== null && node.start < key.start ? [spanOf(located)] : []), ...anchorsBelow(located)]
}

function anchorsBelow(located: Located): SourceSpan[] {
  const keys = located.node.kind === 'list' ? [...located.node.items.keys()] : keysOf(located)
  return keys.flatMap((key) => {
    const child = childOf(located, key)
    if (!child) return []
    const isAlias = child.file === located.file && child.node.start < located.node.start
    return [...(isAlias ? [spanOf(child)] : []), ...anchorsBelow(child)]
  })
}

import { isMap, isScalar, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { escapeReferences, restoreReferences } from '../references.ts'

/** A pair of a map with a plain key. */
export interface EntryPair {
  readonly key: string
  /** Offsets of the key. */
  readonly keyStart: number
  readonly keyEnd: number
  /** `null` where the key has no value. */
  readonly value: Node | null
}

/** A document whose text can be edited in place. */
export interface OpenDocument {
  readonly text: string
  /** The map at the top, or `null` for an empty document. */
  readonly root: YAMLMap | null
}

/** Opens a document for edits; `null` where it is broken, or its top is not a block map. */
export function openDocument(text: string): OpenDocument | null {
  const document = parseDocument(escapeReferences(text), { schema: 'failsafe', merge: false, uniqueKeys: false, logLevel: 'error' })
  const { contents } = document
  if (document.errors.length > 0) return null
  if (contents === null || (isScalar(contents) && contents.source === '')) return { text, root: null }
  return isMap(contents) && contents.flow !== true ? { text, root: contents } : null
}

/** The pairs of a map in the order of the document. */
export function pairsOf(map: YAMLMap): EntryPair[] {
  return map.items.flatMap((pair: Pair) => {
    const { key, value } = pair
    if (!isScalar(key) || typeof key.value !== 'string' || !key.range) return []
    return [{ key: restoreReferences(key.value), keyStart: key.range[0], keyEnd: key.range[1], value: isNode(value) ? value : null }]
  })
}

/** The pair of a key in a map, or `undefined`. */
export function pairOf(map: YAMLMap, key: string): EntryPair | undefined {
  return pairsOf(map).find((pair) => pair.key === key)
}

/** The map at a path of keys, or `undefined`; aliases are not followed. */
export function mapAt(document: OpenDocument, ...path: readonly string[]): YAMLMap | undefined {
  let map = document.root ?? undefined
  for (const key of path) {
    const value = map && pairOf(map, key)?.value
    map = isMap(value) ? value : undefined
  }
  return map
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'range' in value
}

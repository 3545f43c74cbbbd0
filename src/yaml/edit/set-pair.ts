import { isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml'
import { type DocumentMap, type DocumentValue, isList, isMap as isDocumentMap } from '../document-value.ts'
import { containsAnchor, hasAnchor } from './anchors.ts'
import { changedItems } from './changed-items.ts'
import { addedToFlow, type FlowItem, removedFromFlow } from './flow-items.ts'
import { isOrdered, isSame } from './is-same.ts'
import { type EntryPair, pairOf, pairsOf } from './open-document.ts'
import { inWrittenDecimals, type Place, replaceValue } from './replace-value.ts'
import type { TextEdit } from './text-edit.ts'
import { afterComments, columnOf, insertedLines, nextLine } from './text-lines.ts'
import { flowText, pairLines } from './value-lines.ts'

/**
 * The edits that set `key` of a map to a value, or remove it (`undefined`). They change as little text as possible: equal values,
 * comments and anchors keep their text; an alias is replaced, never its anchor. `null` where an anchor would be removed that an alias
 * may repeat.
 */
export function setPair(text: string, map: YAMLMap, [key, value]: readonly [string, DocumentValue | undefined]): TextEdit[] | null {
  const place = { text, flow: map.flow === true }
  const pair = pairOf(map, key)
  if (!pair) return value === undefined ? [] : addPair(place, map, [key, value])
  return value === undefined ? removePair(place, map, pair) : mergePair(place, pair, value)
}

function mergePair(place: Place, pair: EntryPair, value: DocumentValue): TextEdit[] | null {
  const { value: node, key } = pair
  if (node && isSame(node, value, key)) return []
  const merged =
    isMap(node) && isDocumentMap(value)
      ? mergeMap({ ...place, flow: node.flow === true }, { node, value, key })
      : isSeq(node) && isList(value)
        ? mergeList(place, node, value)
        : undefined
  return merged ?? replaceValue(place, pair, value)
}

interface Merge {
  readonly node: YAMLMap
  readonly value: DocumentMap
  /** The key of the map. */
  readonly key: string
}

/** Merges a map pair by pair; `undefined` where the whole map has to be replaced. */
function mergeMap(place: Place, merge: Merge): TextEdit[] | undefined {
  if (!canMerge(place, merge)) return undefined
  const { node, value } = merge
  const pairs = pairsOf(node)
  const edits: TextEdit[] = []
  for (const pair of pairs) {
    const next = value.get(pair.key)
    const edit = next === undefined ? removePair(place, node, pair) : mergePair(place, pair, next)
    if (!edit) return undefined
    for (const each of edit) edits.push(each)
  }
  const known = new Set(pairs.map(({ key }) => key))
  const added = [...value].filter(([key]) => !known.has(key))
  return [...edits, ...added.flatMap((pair) => addPair(place, node, pair))]
}

/** False for a flow map whose set of keys changes, for a map whose meaningful order changes, and for maps without a common key. */
function canMerge({ flow }: Place, { node, value, key }: Merge): boolean {
  const before = pairsOf(node).map((pair) => pair.key)
  const after = [...value.keys()]
  const common = before.filter((each) => value.has(each))
  const isSameSet = common.length === before.length && common.length === after.length
  if (common.length === 0 || (flow && !isSameSet)) return false
  return !isOrdered(key) || common.every((each, index) => after[index] === each)
}

/** Merges a list; `undefined` where the whole list has to be replaced. */
function mergeList(place: Place, list: YAMLSeq, values: readonly DocumentValue[]): TextEdit[] | undefined {
  return list.items.length === values.length ? mergeItems(place, list.items, values) : changedItems(place.text, list, values)
}

/** Merges a list item by item: scalars, and maps with the same keys. */
function mergeItems(place: Place, items: readonly unknown[], values: readonly DocumentValue[]): TextEdit[] | undefined {
  const edits: TextEdit[] = []
  for (const [index, value] of values.entries()) {
    const edit = mergeItem(place, items[index], value)
    if (!edit) return undefined
    for (const each of edit) edits.push(each)
  }
  return edits
}

function mergeItem(place: Place, item: unknown, value: DocumentValue): TextEdit[] | undefined {
  if (isScalar(item) && item.range && !isDocumentMap(value) && !isList(value)) {
    return isSame(item, value, '') ? [] : [{ start: item.range[0], end: item.range[1], text: flowText(inWrittenDecimals(item, value)) }]
  }
  if (!isMap(item) || !isDocumentMap(value)) return undefined
  const keys = pairsOf(item).map(({ key }) => key)
  if (keys.length !== value.size || !keys.every((key) => value.has(key))) return undefined
  return mergeMap({ ...place, flow: item.flow === true }, { node: item, value, key: '' })
}

/** Adds a pair at the end of a map: in block style after the comments that belong to its last value. */
function addPair({ text, flow }: Place, map: YAMLMap, [key, value]: readonly [string, DocumentValue]): TextEdit[] {
  const last = pairsOf(map).at(-1)
  const [start = 0, end = 0] = map.range ?? []
  if (!flow) {
    const column = last ? columnOf(text, last.keyStart) : 0
    const place = last ? afterComments(text, endOf(text, last), column + 1) : end
    return [insertedLines(text, place, pairLines([key, value], column))]
  }
  const flowPair = flowText(new Map([[key, value]])).slice(2, -2)
  return last ? addedToFlow(text, itemOf(last), [flowPair]) : [{ start, end, text: `{ ${flowPair} }` }]
}

/** A pair of a flow map as its item. */
export function itemOf({ keyStart, keyEnd, value }: EntryPair): FlowItem {
  return { start: keyStart, end: value?.range?.[1] ?? keyEnd }
}

/** Removes a pair with its lines; comments above it are kept. `null` for the only pair, and where an anchor would be removed. */
function removePair(place: Place, map: YAMLMap, pair: EntryPair): TextEdit[] | null {
  const { text, flow } = place
  const { value } = pair
  const pairs = pairsOf(map)
  if (pairs.length === 1 || (value && (hasAnchor(value) || containsAnchor(value)))) return null
  if (flow) {
    const edit = removedFromFlow(text, pairs.map(itemOf), itemOf(pair))
    return edit && [edit]
  }
  const start = pair.keyStart - columnOf(text, pair.keyStart)
  // The first pair of a list item shares its line with the dash.
  return text.slice(start, pair.keyStart).trim() === '' ? [{ start, end: endOf(text, pair), text: '' }] : null
}

/** The offset of the line after a pair. */
export function endOf(text: string, { value, keyEnd }: EntryPair): number {
  return nextLine(text, value?.range?.[1] ?? keyEnd)
}

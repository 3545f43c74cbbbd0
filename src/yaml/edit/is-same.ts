import { isCollection, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml'
import { shortestDecimal } from '../../resources/scalar.ts'
import { type DocumentValue, isList, isMap as isDocumentMap, textOf } from '../document-value.ts'
import { restoreReferences } from '../references.ts'
import { pairsOf } from './open-document.ts'

/** Maps whose order has a meaning; in all other maps the author chooses it. */
const ordered: ReadonlySet<string> = new Set(['attributes', 'options', 'values', 'list'])

/** True where the order of the keys below a key has a meaning: attributes, options and their values, subproducts. */
export function isOrdered(key: string): boolean {
  return ordered.has(key)
}

/**
 * True where a node equals a value: numbers are compared as numbers, and the order of keys counts only where it has a meaning. `under`
 * is the key of the node. An alias is never equal: its anchor can change.
 */
export function isSame(node: Node, value: DocumentValue, under: string): boolean {
  if (isScalar(node)) return isSameText(typeof node.value === 'string' ? restoreReferences(node.value) : '', value)
  if (isMap(node)) return isSameMap(node, value, under)
  if (!isSeq(node) || !isList(value) || node.items.length !== value.length) return false
  return value.every((wanted, index) => {
    const item = node.items[index]
    return (isScalar(item) || isCollection(item)) && isSame(item, wanted, '')
  })
}

/** True where the text of a document equals a value; a number equals any text of it. */
export function isSameText(written: string, value: DocumentValue): boolean {
  if (isDocumentMap(value) || isList(value)) return false
  const wanted = textOf(value)
  if (written === wanted) return true
  const asNumber = typeof value === 'string' ? undefined : shortestDecimal(wanted)
  return asNumber !== undefined && asNumber === shortestDecimal(written)
}

function isSameMap(node: YAMLMap, value: DocumentValue, under: string): boolean {
  if (!isDocumentMap(value) || node.items.length !== value.size) return false
  const keys = [...value.keys()]
  return pairsOf(node).every(({ key, value: child }, index) => {
    const wanted = isOrdered(under) && keys[index] !== key ? undefined : value.get(key)
    return wanted !== undefined && child !== null && isSame(child, wanted, key)
  })
}

import { isCollection, isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap } from 'yaml'
import { shortestDecimal } from '../../resources/scalar.ts'
import { type DocumentValue, isList, isMap as isDocumentMap, textOf } from '../document-value.ts'
import { uncoverReferences } from '../references.ts'
import { pairsOf } from './open-document.ts'

/** Keys whose order says something; elsewhere the order of a document is its own. */
const ordered: ReadonlySet<string> = new Set(['attributes', 'options', 'values', 'list'])

/** True where the order of the keys below a key says something: attributes, options and their values, subproducts. */
export function isOrdered(key: string): boolean {
  return ordered.has(key)
}

/**
 * True where a node already says what a value says: numbers are compared as numbers, the order of keys only where it says
 * something. `under` is the key that it stands behind. An alias is never the same: what it stands for may change.
 */
export function isSame(node: Node, value: DocumentValue, under: string): boolean {
  if (isScalar(node)) return isSameText(node, value)
  if (isMap(node)) return isSameMap(node, value, under)
  if (!isSeq(node) || !isList(value) || node.items.length !== value.length) return false
  return value.every((wanted, index) => {
    const item = node.items[index]
    return (isScalar(item) || isCollection(item)) && isSame(item, wanted, '')
  })
}

function isSameText(node: Scalar, value: DocumentValue): boolean {
  if (isDocumentMap(value) || isList(value)) return false
  const written = typeof node.value === 'string' ? uncoverReferences(node.value) : ''
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

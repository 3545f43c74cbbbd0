import { isAlias, isMap, isScalar, isSeq, type Node } from 'yaml'
import { type DocumentValue, isList, isMap as isDocumentMap } from '../document-value.ts'
import { readYaml } from '../read-yaml.ts'
import { restoreReferences } from '../references.ts'
import { isSameNode } from '../same-node.ts'
import type { MapEntry, SourceNode } from '../source-node.ts'
import { referencesOf } from './anchors.ts'
import { isOrdered, isSameText } from './is-same.ts'
import { type OpenDocument, openDocument, pairsOf } from './open-document.ts'

/** A value that an edit sets; `undefined` removes it. A new item of a list has its index as the last part of its path. */
export interface Change {
  readonly path: readonly string[]
  readonly value: DocumentValue | undefined
}

/**
 * The text after an edit; `null` where it does not have these changes, or differs from the document before in another value. `isWhole`:
 * false for a part of a document, with aliases of anchors that are not in it.
 */
export function textWithOnly(changes: readonly Change[], { before, text, isWhole }: Edited): string | null {
  const isRepeating = !isWhole && /[&*]\S/.test(`${before.text}\n${text}`)
  const [was, now] = isRepeating ? [partly(before), partly(openDocument(text))] : [fully(before.text), fully(text)]
  if (!was || !now || was.other !== now.other) return null
  return isSameExcept(was.root, now.root, { under: '', changes }) ? text : null
}

/** A document before an edit and its text afterwards. */
interface Edited {
  readonly before: OpenDocument
  readonly text: string
  readonly isWhole: boolean
}

interface Values {
  /** `undefined` for an empty document. */
  readonly root: SourceNode | undefined
  /** What else has to be the same: the anchors of a part of a document, or the number of problems. */
  readonly other: string
}

function fully(text: string): Values {
  const { root, problems } = readYaml('', text, { isOverlay: true })
  return { root: root ?? undefined, other: String(problems.length) }
}

function partly(document: OpenDocument | null): Values | undefined {
  if (!document) return undefined
  const { root } = document
  return root === null
    ? { root: undefined, other: '[]' }
    : { root: withoutReferences(root), other: JSON.stringify(referencesOf(root).anchors) }
}

const nowhere = { start: 0, end: 0 }

/** The values of a node; an alias is a text with its name. */
function withoutReferences(node: unknown): SourceNode {
  if (isMap(node)) return { kind: 'map', entries: new Map(pairsOf(node).map(({ key, value }) => [key, entryOf(value)])), ...nowhere }
  if (isSeq(node)) return { kind: 'list', items: node.items.map(withoutReferences), ...nowhere }
  const text = isAlias(node) ? `*${node.source}` : isScalar(node) && typeof node.value === 'string' ? restoreReferences(node.value) : ''
  return { kind: 'scalar', text, ...nowhere }
}

function entryOf(value: Node | null): MapEntry {
  const mark = value?.tag === '!remove' ? 'remove' : value?.tag === '!replace' ? 'replace' : undefined
  return { key: nowhere, value: withoutReferences(value), ...(mark && { mark }) }
}

interface Except {
  /** The key of the node. */
  readonly under: string
  /** The changes of the node and of what is below it, with paths from there. */
  readonly changes: readonly Change[]
}

/** Compares two nodes; `undefined` is one that is missing. */
function isSameExcept(before: SourceNode | undefined, after: SourceNode | undefined, { under, changes }: Except): boolean {
  const own = changes.find(({ path }) => path.length === 0)
  if (own) return own.value === undefined ? after === undefined : after !== undefined && isWritten(after, own.value, under)
  if (changes.length === 0) return before === undefined ? after === undefined : isSameNode(before, after)
  const [was, now] = [childrenOf(before), childrenOf(after)]
  if (!was || !now || (before && after && before.kind !== after.kind)) return false
  const changed = Map.groupBy(changes, ({ path }) => path[0])
  return [...new Set([...was.keys(), ...now.keys(), ...changed.keys()])].every((key = '') => {
    const below = changed.get(key)?.map(({ path, value }) => ({ path: path.slice(1), value })) ?? []
    const [old, other] = [was.get(key), now.get(key)]
    const isSameMark = below.some(({ path }) => path.length === 0) || old?.mark === other?.mark
    return isSameMark && isSameExcept(old?.value, other?.value, { under: key, changes: below })
  })
}

type Child = Pick<MapEntry, 'value' | 'mark'>

/** The entries of a map, or the items of a list by index; none of a node that is missing; `undefined` for a text. */
function childrenOf(node: SourceNode | undefined): ReadonlyMap<string, Child> | undefined {
  if (!node) return new Map()
  if (node.kind === 'list') return new Map(node.items.map((value, index) => [String(index), { value }]))
  return node.kind === 'map' ? node.entries : undefined
}

/** True where a node has a value, as `isSame`. */
function isWritten(node: SourceNode, value: DocumentValue, under: string): boolean {
  if (node.kind === 'scalar') return isSameText(node.text, value)
  if (node.kind === 'list')
    return isList(value) && node.items.length === value.length && value.every((item, index) => isWrittenItem(node.items[index], item))
  if (!isDocumentMap(value) || node.entries.size !== value.size) return false
  const keys = [...value.keys()]
  return [...node.entries].every(([key, entry], index) => {
    const wanted = isOrdered(under) && keys[index] !== key ? undefined : value.get(key)
    return wanted !== undefined && isWritten(entry.value, wanted, key)
  })
}

function isWrittenItem(node: SourceNode | undefined, value: DocumentValue): boolean {
  return node !== undefined && isWritten(node, value, '')
}

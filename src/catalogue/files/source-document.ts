import { childOf, type Extent, type Located, type MapEntry, type SourceNode } from '../../yaml/source-node.ts'

/** A document as its sections: the entries of a section are opened one by one (`OpenEntry`). */
export interface SourceDocument {
  readonly file: string
  /** The whole value; a document that is not a map has no sections. */
  readonly value: Extent & { readonly kind: SourceNode['kind'] }
  readonly sections: ReadonlyMap<string, SourceSection>
}

/** A key at the top of a document. */
export interface SourceSection {
  readonly key: Extent
  readonly value: Extent & { readonly kind: SourceNode['kind'] }
  readonly mark?: MapEntry['mark']
  /** Of a map by their keys, of a list by their positions; a scalar has none. */
  readonly entries: ReadonlyMap<string, Entry>
}

/** A reference to one value of a section. */
export interface Entry {
  readonly file: string
  /** `null` for an item of a list. */
  readonly key: Extent | null
  readonly node: SourceNode | PackedMap
  readonly mark?: MapEntry['mark']
}

/** A map whose entries are not read yet: their bytes in the packed document, or their numbers on the tape of the document. */
export interface PackedMap extends Extent {
  readonly kind: 'packed'
  readonly from: number
  readonly to: number
}

/** Reads the value of an entry; a packed one is made again each time. */
export type OpenEntry = (entry: Entry) => Located

/** A value as a document; its entries are not packed. */
export function sourceDocument(file: string, root: SourceNode): SourceDocument {
  const located: Located = { file, node: root, key: null }
  const { kind, start, end } = root
  const sections = [...(root.kind === 'map' ? root.entries : [])].map(([name, { key, value, mark }]): [string, SourceSection] => {
    const entries = entriesOf(childOf(located, name), value)
    return [name, { key, value: { kind: value.kind, start: value.start, end: value.end }, entries, ...(mark && { mark }) }]
  })
  return { file, value: { kind, start, end }, sections: new Map(sections) }
}

function entriesOf(section: Located | undefined, value: SourceNode): ReadonlyMap<string, Entry> {
  if (!section || value.kind === 'scalar') return new Map()
  if (value.kind === 'list') {
    return new Map(value.items.map((node, index) => [String(index), { file: section.file, key: null, node }]))
  }
  return new Map(
    [...value.entries].map(([name, { key, value: node, mark }]) => [name, { file: section.file, key, node, ...(mark && { mark }) }]),
  )
}

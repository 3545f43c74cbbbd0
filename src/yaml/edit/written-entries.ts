import { readYaml } from '../read-yaml.ts'
import { at, childOf, keysOf, type Located, type Plain, plainOf } from '../source-node.ts'

/** An entry of a document, or one key of it. */
export interface WrittenPlace {
  readonly section: string
  readonly key: string
  /** `null`: the entry as a whole. */
  readonly part: string | null
}

/** Access to a document by path, without a check of its shape. */
export interface WrittenDocument {
  /** The value at a path, aliases expanded; `undefined` where there is none. */
  valueAt(...path: readonly string[]): Plain | undefined
  /** The keys of the map at a path, in the order of the document. */
  keysAt(...path: readonly string[]): readonly string[]
  /** The entry, and the key of it, that contain an offset. */
  placeOf(offset: number): WrittenPlace | undefined
}

/** Reads a document; a broken one has no entries. */
export function writtenDocument(text: string): WrittenDocument {
  const { root } = readYaml('', text, { isOverlay: true })
  const top: Located | undefined = root ? { file: '', node: root, key: null } : undefined
  const located = (path: readonly string[]): Located | undefined =>
    path.reduce<Located | undefined>((parent, key) => parent && childOf(parent, key), top)
  return {
    valueAt: (...path) => {
      const found = located(path)
      return found && plainOf(found.node)
    },
    keysAt: (...path) => {
      const found = located(path)
      return found ? keysOf(found) : []
    },
    placeOf: (offset) => {
      const section = top && keyBefore(top, offset)
      const key = section && keyBefore(at(section.map, section.key), offset)
      if (!key) return undefined
      const part = keyBefore(at(key.map, key.key), offset)
      return { section: section.key, key: key.key, part: part?.key ?? null }
    },
  }
}

/** The last key of a map that starts at or before an offset. */
function keyBefore(map: Located, offset: number): { readonly key: string; readonly map: Located } | undefined {
  const before = keysOf(map).filter((key) => (childOf(map, key)?.key?.start ?? Infinity) <= offset)
  const last = before.at(-1)
  return last === undefined ? undefined : { key: last, map }
}

import type { Layer } from './join-documents.ts'
import type { Merge } from './merge.ts'
import { mergeMaps } from './merge-maps.ts'

/** The catalogue with the overlay of a store laid over it, before defaults are filled in. */
export interface MergedLayers extends Pick<Layer, 'root' | 'lists'> {
  readonly merge: Merge
}

/** Lays the documents of an overlay over those of the catalogue; without an overlay the catalogue is as it was. */
export function mergeLayers(base: Layer, over: Layer | undefined, trace: boolean): MergedLayers {
  const merge: Merge = { problems: [], history: [], trace, removals: new Map() }
  if (!over) return { root: base.root, lists: base.lists, merge }
  const node = mergeMaps(merge, { base: base.root, over: over.root }, [])
  return { root: { ...base.root, node }, lists: new Map([...base.lists, ...over.lists]), merge }
}

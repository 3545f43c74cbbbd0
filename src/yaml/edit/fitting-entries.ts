import type { DocumentMap } from '../document-value.ts'
import { pairLines } from './value-lines.ts'

/** Entries cut in two: those that a document has room for, and those behind them. */
export interface Fitting {
  readonly fitting: DocumentMap
  readonly rest: DocumentMap
}

/** Takes entries in their order while they fit into so many bytes; an empty document takes the first one in any case. */
export function fittingEntries(entries: DocumentMap, { room, isEmpty }: { readonly room: number; readonly isEmpty: boolean }): Fitting {
  let left = room
  let count = 0
  for (const pair of entries) {
    left -= Buffer.byteLength(pairLines(pair, 2, true).join('\n')) + 2
    if (left < 0 && !(isEmpty && count === 0)) break
    count += 1
  }
  return { fitting: new Map([...entries].slice(0, count)), rest: new Map([...entries].slice(count)) }
}

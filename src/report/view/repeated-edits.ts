import type { FieldChange } from '../../diff/change.ts'
import type { ChangeView, RootView } from './root-view.ts'

/** True for an edit of a field that several changes of a plan make, and for a few that one makes; false for the others. */
export type IsRepeated = (resource: string, edit: FieldChange) => boolean

/** So much of each end of a value tells it from others. */
const sampled = 40
/** Places in the table for each edit, at least. */
const spread = 8
const once = 1
const repeated = 2

/** Counts the edits of a plan in a table of one byte for each of their hashes, since a set of their texts would be as large as the plan. */
export function repeatedEdits(roots: readonly RootView[]): IsRepeated {
  const counts = new Uint8Array(2 ** Math.ceil(Math.log2(Math.max(1, countEdits(roots)) * spread)))
  const placeOf = (resource: string, edit: FieldChange): number => hashOf(resource, edit) & (counts.length - 1)
  eachEdit(roots, (resource, edit) => {
    const place = placeOf(resource, edit)
    counts[place] = counts[place] === 0 ? once : repeated
  })
  return (resource, edit) => counts[placeOf(resource, edit)] === repeated
}

function countEdits(roots: readonly RootView[]): number {
  let count = 0
  eachEdit(roots, () => {
    count += 1
  })
  return count
}

function eachEdit(roots: readonly RootView[], take: (resource: string, edit: FieldChange) => void): void {
  const takeAll = ({ change }: ChangeView): void => {
    if (change.kind === 'record') for (const edit of change.fields) take(change.resource, edit)
  }
  for (const { own, below } of roots) {
    if (own !== null) takeAll(own)
    for (const view of below) takeAll(view)
  }
}

function hashOf(resource: string, { field, before, after }: FieldChange): number {
  let hash = 0
  for (const text of [resource, field, before, after]) {
    hash = step(hash, text === null ? -1 : text.length)
    if (text === null) continue
    for (let at = 0; at < text.length; at += 1) {
      if (at === sampled) at = Math.max(at, text.length - sampled)
      hash = step(hash, text.charCodeAt(at))
    }
  }
  return (hash ^ (hash >>> 15)) >>> 0
}

function step(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01_00_01_93) + (hash >>> 13)
}

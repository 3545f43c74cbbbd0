import type { FieldChange, RecordChange } from '../../diff/change.ts'
import type { RootView } from './root-view.ts'

/** True for an edit of a field that several changes of a plan make, and for a few that one makes; false for the others. */
export type IsRepeated = (resource: string, edit: FieldChange) => boolean

/** So much of each end of a value tells it from others. */
const sampled = 40
/** Places in the table for each edit, at least. */
const spread = 32
/** Two bits for each place. */
const placesOfWord = 16
const once = 1
const repeated = 2

/** Counts the edits of a plan in a table of two bits for each of their hashes, since a set of their texts would be as large as the plan. */
export function repeatedEdits(roots: readonly RootView[]): IsRepeated {
  const places = 2 ** Math.ceil(Math.log2(Math.max(placesOfWord, countEdits(roots) * spread)))
  const counts = new Uint32Array(places / placesOfWord)
  const countAt = (place: number): number => ((counts[place >>> 4] ?? 0) >>> shiftOf(place)) & (once | repeated)
  const placeOf = (resource: string, edit: FieldChange): number => hashOf(resource, edit) & (places - 1)
  eachRecord(roots, ({ resource, fields }) => {
    for (const edit of fields) {
      const place = placeOf(resource, edit)
      counts[place >>> 4] = (counts[place >>> 4] ?? 0) | ((countAt(place) === 0 ? once : repeated) << shiftOf(place))
    }
  })
  return (resource, edit) => countAt(placeOf(resource, edit)) > once
}

function shiftOf(place: number): number {
  return 2 * (place & (placesOfWord - 1))
}

function countEdits(roots: readonly RootView[]): number {
  let count = 0
  eachRecord(roots, ({ fields }) => {
    count += fields.length
  })
  return count
}

function eachRecord(roots: readonly RootView[], take: (change: RecordChange) => void): void {
  for (const root of roots) {
    // No edit of a packed root has a cause of its own.
    if (root.packed) continue
    const { own, below } = root
    if (own?.change.kind === 'record') take(own.change)
    for (const { change } of below) if (change.kind === 'record') take(change)
  }
}

function hashOf(resource: string, { field, before, after }: FieldChange): number {
  const hash = addText(addText(addText(addText(0, resource), field), before), after)
  return (hash ^ (hash >>> 15)) >>> 0
}

function addText(before: number, text: string | null): number {
  if (text === null) return step(before, -1)
  let hash = step(before, text.length)
  for (let at = 0; at < text.length; at += 1) {
    if (at === sampled) at = Math.max(at, text.length - sampled)
    hash = step(hash, text.charCodeAt(at))
  }
  return hash
}

function step(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01_00_01_93) + (hash >>> 13)
}

import { addressOf } from '../records/address.ts'
import type { DesiredRecord, DesiredSources } from '../records/desired.ts'
import { foldedCode } from '../records/folded-code.ts'
import { keyOf, slugOf, titleOf } from '../records/named-fields.ts'
import { recordSources } from '../records/record-source.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import type { ChangeRoot } from './change.ts'

/** The record of the catalogue that takes the place of one with another key. */
export interface MoveTarget {
  readonly root: ChangeRoot
  readonly record: DesiredRecord
}

/** Where records are in the catalogue that have another key now. */
export interface Moves {
  /** `undefined` for a record that has not moved, or to a key that the catalogue does not have. */
  targetOf(record: Pick<RecordTree, 'resource' | 'fields'>): MoveTarget | undefined
}

/** For a catalogue in which nothing has moved. */
export const noMoves: Moves = { targetOf: () => undefined }

/** The moves of a catalogue. */
export function movesOf({ roots, moved = [] }: DesiredSources): Moves {
  if (moved.length === 0) return noMoves
  const sources = recordSources(roots)
  const targets = new Map(
    moved.flatMap(({ resource, from, to }): [string, MoveTarget][] => {
      const record = sources.get(resource)?.get(to)
      if (record === undefined) return []
      const root = { address: addressOf(resource, record.fields), resource, key: to, title: titleOf(record) ?? to }
      return [[`${resource} ${from}`, { root, record }]]
    }),
  )
  return { targetOf: (record) => targets.get(`${record.resource} ${keyOf(record)}`) }
}

/** The slug that an old record gives up, where the new record has the same one; `undefined` where it has not. */
export function slugGivenUp({ live }: { readonly live: RecordTree }, { record }: MoveTarget): string | undefined {
  const slug = foldedCode(slugOf(live))
  const { slugField } = resourceOf(live.resource)
  return slug !== '' && slug === foldedCode(slugOf(record)) ? live.fields[slugField ?? ''] : undefined
}

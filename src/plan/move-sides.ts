import type { Change } from '../diff/change.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { recordToken, wantedBy } from './references.ts'

/** The moves of a plan: the addresses of the old and of the new record, by the token of the old one. */
export type MoveSides = ReadonlyMap<string, readonly [old: string, taker: string]>

/** The moves among these changes. */
export function moveSides(changes: Iterable<Change>): MoveSides {
  const sides = new Map<string, readonly [string, string]>()
  for (const change of changes) {
    if (change.kind !== 'record' || !change.movedTo) continue
    sides.set(recordToken(change.root.resource, change.root.key), [change.address, change.movedTo.address])
  }
  return sides
}

/**
 * The addresses of both sides of each move whose old record a row of another root record refers to. The row is removed after the move and
 * stays where it fails: a category that is still shown keeps its products.
 */
export function movesReferred(
  { resource, fields, root }: Pick<RecordTree, 'resource' | 'fields'> & { readonly root: string },
  moves: MoveSides,
): readonly string[] {
  if (moves.size === 0) return []
  return wantedBy({ resource, fields, children: {} }).flatMap((token) => {
    const sides = moves.get(token)
    return sides === undefined || sides[0] === root ? [] : sides
  })
}

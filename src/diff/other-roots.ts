import type { BaseRecord, BaseRecords } from '../records/base-record.ts'
import { isHidden, keyOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, resourceOf, type ResourceName } from '../resources/registry.ts'
import { storedValue } from '../resources/scalar.ts'
import { byCode } from '../source/by-code.ts'
import { type Moves, noMoves } from './moves.ts'

/** A root record of the store that was applied before and is not in the catalogue any more. */
export interface LeftRoot {
  readonly live: RecordTree
  readonly base: BaseRecord
  /** `unsure`: none of the fields that were read has the value that was applied, and not all were read. */
  readonly isOurs: 'yes' | 'unsure'
}

/** Root records that the catalogue does not have. */
export interface OtherRoots {
  /** Those that were applied before, by resource and key. */
  readonly left: readonly LeftRoot[]
  /** The keys of those that were never applied, or that somebody has made again since, by resource. */
  readonly unmanaged: ReadonlyMap<ResourceName, readonly string[]>
  /** Those of them that customers see, and that have moved according to the catalogue. Other records that have moved are in no list. */
  readonly movedByOthers: readonly RecordTree[]
}

/** Collects root records of the store that the catalogue does not have. */
export function openOtherRoots(
  base: BaseRecords,
  moves: Moves = noMoves,
): { add: (live: RecordTree) => void; sorted: () => Promise<OtherRoots> } {
  const found: RecordTree[] = []
  const unmanaged = new Map<ResourceName, string[]>()
  const movedByOthers: RecordTree[] = []
  const addUnmanaged = (live: RecordTree, key: string): void => {
    const { resource } = live
    // A record that a move has hidden is not reported as unmanaged, whether or not it is in the base.
    const hasMoved = moves.targetOf(live) !== undefined
    if (hasMoved && (isHidden(live) || resourceOf(resource).hiddenBy === undefined)) return
    if (hasMoved) movedByOthers.push(live)
    const keys = unmanaged.get(resource) ?? []
    unmanaged.set(resource, keys)
    keys.push(key)
  }
  return {
    add: (live) => {
      const key = keyOf(live)
      if (base.has(live.resource, key)) found.push(live)
      else addUnmanaged(live, key)
    },
    sorted: async () => {
      const left: LeftRoot[] = []
      for (const live of found.toSorted((a, b) => byCode(a.resource, b.resource) || byCode(keyOf(a), keyOf(b)))) {
        const known = await base.get(live.resource, keyOf(live))
        const isOurs = known ? likeness(live, known) : 'no'
        if (known && isOurs !== 'no') left.push({ live, base: known, isOurs })
        else addUnmanaged(live, keyOf(live))
      }
      const byKey = movedByOthers.toSorted((a, b) => byCode(a.resource, b.resource) || byCode(keyOf(a), keyOf(b)))
      return { left, unmanaged: new Map([...unmanaged].map(([resource, keys]) => [resource, keys.toSorted(byCode)])), movedByOthers: byKey }
    },
  }
}

/**
 * Whether a record of the store is the one that was applied: `no` where every managed field has another value, since somebody uses the key
 * for another record (semantics.md 31).
 */
export function likeness({ resource, fields }: RecordTree, { record }: BaseRecord): LeftRoot['isOurs'] | 'no' {
  const { natural, hiddenBy } = resourceOf(resource)
  const managed = Object.keys(record.fields).filter((name) => !natural.includes(name) && name !== hiddenBy)
  const read = managed.filter((name) => fields[name] !== undefined)
  const isEqual = (name: string): boolean => {
    const field = fieldOf(resource, name)
    return storedValue(field, fields[name]) === storedValue(field, record.stored?.[name] ?? record.fields[name])
  }
  if (managed.length === 0 || read.some(isEqual)) return 'yes'
  return read.length < managed.length ? 'unsure' : 'no'
}

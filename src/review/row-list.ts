import type { ReviewGroup } from './review-groups.ts'

/** A row of the list: a group, a record or file in it, or a change below that. */
export interface ReviewRow {
  readonly kind: 'group' | 'root' | 'change'
  /** Index in the groups. */
  readonly group: number
  /** Index in `PlanView.roots`; -1 for a group. */
  readonly root: number
  /** Index in `RootView.below` for a change; -1 for the change of a root itself; -2 where the row has no change. */
  readonly at: number
  readonly depth: number
  /** Unique in the list, and the same after it was folded or filtered. */
  readonly key: string
  /** `null` where nothing is below it. */
  readonly isFolded: boolean | null
}

/** Rows of a list, kept as numbers: a list can have hundreds of thousands, and a screen shows forty. */
export interface RowList {
  readonly length: number
  readonly at: (index: number) => ReviewRow | undefined
  readonly slice: (from: number, to: number) => readonly ReviewRow[]
  /** The index of the same row of a list with the same groups; -1: it is not in this list. */
  readonly indexOf: (row: RowNumbers) => number
  /** The index of the first row of a change, or of any row of its record where `at` is left out; -1: there is none. */
  readonly indexOfChange: (root: number, at?: number) => number
  /** The index of the row that a row is below; -1: of none. */
  readonly parentOf: (index: number) => number
}

/** What a row is of, as `ReviewRow` has it. */
export type RowNumbers = Pick<ReviewRow, 'group' | 'root' | 'at'>

/** Whether the rows below a row are hidden; `empty` where there are none. */
export type Folding = 'empty' | 'folded' | 'unfolded'

/** Collects the rows of a list from the first to the last. */
export interface RowCollector {
  readonly add: (row: RowNumbers, folding: Folding) => void
  readonly finish: () => RowList
}

const foldings: readonly Folding[] = ['empty', 'folded', 'unfolded']
/** Numbers of a row: group and folding, root, at. */
const cells = 3

/**
 * Rows are collected here, one list after the other. Each letter of a filter makes a list, and those before are garbage for a while: none is larger
 * than its rows.
 */
let room = new Int32Array(256 * cells)

/** A list without rows; the groups name them. It must be finished before the next one is started. */
export function startRows(groups: readonly ReviewGroup[]): RowCollector {
  let length = 0
  return {
    add({ group, root, at }, folding) {
      const cell = length * cells
      if (cell === room.length) room = doubled(room)
      room[cell] = group * foldings.length + foldings.indexOf(folding)
      room[cell + 1] = root
      room[cell + 2] = at
      length += 1
    },
    finish: () => rowList(room.slice(0, length * cells), groups),
  }
}

function doubled(rows: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(rows.length * 2)
  larger.set(rows)
  return larger
}

function rowList(rows: Int32Array, groups: readonly ReviewGroup[]): RowList {
  const length = rows.length / cells
  const rowAt = (index: number): ReviewRow | undefined => (index >= 0 && index < length ? rowOf(rows, index * cells, groups) : undefined)
  const find = (isIt: (cell: number) => boolean): number => {
    for (let index = 0; index < length; index += 1) if (isIt(index * cells)) return index
    return -1
  }
  return {
    length,
    at: rowAt,
    slice: (from, to) => Array.from({ length: Math.max(0, Math.min(to, length) - from) }, (_, index) => rowAt(from + index) ?? []).flat(),
    indexOf: ({ group, root, at }) => find((cell) => groupOf(rows, cell) === group && rows[cell + 1] === root && rows[cell + 2] === at),
    indexOfChange: (root, at) => find((cell) => rows[cell + 1] === root && (at === undefined || rows[cell + 2] === at)),
    parentOf(index) {
      const depth = rowAt(index)?.depth ?? 0
      for (let above = index - 1; above >= 0; above -= 1) if ((rowAt(above)?.depth ?? 0) < depth) return above
      return -1
    },
  }
}

function groupOf(rows: Int32Array, cell: number): number {
  return Math.floor((rows[cell] ?? 0) / foldings.length)
}

function rowOf(rows: Int32Array, cell: number, groups: readonly ReviewGroup[]): ReviewRow {
  const [, root = 0, at = 0] = rows.subarray(cell, cell + cells)
  const group = groupOf(rows, cell)
  const { key, title } = groups[group] ?? { key: '', title: '' }
  const folding = foldings[(rows[cell] ?? 0) % foldings.length]
  const isFolded = folding === 'empty' ? null : folding === 'folded'
  if (root === -1) return { kind: 'group', group, root, at, depth: 0, key, isFolded }
  const depth = title === '' ? 0 : 1
  if (at < 0) return { kind: 'root', group, root, at, depth, key: `${key}/${root}`, isFolded }
  return { kind: 'change', group, root, at, depth: depth + 1, key: `${key}/${root}/${at}`, isFolded }
}

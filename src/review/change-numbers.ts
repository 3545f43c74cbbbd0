import type { RootView } from '../report/view/root-view.ts'

/** A number for each change of a plan, so that facts about all of them can be columns instead of maps. */
export interface ChangeNumbers {
  /** Numbers are below this; some belong to no change. */
  readonly count: number
  /** The number of a change: by the index of its root and its index there, as `ReviewRow` has them. */
  readonly of: (root: number, at: number) => number
}

/** Before the changes below a root: its own change at -1, and -2, which is no change. */
const before = 2

/** Numbers the changes of these roots, in their order. */
export function numberChanges(roots: readonly Pick<RootView, 'below'>[]): ChangeNumbers {
  const first = new Int32Array(roots.length)
  let count = 0
  for (const [root, { below }] of roots.entries()) {
    first[root] = count
    count += below.length + before
  }
  return { count, of: (root, at) => (first[root] ?? 0) + at + before }
}

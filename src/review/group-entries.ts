/**
 * The records and files of a group, with those of their changes that belong there, as columns: the changes of `roots[i]` are those of
 * `ats` from `starts[i]` up to `starts[i + 1]`, ascending, each once.
 */
export interface GroupEntries {
  /** Indexes in `PlanView.roots`. */
  readonly roots: Int32Array
  readonly starts: Int32Array
  /** Indexes in `RootView.below`; -1: the change of the root itself. */
  readonly ats: Int32Array
}

/** Collects the changes of a group, in any order; the records are in the order in which they come. */
export interface EntryList {
  readonly add: (root: number, at: number) => void
  readonly finish: () => GroupEntries
}

/** An empty list of changes. */
export function startEntries(): EntryList {
  const roots: number[] = []
  const [entries, ats]: [number[], number[]] = [[], []]
  /** The entries of the records, once one comes that is not behind all others: most groups have them in the order of the plan. */
  let known: Map<number, number> | null = null
  let highest = -1
  let span = 1
  const entryOf = (root: number): number => {
    if (known === null && root === highest) return roots.length - 1
    if (known === null && root < highest) known = new Map(roots.map((each, entry) => [each, entry]))
    highest = Math.max(highest, root)
    const entry = known?.get(root) ?? roots.push(root) - 1
    known?.set(root, entry)
    return entry
  }
  return {
    add(root, at) {
      entries.push(entryOf(root))
      ats.push(at)
      span = Math.max(span, at + 2)
    },
    finish: () => columnsOf(roots, sortedCodes(entries, ats, span), span),
  }
}

/** The same entries in the order of their records; equal records keep theirs. */
export function sortEntries({ roots, starts, ats }: GroupEntries, compare: (a: number, b: number) => number): GroupEntries {
  const order = Int32Array.from(roots.keys()).toSorted((a, b) => compare(roots[a] ?? 0, roots[b] ?? 0))
  const [sortedStarts, sortedAts] = [new Int32Array(starts.length), new Int32Array(ats.length)]
  let end = 0
  for (const [index, from] of order.entries()) {
    const part = ats.subarray(starts[from] ?? 0, starts[from + 1] ?? 0)
    sortedAts.set(part, end)
    end += part.length
    sortedStarts[index + 1] = end
  }
  return { roots: order.map((from) => roots[from] ?? 0), starts: sortedStarts, ats: sortedAts }
}

/** The entries from one record up to another, without it. */
export function sliceEntries({ roots, starts, ats }: GroupEntries, from: number, to: number): GroupEntries {
  const [first = 0, end = 0] = [starts[from], starts[to]]
  return { roots: roots.slice(from, to), starts: starts.slice(from, to + 1).map((start) => start - first), ats: ats.slice(first, end) }
}

/** One number for each change that sorts by record, then by place. */
function sortedCodes(entries: readonly number[], ats: readonly number[], span: number): Float64Array {
  return Float64Array.from(entries, (entry, index) => entry * span + (ats[index] ?? 0) + 1).toSorted()
}

function columnsOf(roots: readonly number[], codes: Float64Array, span: number): GroupEntries {
  const starts = new Int32Array(roots.length + 1)
  const ats = new Int32Array(codes.length)
  let [count, before] = [0, -1]
  for (const code of codes) {
    if (code === before) continue
    before = code
    ats[count] = (code % span) - 1
    count += 1
    starts[Math.floor(code / span) + 1] = count
  }
  return { roots: Int32Array.from(roots), starts, ats: ats.slice(0, count) }
}

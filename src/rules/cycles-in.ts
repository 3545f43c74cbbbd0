/** A dense graph has millions of cycles: the others are reported once these are fixed. */
const mostCycles = 100

/** The first hundred cycles of a graph (node to the nodes that it points at): each as its nodes, with the first one repeated at the end. */
export function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const finished = new Set<string>()
  for (const start of edges.keys()) {
    if (!finished.has(start) && cycles.length < mostCycles) walkFrom(start, { edges, finished, cycles })
  }
  return cycles
}

interface Walk {
  readonly edges: ReadonlyMap<string, readonly string[]>
  readonly finished: Set<string>
  readonly cycles: string[][]
}

/** Depth first with an explicit stack: a chain of ten thousand categories must not overflow the call stack. */
function walkFrom(start: string, { edges, finished, cycles }: Walk): void {
  const path: string[] = [start]
  const pending = [(edges.get(start) ?? []).values()]
  const onPath = new Set(path)
  while (path.length > 0 && cycles.length < mostCycles) {
    const next = pending.at(-1)?.next().value
    if (next === undefined) {
      const done = path.pop() ?? ''
      pending.pop()
      onPath.delete(done)
      finished.add(done)
    } else if (onPath.has(next)) {
      cycles.push([...path.slice(path.indexOf(next)), next])
    } else if (!finished.has(next)) {
      path.push(next)
      onPath.add(next)
      pending.push((edges.get(next) ?? []).values())
    }
  }
}

/** A cycle as messages show it; of a long one, both ends. */
export function cycleText(cycle: readonly string[]): string {
  const shown = cycle.length > 10 ? [...cycle.slice(0, 5), `... ${cycle.length - 9} more ...`, ...cycle.slice(-4)] : cycle
  return shown.join(' > ')
}

/** Where everything points at everything there are millions; who has mended these sees the next ones. */
const mostCycles = 100

/**
 * The circles of a graph (node to the nodes that it points at), the first hundred: each as its nodes with the first one again
 * at the end.
 */
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

/** Depth first with a stack of its own: a chain of ten thousand categories must not overflow the program's. */
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

/** A circle as people read it; a long one keeps its ends. */
export function circleText(cycle: readonly string[]): string {
  const shown = cycle.length > 10 ? [...cycle.slice(0, 5), `... ${cycle.length - 9} more ...`, ...cycle.slice(-4)] : cycle
  return shown.join(' > ')
}

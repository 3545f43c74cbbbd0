/** The circles of a graph (node to the nodes that it points at): each as its nodes with the first one again at the end. */
export function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const finished = new Set<string>()
  for (const start of edges.keys()) {
    if (!finished.has(start)) walkFrom(start, { edges, finished, cycles })
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
  const pending = [[...(edges.get(start) ?? [])]]
  const onPath = new Set(path)
  while (path.length > 0) {
    const next = pending.at(-1)?.shift()
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
      pending.push([...(edges.get(next) ?? [])])
    }
  }
}

/** A circle as people read it; a long one keeps its ends. */
export function circleText(cycle: readonly string[]): string {
  const shown = cycle.length > 10 ? [...cycle.slice(0, 5), `... ${cycle.length - 9} more ...`, ...cycle.slice(-4)] : cycle
  return shown.join(' > ')
}

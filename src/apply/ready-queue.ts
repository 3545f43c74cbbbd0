import { invariant } from '../errors.ts'
import type { Step } from '../plan/step.ts'

/** The steps of a plan that can start. Each step is looked at once, each need once; only the order costs a logarithm. */
export interface ReadyQueue {
  /** Takes the first step in plan order whose needs have all ended; `undefined` while there is none. */
  take(): Step | undefined
  /** The step that `take` would return. */
  first(): Step | undefined
  /** Reports that a step ended, however: the steps that need it wait for one step less. */
  end(id: string): void
}

interface Node {
  readonly step: Step
  readonly position: number
  readonly dependants: Node[]
  unmetNeeds: number
}

/** A queue over all steps of a plan. Steps that share an id, or need a step that is not before them, are a bug of the plan. */
export function openReadyQueue(steps: readonly Step[], needsOf: (step: Step) => readonly string[]): ReadyQueue {
  const nodes = nodesOf(steps, needsOf)
  const ready: Node[] = []
  for (const node of nodes.values()) if (node.unmetNeeds === 0) push(ready, node)

  return {
    take: () => pop(ready)?.step,
    first: () => ready[0]?.step,
    end(id) {
      const node = nodes.get(id)
      invariant(node, `step ${id} is not in the queue`)
      for (const dependant of node.dependants) {
        dependant.unmetNeeds -= 1
        if (dependant.unmetNeeds === 0) push(ready, dependant)
      }
    },
  }
}

function nodesOf(steps: readonly Step[], needsOf: (step: Step) => readonly string[]): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>()
  for (const step of steps) {
    const { id } = step
    const needs = needsOf(step)
    invariant(!nodes.has(id), `two steps have the id ${id}`)
    const node: Node = { step, position: nodes.size, dependants: [], unmetNeeds: needs.length }
    for (const need of needs) {
      const earlier = nodes.get(need)
      invariant(earlier, `step ${id} needs ${need}, which is not an earlier step`)
      earlier.dependants.push(node)
    }
    nodes.set(id, node)
  }
  return nodes
}

/** Adds to a binary heap: no node is behind one of a later position. */
function push(heap: Node[], node: Node): void {
  let at = heap.length
  heap.push(node)
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = heap[above]
    if (!parent || parent.position < node.position) break
    heap[at] = parent
    at = above
  }
  heap[at] = node
}

/** Takes the node of the lowest position out of a binary heap. */
function pop(heap: Node[]): Node | undefined {
  const [first] = heap
  const last = heap.pop()
  if (!first || !last || heap.length === 0) return first
  let at = 0
  for (;;) {
    const below = lowestBelow(heap, at)
    const child = heap[below]
    if (!child || child.position > last.position) break
    heap[at] = child
    at = below
  }
  heap[at] = last
  return first
}

function lowestBelow(heap: readonly Node[], at: number): number {
  const left = 2 * at + 1
  const [one, two] = [heap[left], heap[left + 1]]
  return one && two && two.position < one.position ? left + 1 : left
}

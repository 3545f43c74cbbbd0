import type { Exchange } from '../../store/exchange.ts'

/** What is known of a `plan` before it is made as a whole. */
export interface TriedPlan {
  /** What was typed, and the folder of the process. */
  readonly command: readonly string[]
  /** The number of requests that were sent to compare the store with a plan that was remembered. */
  readonly reads: number
  /** Gives their answers again in place of requests, and reports each. */
  readonly reuse: (exchange: Exchange, onReused: () => void) => Exchange
}

/** A command for which nothing was sent. */
export function untried(argv: readonly string[], cwd: string): TriedPlan {
  return { command: [cwd, ...argv], reads: 0, reuse: (exchange) => exchange }
}

import { performance } from 'node:perf_hooks'

/**
 * Milliseconds that this process waited for something, with nothing to do, until the work was done: a machine that is busy with
 * other programs makes the work longer, and the waiting hardly.
 */
export async function idleMs(work: () => unknown): Promise<number> {
  const before = performance.eventLoopUtilization()
  await work()
  return performance.eventLoopUtilization(before).idle
}

import { performance } from 'node:perf_hooks'

/**
 * Milliseconds that this process was idle until the work was done. Other programs on the machine prolong the work, but hardly the
 * idle time.
 */
export async function idleMs(work: () => unknown): Promise<number> {
  const before = performance.eventLoopUtilization()
  await work()
  return performance.eventLoopUtilization(before).idle
}

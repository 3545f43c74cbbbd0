import { diskProblemOf } from '../../files/disk-problem.ts'
import type { Delivery } from './delivery.ts'
import type { DeliveryLog } from './delivery-log.ts'
import type { Sender } from './sender.ts'

/** Deliveries under way to one address: a target that does not answer does not hold up the others. */
const mostToOne = 4

/** The next pending delivery; `null` where the disk of the log is full or refuses to be written. */
function takeNext(log: DeliveryLog, busy: readonly string[]): Delivery | null | undefined {
  try {
    return log.takeNext(busy)
  } catch (error) {
    if (diskProblemOf(error) === undefined) throw error
    return null
  }
}

/**
 * Returns what starts the oldest pending delivery of an address that takes one more: its work, which never fails; `none` where nothing is pending,
 * `later` where something may be that cannot be started now.
 */
export function openLanes(log: DeliveryLog, sender: Sender): () => Promise<void> | 'none' | 'later' {
  const counts = new Map<string, number>()
  const add = (url: string, change: 1 | -1): void => {
    const count = (counts.get(url) ?? 0) + change
    if (count > 0) counts.set(url, count)
    else counts.delete(url)
  }
  return () => {
    const busy = [...counts].filter(([, count]) => count >= mostToOne).map(([url]) => url)
    const next = takeNext(log, busy)
    if (!next) return next === null || busy.length > 0 ? 'later' : 'none'
    add(next.url, 1)
    // What cannot be noted of it stays `sending`, and is lost at the next start.
    return sender
      .deliver(next)
      .catch(() => undefined)
      .finally(() => add(next.url, -1))
  }
}

import { OperationalError } from '../../errors.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import type { StoreClient } from '../../store/store-client.ts'
import { fullOrder } from '../order-scope.ts'

/** How orders are looked for. */
export interface FeedOptions {
  readonly store: StoreClient
  /** Between two reads of the orders that are not marked as integrated, in milliseconds. */
  readonly pollMs: number
  /** Waits, at most until the signal is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly stop: AbortSignal
  /** Called when the store cannot be read; it is read again after the next pause. */
  readonly onFault: (error: OperationalError) => void
}

/** The orders of a store that are not marked as integrated, each until it is done. */
export interface OrderFeed {
  /** Counts the orders that exist now as done. */
  skipPresent(): Promise<void>
  /** A notification came, of this order or of one that it does not name. */
  notify(order: string | null): void
  /** The orders, those that were not done after each pause again; ends when it is stopped. */
  orders(): AsyncGenerator<RecordTree>
  /** Reports that an order needs no more work. */
  done(orderNumber: string): void
}

/** Orders in one request. */
const mostAtOnce = 50

/** Opens the feed of a store. Nothing is read before the first call. */
export function openOrderFeed({ store, pollMs, sleep, stop, onFault }: FeedOptions): OrderFeed {
  const done = new Set<string>()
  const wanted = new Set<string>()
  let isPollDue = true
  let woken = new AbortController()

  async function pause(): Promise<void> {
    woken = new AbortController()
    if (isPollDue || wanted.size > 0) return
    await sleep(pollMs, AbortSignal.any([woken.signal, stop]))
    if (!woken.signal.aborted) isPollDue = true
  }

  /** Most orders are done where nobody marks them: their numbers alone are read. */
  async function poll(): Promise<void> {
    isPollDue = false
    for await (const number of notIntegrated(store)) if (!done.has(number)) wanted.add(number)
  }

  async function* readWanted(): AsyncGenerator<RecordTree> {
    const values = [...wanted].slice(0, mostAtOnce)
    for (const value of values) wanted.delete(value)
    for await (const order of store.readMatching({ scope: fullOrder, filters: [{ field: 'order_number', values }] })) {
      const { order_number: number = '', integrated } = order.fields
      if (!done.has(number) && integrated !== 'true') yield order
    }
  }

  async function* readNext(): AsyncGenerator<RecordTree> {
    try {
      if (isPollDue) await poll()
      yield* readWanted()
    } catch (error) {
      if (!(error instanceof OperationalError) || error.code === 'store-refused-key') throw error
      onFault(error)
    }
  }

  return {
    async skipPresent() {
      for await (const number of notIntegrated(store)) done.add(number)
    },
    notify(order) {
      if (order === null) isPollDue = true
      else wanted.add(order)
      woken.abort()
    },
    async *orders() {
      while (!stop.aborted) {
        if (isPollDue || wanted.size > 0) yield* readNext()
        else await pause()
      }
    },
    done: (orderNumber) => void done.add(orderNumber),
  }
}

/** The numbers of the orders that are not marked as integrated (platform.md, "Write payload rules", 6). */
async function* notIntegrated(store: StoreClient): AsyncGenerator<string> {
  const scope = { resource: 'Order', fields: ['order_number'], children: [] } as const
  const filters = [{ field: 'integrated', values: ['0'] }]
  for await (const { fields } of store.readMatching({ scope, filters })) yield fields['order_number'] ?? ''
}

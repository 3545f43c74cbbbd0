import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { exitCodes, OperationalError } from '../../errors.ts'
import { markIntegrated } from '../../orders/listen/mark-integrated.ts'
import { openOrderFeed, type OrderFeed } from '../../orders/listen/order-feed.ts'
import { receiveNotifications } from '../../orders/listen/receive-notifications.ts'
import { subscribe } from '../../orders/listen/subscribe.ts'
import { jsonText } from '../../report/json-text.ts'
import { plainRecord } from '../../report/records/records-json.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { countOf } from '../../source/counts.ts'
import { isLoopback } from '../../source/is-loopback.ts'
import type { StoreClient } from '../../store/store-client.ts'
import { readConfigured } from '../configured-state.ts'
import { connectWithoutState } from '../connect.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { runForOrder } from '../run-for-order.ts'
import type { Surroundings } from '../surroundings.ts'
import type { ListenOptions } from './listen-usage.ts'

/** `planogram listen`: gives each new order on, until a signal ends it. Reads only the config and the store. */
export async function listen(options: ListenOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  await using connection = await connectWithoutState(readConfigured(global, surroundings), { output, surroundings })
  const { store } = connection
  const { poll, port = 0, path = `/hooks/${randomBytes(16).toString('hex')}`, mark } = options
  const stopping = new AbortController()
  let exitCode: number = exitCodes.done
  const off = surroundings.onSignal((signal) => {
    // The first signal waits for the current order.
    if (stopping.signal.aborted) surroundings.abandon(signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated)
    if (signal === 'SIGTERM') exitCode = exitCodes.terminated
    stopping.abort()
  })
  try {
    const feed = openOrderFeed({
      store,
      pollMs: poll * 1_000,
      sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
      stop: stopping.signal,
      onFault: ({ message }) => output.warn(`${message} The orders are read again in ${poll} s.\n`),
    })
    if (!mark) await feed.skipPresent()
    await using receiver = await receiveNotifications({ port, path, onNotification: (order) => feed.notify(order) })
    const unsubscribe = await subscribed(store, receiver.url, { options, output })
    try {
      const given = await giveOrders(feed, { store, options, output, surroundings })
      output.note(`${countOf(given, 'order')} of store ${store.name}\n`)
    } finally {
      await unsubscribe()
    }
  } finally {
    off()
  }
  return exitCode
}

/** Subscribes the public address, or that of this process where the store runs on this machine too. */
async function subscribed(
  store: StoreClient,
  own: string,
  { options, output }: { readonly options: ListenOptions; readonly output: ProgramOutput },
): Promise<() => Promise<void>> {
  const { pathname } = new URL(own)
  const isLocal = isLoopback(new URL(store.baseUrl).hostname)
  const url = options.subscribe === undefined ? own : `${options.subscribe.replace(/\/+$/, '')}${pathname}`
  const isSubscribed = options.subscribe !== undefined || isLocal
  output.note(`Notifications at ${own}${options.subscribe === undefined ? '' : `, for the store ${url}`}\n`)
  if (isSubscribed) {
    const unsubscribe = await subscribe(store, url)
    output.note(`Store ${store.name} notifies this address of new orders until the command ends; Ctrl-C ends it.\n`)
    return unsubscribe
  }
  output.note(
    `Store ${store.name} notifies nobody of this address: its orders are read every ${options.poll} s. With \`--subscribe\`, or \`webhooks\` of the catalogue, they come at once.\n`,
  )
  return () => Promise.resolve()
}

interface Giving {
  readonly store: StoreClient
  readonly options: ListenOptions
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/** Resolves to the number of orders that were given on. */
async function giveOrders(feed: OrderFeed, { store, options, output, surroundings }: Giving): Promise<number> {
  const given = new Set<string>()
  const { exec, mark, limit = Number.POSITIVE_INFINITY } = options
  for await (const order of feed.orders()) {
    const number = order.fields['order_number'] ?? ''
    if (!given.has(number)) {
      if (exec === undefined) await output.result(textOf(order))
      else if (!(await runForOrder(exec, textOf(order), surroundings))) {
        output.warn(`The command for order ${number} failed; it is run again in ${options.poll} s.\n`)
        continue
      }
      given.add(number)
    }
    if (!mark || (await isMarked(store, number, output))) feed.done(number)
    if (given.size >= limit) break
  }
  return given.size
}

function textOf(order: RecordTree): string {
  return `${jsonText(plainRecord(order))}\n`
}

async function isMarked(store: StoreClient, number: string, output: ProgramOutput): Promise<boolean> {
  try {
    await markIntegrated(store, number)
    return true
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error
    output.warn(`Order ${number} was not marked as integrated: ${error.message}\n`)
    return false
  }
}

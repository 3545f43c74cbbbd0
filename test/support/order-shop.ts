import type { EmulatorOptions, RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { type Ended, planogram } from './command-line.ts'
import { type ShopFolder, shopFolder } from './shop-folder.ts'

/** An order of three mugs and one tee by Ann in Oslo. */
export function orderOf(number: number, fields: Readonly<Record<string, string>> = {}): RecordTree {
  const order_number = String(number)
  const lineOf = (at: number, sku: string, quantity: string): RecordTree => ({
    resource: 'Orderlines',
    fields: { code: `${number}-${at}`, order_number, sku, quantity },
    children: {},
  })
  return {
    resource: 'Order',
    fields: { order_number, email: 'ann@shop.example', fname: 'Ann', city: 'Oslo', ...fields },
    children: { Orderlines: [lineOf(1, 'MUG', '3'), lineOf(2, 'TEE', '1')] },
  }
}

/** A store with orders over the network, and a folder whose config names it. */
export interface OrderShop extends AsyncDisposable {
  readonly emulator: RunningEmulator
  readonly folder: ShopFolder
  /** Runs a command on the store. */
  readonly run: (...argv: readonly string[]) => Promise<Ended>
}

/** What the environment of commands has. */
export const orderKey = 'order-key'

/** Starts a store with these orders. `config`: more lines of its settings, each with four spaces. */
export async function startOrderShop(orders: readonly RecordTree[], options: EmulatorOptions = {}, config = ''): Promise<OrderShop> {
  const emulator = await startEmulator({ key: orderKey, seed: { records: orders }, ...options })
  const settings = `stores:\n  live:\n    base_url: ${emulator.url}\n    key: \${SHOP_KEY}\n${config}default_store: live\n`
  const folder = shopFolder({ 'planogram.yaml': settings })
  return {
    emulator,
    folder,
    run: (...argv) => planogram(folder.root, argv, { SHOP_KEY: orderKey, HOME: folder.root }),
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]()
      await emulator.close()
    },
  }
}

import { planogram } from './command-line.ts'
import { run, stopped, type Tried } from './ended-commands.ts'
import { orderKey, startOrderShop } from './order-shop.ts'
import type { ShopFolder } from './shop-folder.ts'

const withWrongConfig =
  (...argv: readonly string[]): Tried =>
  async (shop) => {
    shop.write('planogram.yaml', 'stores: [\n')
    return await run(...argv)(shop)
  }

/** A command on a store with order 1, beside a list with a customer. */
const prepared =
  (start: Tried): Tried =>
  async (shop) => {
    shop.write('list.csv', 'username\nann\n')
    shop.write('order.xml', '<ResultSet><Order><order_number>1</order_number></Order></ResultSet>')
    await planogram(shop.root, ['api', 'POST', 'Order', '--input', 'order.xml'])
    return await start(shop)
  }

/** A list that the store refuses. */
async function refusedList(shop: ShopFolder): Promise<number> {
  const refuse = { on: { method: 'POST' }, do: { kind: 'rsp-fail', code: 400 } } as const
  await using remote = await startOrderShop([], { faults: [refuse] })
  shop.write('list.csv', 'username\nann\n')
  shop.write('planogram.yaml', `stores: { live: { base_url: "${remote.emulator.url}", key: "\${SHOP_KEY}" } }\ndefault_store: live\n`)
  return (await planogram(shop.root, ['customers', 'list.csv', '--auto-approve'], { SHOP_KEY: orderKey })).exitCode
}

/** Each way in which the commands about orders and customers end, by command and exit code. */
export const endedOrderCommands: Readonly<Record<string, Tried>> = {
  'customers 0': prepared(run('customers', 'list.csv', '--dry-run')),
  'customers 1': run('customers', 'list.csv'),
  'customers 5': prepared(run('customers', 'list.csv')),
  'customers 6': refusedList,
  'customers 65': prepared(withWrongConfig('customers', 'list.csv')),
  'customers 130': prepared((shop) => stopped(shop, ['customers', 'list.csv', '--auto-approve'], 'SIGINT')),
  'customers 143': prepared((shop) => stopped(shop, ['customers', 'list.csv', '--auto-approve'], 'SIGTERM')),
  'listen 0': (shop) => stopped(shop, ['listen'], 'SIGINT'),
  'listen 1': run('listen', '--config', 'none.yaml'),
  'listen 65': withWrongConfig('listen'),
  'listen 143': (shop) => stopped(shop, ['listen'], 'SIGTERM'),
  'ship 0': prepared(run('ship', '1', '--dry-run')),
  'ship 1': run('ship', '1'),
  'ship 5': prepared(run('ship', '1')),
  'ship 65': withWrongConfig('ship', '1'),
  'ship 130': prepared((shop) => stopped(shop, ['ship', '1', '--auto-approve'], 'SIGINT')),
  'ship 143': prepared((shop) => stopped(shop, ['ship', '1', '--auto-approve'], 'SIGTERM')),
}

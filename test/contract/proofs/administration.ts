import { expect } from 'vitest'
import { openAdministration } from '../../support/administration.ts'
import { storeRequest } from '../../unit/emulator/store-request.ts'
import { startReceiver } from '../../unit/emulator/webhooks/receiver.ts'
import { node, writes } from '../proof.ts'
import type { Proof } from '../proof.ts'

/** What platform.md says of the administration tool. */
export const administrationProofs: readonly Proof[] = [
  writes(
    'the administration tool registers a key, denies a resource and limits it to a period',
    ['A key is registered in the administration tool'],
    async (store) => {
      const pages = await openAdministration(store.emulator)
      await pages.press('keys', { action: 'register', title: 'ERP', access: 'all', deny: 'Order', expires: '2026-05-31T23:00' })
      const [, key = ''] = /class="secret">([^<]+)</.exec((await pages.get('keys')).html) ?? []
      const send = storeRequest({ url: store.url, key })

      const seen = [(await send('GET', 'Product/')).status, (await send('GET', 'Order/')).status]
      store.emulator.clock.advance(24 * 3_600_000)

      const { status } = await send('GET', 'Product/')
      // Which status a refused key gets is not shown (assumptions.md K1).
      expect([...seen, [401, 403].includes(status)]).toEqual([200, 403, true])
    },
  ),
  writes(
    'the pending-orders list of the administration tool holds an order until it is archived',
    ['Order.archived', 'setting archived true, or POST of a Shipment with archive set'],
    async (store) => {
      const pages = await openAdministration(store.emulator)
      const pending = async (): Promise<readonly string[]> =>
        [...(await pages.get('orders')).html.matchAll(/href="\/_admin\/orders\/(\d+)"/g)].map(([, number]) => number ?? '').toSorted()
      await store.post('Order', ...['1', '2', '3', '4'].map((number) => node('Order', { order_number: number })))
      const before = await pending()

      await store.put('Order/1', node('Order', { order_number: '1', archived: 'true' }))
      await store.post('Shipments', node('Shipment', { order_number: '2', archive: 'true' }))
      await pages.press('orders', { action: 'archive', number: '3' })

      expect(before).toEqual(['1', '2', '3', '4'])
      expect(await pending()).toEqual(['4'])
      expect(await store.list('Order/?archived=true&_fields=order_number')).toHaveLength(3)
    },
  ),
  writes(
    'a subscription is made in the administration tool, and its notification is seen there',
    ['A subscription is made through the Webhooks resource'],
    async (store) => {
      await using target = await startReceiver()
      const pages = await openAdministration(store.emulator)
      await pages.press('webhooks', { action: 'subscribe', event: 'NewOrder', url: target.url })

      await store.post('Order', node('Order', { email: 'ann@example.org' }))
      await store.emulator.webhooks.settled()

      expect(target.received).toHaveLength(1)
      expect((await pages.get('webhooks')).text).toContain(`delivered NewOrder to ${target.url}`)
      expect(await store.list('Webhooks/')).toEqual([expect.stringContaining(`<url>${target.url}</url>`)])
    },
  ),
]

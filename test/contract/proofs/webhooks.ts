import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { node, seeded, writes } from '../proof.ts'
import type { Proof } from '../proof.ts'

interface Notice {
  readonly method: string
  readonly type: string
  readonly body: unknown
}

/** A program that waits for notifications. */
async function listener(): Promise<AsyncDisposable & { url(path: string): string; readonly notices: Notice[] }> {
  const notices: Notice[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      notices.push({ method: request.method ?? '', type: request.headers['content-type'] ?? '', body: JSON.parse(body) })
      response.end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    notices,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function hook(name: string, url: string): string {
  return node('Webhook', { name, url })
}

const orders = 'http://127.0.0.1:9/orders'
const other = 'http://127.0.0.1:9/other?a=b'

/** platform.md, "Webhooks" and "Events". */
export const webhookProofs: readonly Proof[] = [
  writes(
    'POST subscribes, returns an identifier, and the same name and url again update the subscription',
    [
      'POST | /API/V3/Webhooks |',
      'Webhook subscription | POST /API/V3/Webhooks',
      'A subscription is made through the Webhooks resource',
      'Webhooks.name',
      'Webhooks.url',
      'Webhooks.id',
      'A Webhooks resource, which lets',
    ],
    async ({ post, list }) => {
      const first = await post('Webhooks', hook('NewOrder', orders), hook('NewOrder', other.replace('&', '&amp;')))
      const again = await post('Webhooks', hook('NewOrder', orders))
      const notPascal = await post('Webhooks', hook('new_order', orders))

      expect([first, again].map(({ text }) => [...text.matchAll(/<id>(\d+)<\/id>/g)].map((match) => match[1]))).toEqual([['1', '2'], ['1']])
      expect([notPascal.status, (await list('Webhooks/')).length]).toEqual([400, 2])
    },
  ),
  writes(
    'DELETE by id removes that subscription',
    ['DELETE | /API/V3/Webhooks/<id>', 'Webhook subscription | DELETE by id'],
    async ({ post, send, list }) => {
      await post('Webhooks', hook('NewOrder', orders), hook('NewOrder', other))

      const reply = await send('DELETE', 'Webhooks/1')

      expect([reply.status, await list('Webhooks/?_fields=id')]).toEqual([200, [node('Webhook', { id: 2 })]])
    },
  ),
  writes(
    'DELETE by name and url removes that one; with the name only, every endpoint of the event',
    ['DELETE | /API/V3/Webhooks?name=', 'Webhook subscription | DELETE by id'],
    async ({ post, send, list }) => {
      await post('Webhooks', hook('NewOrder', orders), hook('NewOrder', other), hook('Other', orders))

      await send('DELETE', `Webhooks?name=NewOrder&url=${encodeURIComponent(other)}`)
      const one = await list('Webhooks/?_fields=id')
      await send('DELETE', 'Webhooks?name=NewOrder')
      const byName = await list('Webhooks/?_fields=id')
      await send('DELETE', `Webhooks?url=${encodeURIComponent(orders)}`)

      expect([one.length, byName, await list('Webhooks/')]).toEqual([2, [node('Webhook', { id: 3 })], []])
    },
  ),
  writes(
    'a new order is POSTed as JSON to every subscribed url, once, and a changed one is not',
    [
      'The only event named is NewOrder',
      'When the event fires',
      'The JSON of a NewOrder notification',
      'Subscribing removes the need to poll',
      'A Webhooks resource, which lets',
    ],
    async ({ post, put, emulator, list }) => {
      await using listening = await listener()
      await post('Webhooks', hook('NewOrder', listening.url('/one')), hook('NewOrder', listening.url('/two')))

      await post('Order+Orderline', node('Order', { email: 'ada@x.example' }, node('Orderline', { sku: 'A' })))
      await put('Order/1', node('Order', { status: 'paid' }))
      await emulator.webhooks.settled()

      const notice = {
        method: 'POST',
        type: expect.stringContaining('application/json'),
        body: expect.objectContaining({ event: 'NewOrder', order_number: '1' }),
      }
      expect(listening.notices).toEqual([notice, notice])
      expect(await list('Order+Orderline+OrderlineTax+OrderlineDiscounts/1?_fields=order_number|Orderline:sku')).toEqual([
        node('Order', { order_number: 1 }, node('Orderline', { sku: 'A' })),
      ])
    },
    { seed: { records: [seeded('Product', { sku: 'A' })] }, keeps: ['webhookPayload'] },
  ),
]

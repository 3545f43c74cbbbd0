import { afterAll, describe, expect, test } from 'vitest'
import { profileNames } from '../../../../src/emulator/assumptions/profiles.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { openAdministration } from '../../../support/administration.ts'
import { storeRequest } from '../store-request.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { partOf, record } from './page.ts'

const seed = {
  records: [
    record('Product', { sku: 'MUG', title: 'Mug', price: '8.5' }),
    record(
      'Order',
      { order_number: '7', email: 'ann@example.org', status: 'new', b_fname: 'Ann', total_cost: 'kr 17' },
      {
        Orderlines: [
          record('Orderlines', { code: '7-1', order_number: '7', sku: 'MUG', description: 'Stone mug', quantity: '2', price: 'kr 8.5' }),
        ],
      },
    ),
    record('Order', { order_number: '8', archived: 'true' }),
    record('Order', { order_number: '9', archived: 'false', deleted: 'true' }),
  ],
}

/** The new key that a page shows. */
function keyOn(html: string): string {
  return /class="secret">([^<]+)</.exec(html)?.[1] ?? ''
}

describe.each(profileNames)('the administration tool, profile %s', async (profile) => {
  const store = await startEmulator({ profile, seed, now: () => new Date('2026-11-20T09:00:00Z') })
  afterAll(() => store.close())
  const pages = await openAdministration(store)
  const textOf = async (path: string): Promise<string> => (await storeRequest(store)('GET', path)).text
  const statusWith = async (key: string, path: string): Promise<number> => (await storeRequest({ url: store.url, key })('GET', path)).status

  test('a key is registered with denied resources, shown once, used, changed and revoked', async () => {
    const pressed = await pages.press('keys', [
      ['action', 'register'],
      ['title', 'Price robot'],
      ['access', 'all'],
      ['deny', 'Order'],
    ])
    const [shown, again] = [await pages.get('keys'), await pages.get('keys')]
    const key = keyOn(shown.html)
    const { code = '' } = store.keys.list().find(({ title }) => title === 'Price robot') ?? {}
    const registered = [await statusWith(key, 'Product/MUG'), await statusWith(key, 'Order/7'), await statusWith(key, 'Cat/')]
    const used = await pages.get('keys')
    await pages.press(`keys/${code}`, [
      ['action', 'change'],
      ['code', code],
      ['title', 'Order reader'],
      ['access', 'some'],
      ['grant', 'Order'],
      ['grant', 'Orderlines'],
      ['files', 'on'],
      ['expires', '2026-11-21T00:00'],
    ])
    const [changed] = store.keys.list().filter((each) => each.code === code)
    const restricted = [await statusWith(key, 'Product/MUG'), await statusWith(key, 'Order+Orderlines/7')]
    await pages.press('keys', { action: 'revoke', code })

    const refused = profile === 'hostile' ? 403 : 401
    expect(pressed.headers.get('location')).toBe('/_admin/keys')
    expect(key).toMatch(/^[\w-]{32}$/)
    expect(again.html).not.toContain(key)
    expect(again.text).toContain(`…${key.slice(-4)}`)
    expect(registered).toEqual([200, 403, 200])
    expect([partOf(again, /Price robot/, '</tr>'), partOf(used, /Price robot/, '</tr>')]).toEqual([
      expect.stringContaining('never'),
      expect.stringMatching(/denied: Order without the Files API 2026-11-20 \d\d:00:00 2026-11-20 \d\d:00:00/),
    ])
    expect(changed).toMatchObject({
      title: 'Order reader',
      resources: ['Order', 'Orderlines'],
      deny: [],
      files: true,
      expires: '2026-11-21 00:00:00',
    })
    expect(restricted).toEqual([403, 200])
    expect(await statusWith(key, 'Order/7')).toBe(refused)
  })

  test('a key for the Files API alone is registered, and reaches no resource', async () => {
    await pages.press('keys', { action: 'register', title: 'Pictures', access: 'some', files: 'on' })
    const listed = await pages.get('keys')
    const key = keyOn(listed.html)
    const picture = await fetch(`${store.filesUrl}/shop/images/`, { headers: { authorization: `Basic ${btoa(`${key}:`)}` } })
    await picture.arrayBuffer()
    const [rights] = store.keys.list().filter(({ title }) => title === 'Pictures')

    expect(partOf(listed, /<b>Pictures/, '</tr>')).toContain('no resources with the Files API')
    expect(rights).toMatchObject({ resources: [], deny: [], files: true })
    expect([picture.status, await statusWith(key, 'Product/MUG'), await statusWith(key, 'Shipping/')]).toEqual([200, 403, 403])
  })

  test('a key with a timeout ends', async () => {
    await pages.press('keys', { action: 'register', title: 'Short', access: 'all', expires: '2026-11-20T23:00:30' })
    const key = keyOn((await pages.get('keys')).html)
    const before = await statusWith(key, 'Product/MUG')
    store.clock.advance(6 * 3_600_000)
    const [later] = [await statusWith(key, 'Product/MUG')]
    store.clock.advance(9 * 3_600_000)
    const after = await statusWith(key, 'Product/MUG')
    store.clock.reset()

    expect([before, later]).toEqual([200, 200])
    expect(after).toBe(profile === 'hostile' ? 403 : 401)
  })

  test('an address is subscribed, a new order is delivered, sent again, and the subscription is removed', async () => {
    await using target = await startReceiver()
    await pages.press('webhooks', { action: 'subscribe', event: 'NewOrder', url: `${target.url}/hook` })
    const subscribed = await pages.get('webhooks')
    const send = storeRequest(store)
    await send('POST', 'Order', '<ResultSet><Order><email>a@b.example</email></Order></ResultSet>')
    await store.webhooks.settled()
    const delivered = await pages.get('webhooks')
    const [first] = store.webhooks.deliveries()
    const resent = await pages.press('webhooks', { action: 'resend', id: String(first?.id) })
    const id = /name="id" value="(\d+)"/.exec(subscribed.html)?.[1] ?? ''
    await pages.press('webhooks', { action: 'unsubscribe', id })
    await send('POST', 'Order', '<ResultSet><Order><email>c@d.example</email></Order></ResultSet>')
    await store.webhooks.settled()

    expect(subscribed.text).toContain(`NewOrder ${target.url}/hook Unsubscribe`)
    expect(delivered.text).toContain(`delivered NewOrder to ${target.url}/hook`)
    expect(delivered.text).toContain('order_number')
    expect(resent.status).toBe(303)
    expect(target.received).toHaveLength(2)
    expect((await pages.get('webhooks')).text).toContain('No subscriptions.')
  })

  test('pending orders are those that are not archived; one is looked at and archived', async () => {
    const list = await pages.get('orders')
    const one = await pages.get('orders/7')
    const pressed = await pages.press('orders', { action: 'archive', number: '7' })
    const after = await pages.get('orders')
    const archived = await pages.get('orders/7')

    expect(list.html).toContain('href="/_admin/orders/7"')
    expect(partOf(list, /href="\/_admin\/orders\/9"/, '</tr>')).toContain('deleted')
    expect(list.html).not.toContain('href="/_admin/orders/8"')
    expect(partOf(list, /href="\/_admin\/orders\/7"/, '</tr>')).toMatch(/Ann ann@example\.org new 2 × MUG Stone mug kr 17 Archive/)
    expect(one.text).toContain('MUG Stone mug 2 kr 8.5')
    expect(pressed.status).toBe(303)
    expect(after.text).toContain('Order 7 is archived.')
    expect(after.html).not.toContain('href="/_admin/orders/7"')
    expect(archived.text).toContain('Pending orders / 7 archived')
    await expect.poll(() => textOf('Order/7?_fields=archived')).toMatch(/<archived>(?:true|1)<\/archived>/)
  })

  test('an application is registered, approved and removed; its token is revoked', async () => {
    const redirect = 'https://erp.example/callback'
    await pages.press('oauth', { action: 'register', id: 'erp', title: 'ERP bridge', redirects: ` ${redirect}\n\nhttp://127.0.0.1/cb ` })
    const registered = await pages.get('oauth')
    const asked = `/api_oauth?response_type=code&client_id=erp&redirect_uri=${encodeURIComponent(redirect)}`
    const approval = await pages.get(`..${asked}`)
    const approve = async (): Promise<string> => {
      const ticket = /name="ticket" value="([^"]+)"/.exec((await pages.get(`..${asked}`)).html)?.[1] ?? ''
      const approved = await pages.press('../api_oauth', { ticket, decision: 'approve' })
      return new URL(approved.headers.get('location') ?? 'x:').searchParams.get('code') ?? ''
    }
    const exchange = async (code: string): Promise<Response> => {
      const query = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirect })
      return fetch(`${store.url}/api_oauth?${query.toString()}`)
    }
    const [code, unused] = [await approve(), await approve()]
    const exchanged = await exchange(code)
    const { access_token: token } = (await exchanged.json()) as { access_token: string }
    const works = await statusWith(token, 'Product/MUG')
    const issued = await pages.get('oauth')
    await pages.press('oauth', { action: 'remove', id: 'erp' })
    const kept = await statusWith(token, 'Product/MUG')
    const late = await exchange(unused)
    await pages.press('oauth', { action: 'revoke', code: store.keys.list().find(({ origin }) => origin === 'oauth')?.code ?? '' })
    const after = await pages.get(`..${asked}`)

    expect(registered.text).toContain(`erp ERP bridge ${redirect} http://127.0.0.1/cb administration Remove`)
    expect(approval.text).toContain('Allow ERP bridge to access this store?')
    expect(issued.text).toContain(`OAuth: ERP bridge …${token.slice(-4)}`)
    expect([works, kept, await statusWith(token, 'Product/MUG')]).toEqual([200, 200, profile === 'hostile' ? 403 : 401])
    expect([exchanged.status, late.status, after.status]).toEqual([200, 400, 400])
  })
})

import { afterAll, describe, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { openAdministration } from '../../../support/administration.ts'
import { record } from './page.ts'

describe('a form with wrong values', async () => {
  const store = await startEmulator({ seed: { records: [record('Order', { order_number: '7' })] } })
  afterAll(() => store.close())
  const pages = await openAdministration(store)
  const [first] = store.keys.list()

  test.each([
    [
      'a key without a title',
      'keys',
      [
        ['action', 'register'],
        ['access', 'all'],
        ['deny', 'Cat'],
      ],
      'The key has no title.',
    ],
    [
      'a key to nothing',
      'keys',
      [
        ['action', 'register'],
        ['title', 'x'],
        ['access', 'some'],
      ],
      'The key has no granted resource and no Files API.',
    ],
    [
      'an unknown resource',
      'keys',
      [
        ['action', 'register'],
        ['title', 'x'],
        ['deny', 'Nothing'],
      ],
      'a resource that does not exist: Nothing',
    ],
    [
      'a day that does not exist',
      'keys',
      [
        ['action', 'register'],
        ['title', 'x'],
        ['expires', '2026-02-31T10:00'],
      ],
      'Invalid time',
    ],
    [
      'the first key',
      'keys',
      [
        ['action', 'revoke'],
        ['code', first?.code ?? ''],
      ],
      'The first key is in use by this store',
    ],
    [
      'a key that is not there',
      'keys',
      [
        ['action', 'revoke'],
        ['code', 'k99'],
      ],
      'The key does not exist',
    ],
    [
      'an event in lower case',
      'webhooks',
      [
        ['action', 'subscribe'],
        ['event', 'new order'],
        ['url', 'http://x'],
      ],
      'in PascalCase',
    ],
    [
      'no web address',
      'webhooks',
      [
        ['action', 'subscribe'],
        ['event', 'NewOrder'],
        ['url', 'ftp://x'],
      ],
      'is not a web address',
    ],
    [
      'a subscription that is not there',
      'webhooks',
      [
        ['action', 'unsubscribe'],
        ['id', '99'],
      ],
      'Webhook 99 not found',
    ],
    [
      'a notification that is not there',
      'webhooks',
      [
        ['action', 'resend'],
        ['id', 'x'],
      ],
      'no notification NaN',
    ],
    [
      'an order that is not there',
      'orders',
      [
        ['action', 'archive'],
        ['number', '99'],
      ],
      'Order 99 not found',
    ],
    [
      'a client id with spaces',
      'oauth',
      [
        ['action', 'register'],
        ['id', 'a b'],
      ],
      'The client id is invalid.',
    ],
    [
      'a client id that is taken',
      'oauth',
      [
        ['action', 'register'],
        ['id', 'planogram'],
      ],
      'is registered already',
    ],
    [
      'a redirect to another host over http',
      'oauth',
      [
        ['action', 'register'],
        ['id', 'x'],
        ['redirects', 'http://x.example/'],
      ],
      'cannot be used',
    ],
    [
      'a client of the options',
      'oauth',
      [
        ['action', 'remove'],
        ['id', 'planogram'],
      ],
      'The client planogram does not exist',
    ],
    [
      'a token that is an ordinary key',
      'oauth',
      [
        ['action', 'revoke'],
        ['code', first?.code ?? ''],
      ],
      'The token does not exist',
    ],
  ] as const)('%s is refused on the page, and changes nothing', async (_, page, fields, message) => {
    const before = [store.keys.list(), (await pages.get('webhooks')).text, (await pages.get('oauth')).text]

    const seen = await pages.press(page, fields)

    expect(seen.status).toBe(400)
    expect(seen.html).toMatch(/<p class="message bad" role="alert">/)
    expect(seen.text).toContain(message)
    expect([store.keys.list(), (await pages.get('webhooks')).text, (await pages.get('oauth')).text]).toEqual(before)
  })

  test('the form keeps what was filled in', async () => {
    const seen = await pages.press('keys', [
      ['action', 'register'],
      ['title', 'Kept <title>'],
      ['access', 'some'],
      ['deny', 'Cat'],
      ['files', 'on'],
      ['expires', '2026-02-31T10:00'],
    ])

    expect(seen.html).toContain('value="Kept &lt;title&gt;"')
    expect(seen.html).toMatch(/name="access" value="some" checked/)
    expect(seen.html).toMatch(/name="deny" value="Cat" checked/)
    expect(seen.html).toMatch(/name="files" checked/)
    expect(seen.html).toContain('value="2026-02-31T10:00"')
  })

  test.each([
    ['nothing', 404],
    ['orders/99', 404],
    ['orders/7/more', 404],
    ['webhooks/1', 404],
    ['keys/k99', 404],
    [`keys/${first?.code}`, 400],
  ])('the page %s is answered with %i', async (path, status) => {
    expect((await pages.get(path)).status).toBe(status)
  })

  test('an action that no form has is refused', async () => {
    expect((await pages.press('keys', { action: 'constructor' })).status).toBe(400)
  })
})

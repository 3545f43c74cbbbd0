import { expect, test } from 'vitest'
import { profileNames } from '../../../src/emulator/assumptions/profiles.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { storeRequest } from './store-request.ts'

/** No profile may contradict a statement of platform.md, so each of these holds in every profile. */
const seed = {
  records: [
    { resource: 'Product', fields: { sku: 'A', title: 'Cup' }, children: {} },
    {
      resource: 'Merchandising',
      fields: { sku: 'A', discount: '5', timed_promotion: 'true', start_date: '2026-01-01' },
      children: {},
    },
    { resource: 'PricingAdvanced', fields: { uid: '7', sku: 'A', price: '5', start: '0', end: '9' }, children: {} },
    { resource: 'PricingAdvanced', fields: { uid: '8', sku: 'A', price: '4', start: '10' }, children: {} },
  ],
} as const

const entry = '<PricingAdvanced><sku>A</sku><start>20</start><end>30</end><price>3</price></PricingAdvanced>'
const shown = { lag: '0', unset: 'empty-element', nodes: 'canonical' } as const

test.each(profileNames)('%s: posting without uid inserts a duplicate entry; the service accepts it', async (profile) => {
  await using store = await startEmulator({ profile, seed, switches: { lag: '0' } })
  const send = storeRequest(store)

  const replies = [
    await send('POST', 'PricingAdvanced', `<ResultSet>${entry}</ResultSet>`),
    await send('POST', 'PricingAdvanced', `<ResultSet>${entry}</ResultSet>`),
  ]

  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await send('GET', 'PricingAdvanced/')).counts).toBe('0 4 4')
})

test.each(profileNames)('%s: POST of Webhooks returns the identifier of the subscription', async (profile) => {
  await using store = await startEmulator({ profile })
  const hook = '<ResultSet><Webhook><name>NewOrder</name><url>http://127.0.0.1:9/hook</url></Webhook></ResultSet>'

  const first = await storeRequest(store)('POST', 'Webhooks', hook)
  const again = await storeRequest(store)('POST', 'Webhooks', hook)

  expect([first, again].map(({ status, text }) => [status, /<id>([^<]+)<\/id>/.exec(text)?.[1]])).toEqual([
    [200, '1'],
    [200, '1'],
  ])
})

test.each(profileNames)('%s: boolean fields are written as true and false', async (profile) => {
  await using store = await startEmulator({ profile, seed, switches: { lag: '0' } })

  const { text } = await storeRequest(store)('GET', 'Merchandising/A?_fields=timed_promotion')

  expect(text).toContain('<timed_promotion>true</timed_promotion>')
})

test.each(profileNames)('%s: a nested record whose key is given and exists is updated; its other fields are kept', async (profile) => {
  await using store = await startEmulator({ profile, seed, switches: shown })
  const send = storeRequest(store)

  const replies = [
    await send(
      'POST',
      'Product+Merchandising',
      '<ResultSet><Product><sku>A</sku><Merchandising><discount>10</discount></Merchandising></Product></ResultSet>',
    ),
    await send(
      'POST',
      'Product+PricingAdvanced',
      '<ResultSet><Product><sku>A</sku><PricingAdvanced><uid>8</uid><price>3</price></PricingAdvanced></Product></ResultSet>',
    ),
  ]
  const promotion = await send('GET', 'Merchandising/A?_fields=sku,timed_promotion')
  const price = await send('GET', 'PricingAdvanced/8?_fields=uid,start')

  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(promotion.records).toEqual(['<Merchandising><sku>A</sku><timed_promotion>true</timed_promotion></Merchandising>'])
  expect(price.records).toEqual(['<PricingAdvanced><uid>8</uid><start>10</start></PricingAdvanced>'])
})

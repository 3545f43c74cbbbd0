import { expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { faultOf, storeRequest } from '../store-request.ts'

const price = (group: string): string =>
  `<ResultSet><PricingAdvanced><sku>A</sku><price>1</price><group_code>${group}</group_code></PricingAdvanced></ResultSet>`

test('with references: reject, a reference is looked up as it is stored, without the spaces that text: trim removes', async () => {
  await using store = await startEmulator({
    switches: { references: 'reject', text: 'trim' },
    seed: {
      records: [
        { resource: 'UserGroups', fields: { code: 'dealer' }, children: {} },
        { resource: 'Product', fields: { sku: 'A' }, children: {} },
      ],
    },
  })
  const send = storeRequest(store)

  const accepted = await send('POST', 'PricingAdvanced', price('\n dealer\n'))
  const refused = await send('POST', 'PricingAdvanced', price('\n vip\n'))

  expect(accepted.status).toBe(200)
  expect(faultOf(refused)).toBe('400 PricingAdvanced.group_code: there is no UserGroups &quot;vip&quot;')
  expect((await send('GET', 'PricingAdvanced/?_fields=group_code')).records).toEqual([
    '<PricingAdvanced><group_code>dealer</group_code></PricingAdvanced>',
  ])
})

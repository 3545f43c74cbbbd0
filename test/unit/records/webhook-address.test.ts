import { expect, test } from 'vitest'
import { addressDigest, isMaskOf, isSecret, maskedAddress, publicAddress, resolveAddress } from '../../../src/records/webhook-address.ts'

const store = { name: 'shop', baseUrl: 'https://shop.example', filesUrl: null }

test('the public form keeps references and masks the rest of user name, query and fragment', () => {
  const written = [
    'https://erp.example/hooks/orders',
    '${ERP_HOOK}',
    'https://erp.example/hooks?token=${TOKEN}&shop=7&flag',
    'https://me:word@erp.example/',
    'https://${NAME}:${PASSWORD}@erp.example:8443/a%20b?x',
    'https://erp.example/hooks?token=a${TOKEN}#part',
    'https://erp.example/hooks?a=b@c.example',
  ]

  const shown = written.map(publicAddress)

  expect(shown).toEqual([
    'https://erp.example/hooks/orders',
    '${ERP_HOOK}',
    'https://erp.example/hooks?token=${TOKEN}&shop=***&***',
    'https://***:***@erp.example/',
    'https://${NAME}:${PASSWORD}@erp.example:8443/a%20b?***',
    'https://erp.example/hooks?token=***#***',
    'https://erp.example/hooks?a=***',
  ])
  expect(shown.map(isSecret)).toEqual([false, true, true, true, true, true, true])
})

test('variables are replaced; one that is not set or empty is missing', () => {
  const written = 'https://${HOST}/hooks?token=${TOKEN}&again=${TOKEN}'

  const whole = resolveAddress(written, { HOST: 'erp.example', TOKEN: '$&1' })
  const part = resolveAddress(written, { HOST: '' })

  expect(whole).toEqual({ address: 'https://erp.example/hooks?token=$&1&again=$&1', values: ['erp.example', '$&1', '$&1'] })
  expect(part).toEqual({ missing: ['HOST', 'TOKEN'] })
})

test('a digest depends on store, event and address, not on the port of an embedded store', () => {
  const webhook = { name: 'NewOrder', address: 'https://erp.example/hooks?token=abc' }
  const embedded = (port: number) => addressDigest({ name: 'local', baseUrl: `http://127.0.0.1:${port}`, filesUrl: null }, webhook)

  const digest = addressDigest(store, webhook)

  expect(digest).toMatch(/^[0-9a-f]{64}$/)
  expect(addressDigest(store, { ...webhook })).toBe(digest)
  expect(embedded(1001)).toBe(embedded(1002))
  expect(new Set([digest, embedded(1001), addressDigest(store, { ...webhook, name: 'Other' })]).size).toBe(3)
})

test('an address that the catalogue does not have is shown as its host and the beginning of its digest', () => {
  const digest = 'a1b2c3d4e5f6'.padEnd(64, '0')
  const addresses = ['https://me:word@erp.example:8443/secret?token=abc#x', 'http://erp.example', 'no address', 'mailto:me@erp.example']

  const shown = addresses.map((address) => maskedAddress(address, digest))

  expect(shown).toEqual([
    'https://erp.example:8443/***#a1b2c3d4e5f6',
    'http://erp.example/***#a1b2c3d4e5f6',
    '***#a1b2c3d4e5f6',
    '***#a1b2c3d4e5f6',
  ])
  expect(shown.map((each) => isMaskOf(each, digest))).toEqual([true, true, true, true])
  expect(isMaskOf(shown[0] ?? '', 'b'.repeat(64))).toBe(false)
})

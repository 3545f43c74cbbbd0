import { expect, test } from 'vitest'
import { maskSecrets } from '../../../src/problems/mask-secrets.ts'

test.each([
  ["{ url: 'https://erp.example/hook?key=${ERP_KEY}' }", "{ url: 'https://erp.example/hook?****${ERP_KEY}' }"],
  ["url: 'https://erp.example/?key=${ERP_KEY}&token=s3cret'", "url: 'https://erp.example/?****${ERP_KEY}*************'"],
  ['url: "https://erp.example/?list=a,b}c&token=s3cret"', 'url: "https://erp.example/?***********************"'],
  ['- { name: NewOrder, url: https://erp.example/?a=1,b=2 }', '- { name: NewOrder, url: https://erp.example/?******* }'],
  [
    '[{ url: https://erp.example/?a=${A}}, { url: https://erp.example/?b=2}]',
    '[{ url: https://erp.example/?**${A}}, { url: https://erp.example/?***}]',
  ],
  ['url: https://erp.example/?a={b} # why?', 'url: https://erp.example/?****} # why?'],
  ['url: https://erp.example/ # is it?', 'url: https://erp.example/ # is it?'],
  ['url: "?a=1 2"', 'url: "?*****"'],
  ['"url": "https://user:pw@erp.example/?a"', '"url": "https://*******@erp.example/?*"'],
])('%s', (text, shown) => {
  const masked = maskSecrets(text)

  expect(masked).toBe(shown)
  expect(masked.length).toBe(text.length)
})

test('a long line with many labels takes no longer than its length', () => {
  const text = 'url:?'.repeat(200_000)

  const masked = maskSecrets(text)

  expect(masked === `url:?${'*'.repeat(text.length - 5)}`).toBe(true)
})

import { expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { planogram } from '../support/command-line.ts'
import { productElement, resultSet, startScriptedStore, type ScriptedStore } from '../support/scripted-store.ts'
import { shopFolder, type ShopFolder } from '../support/shop-folder.ts'

/** A store that gives every request this answer. */
function answering(type: string, body: string): Promise<ScriptedStore> {
  return startScriptedStore((_, response) => {
    response.writeHead(200, { 'content-type': type }).end(body)
  })
}

function shopAt(url: string): ShopFolder {
  return shopFolder({
    'planogram.yaml': `stores: { live: { base_url: "${url}", key: "\${SHOP_KEY}" } }\ndefault_store: live\n`,
    'shop.yaml': 'products:\n  MUG: { title: Mug, price: 8.50 }\n',
  })
}

const key = 'a-secret-key'

test.each(['plan', 'apply'])(
  '%s with a wrong key: one clear sentence, exit code 1, nothing written, the key not shown',
  async (command) => {
    await using emulator = await startEmulator({ key: 'the-right-key' })
    using shop = shopAt(emulator.url)

    const ended = await planogram(shop.root, [command, ...(command === 'apply' ? ['--auto-approve'] : [])], { SHOP_KEY: key })

    expect(ended.exitCode).toBe(1)
    expect(ended.stderr).toMatch(/^error\[store-refused-key\]: .*key.*\.\n {2}help: .+\n$/)
    expect(ended.stderr).not.toContain(key)
    expect(emulator.requests().filter(({ method }) => method !== 'GET' && method !== 'PROPFIND')).toEqual([])
  },
)

test('a host that does not exist', async () => {
  using shop = shopFolder({
    'planogram.yaml': 'stores: { live: { base_url: "https://no-such-shop.invalid", key: "${SHOP_KEY}" } }\ndefault_store: live\n',
    'shop.yaml': 'products:\n  MUG: { title: Mug, price: 8.50 }\n',
  })

  const ended = await planogram(shop.root, ['plan'], { SHOP_KEY: key, SHOP_KEY_HOST: 'no-such-shop.invalid' })

  expect(ended.exitCode).toBe(1)
  expect(ended.stderr).toMatch(/^error\[store-unreachable\]: .*no-such-shop\.invalid.*\n {2}help: .+\n$/)
})

test('a closed port', async () => {
  const { url } = await (async () => {
    await using store = await answering('text/plain', '')
    return store
  })()
  using shop = shopAt(url)

  const ended = await planogram(shop.root, ['plan'], { SHOP_KEY: key })

  expect(ended.exitCode).toBe(1)
  expect(ended.stderr).toMatch(/^error\[store-unreachable\]: .+\n {2}help: .+\n$/)
})

const whole = resultSet([productElement('MUG')])
const short = resultSet([productElement('MUG')], { total: 2, returned: 2 })

test.each([
  [
    'HTML instead of XML',
    'text/html',
    '<!doctype html><html><body>Maintenance</body></html>',
    /^error\[store-answer-broken\]: .*(HTML|web page).*\n/,
  ],
  ['a page that is cut off', 'application/xml', whole.slice(0, -40), /^error\[store-answer-broken\]: .*(cut off|ends).*\n/],
  ['a page with fewer records than it says', 'application/xml', short, /^error\[store-answer-broken\]: .*(2|totalResultsReturned).*\n/],
])('%s: one clear sentence, exit code 1, nothing written', async (_, type, body, message) => {
  await using store = await answering(type, body)
  using shop = shopAt(store.url)

  const ended = await planogram(shop.root, ['apply', '--auto-approve'], { SHOP_KEY: key })

  expect(ended.exitCode).toBe(1)
  expect(ended.stderr).toMatch(message)
  expect(ended.stderr.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(2)
  expect(store.seen.filter(({ method }) => method !== 'GET' && method !== 'PROPFIND')).toEqual([])
  expect(store.seen.length).toBeGreaterThan(0)
})

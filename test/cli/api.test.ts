import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { runProgram } from '../../src/cli/run-program.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { Collected } from '../support/collected.ts'
import { planogram } from '../support/command-line.ts'
import { startScriptedStore } from '../support/scripted-store.ts'
import { type ShopFolder, shopFolder } from '../support/shop-folder.ts'
import { surroundingsIn } from '../support/surroundings.ts'

const body = '<ResultSet><Product><sku>MUG</sku><title>Mug</title></Product></ResultSet>'

function shopAt(url: string, more = ''): ShopFolder {
  return shopFolder({
    'planogram.yaml': `stores:\n  live: { base_url: "${url}", key: "\${K}"${more} }\ndefault_store: live\n`,
    'body.xml': body,
    'broken.yaml': 'products: [\n',
  })
}

const env = (key: string, shop: ShopFolder): Record<string, string> => ({ K: key, HOME: shop.root })

test('POST, GET, PUT and DELETE: the answers as they come, each write once, and no state', async () => {
  await using emulator = await startEmulator()
  using shop = shopAt(emulator.url)
  const api = (...words: string[]): ReturnType<typeof planogram> => planogram(shop.root, ['api', ...words], env(emulator.key, shop))

  const created = await api('POST', 'Product', '--input', 'body.xml')
  const read = await api('GET', '/API/V3/Product/MUG')
  const changed = await api('PUT', '/Product/MUG', '--input', 'body.xml')
  const removed = await api('DELETE', 'Product?sku=MUG')

  expect([created, read, changed, removed].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0])
  expect(read.stdout).toContain('<sku>MUG</sku><title>Mug</title>')
  expect(read.stderr).toBe('')
  expect(created.stderr).toBe(
    'POST Product was sent once to store live. It is not in the journal: the next plan shows it as a change in the store.\n',
  )
  expect(emulator.requests().map(({ method }) => method)).toEqual(['POST', 'GET', 'PUT', 'DELETE'])
})

test('what may not be in an address is encoded: blanks, letters and a single %', async () => {
  await using emulator = await startEmulator()
  using shop = shopAt(emulator.url)

  const { exitCode } = await planogram(
    shop.root,
    ['api', 'GET', 'Product?title=Café \u212A%&sku=%25&_fields=sku,title'],
    env(emulator.key, shop),
  )

  expect(exitCode).toBe(0)
  expect(emulator.requests().map(({ path }) => path)).toEqual(['/API/V3/Product?title=Caf%C3%A9%20%E2%84%AA%25&sku=%25&_fields=sku,title'])
})

test('an error of the store: its body on stdout, the error on stderr, exit code 1; --include prints the status and no secret', async () => {
  await using store = await startScriptedStore((_, response) => {
    response
      .writeHead(404, { 'set-cookie': 'session=secret', 'x-echo': 'the-key' })
      .end('<rsp stat="fail"><error><code>404</code><msg>no the-key</msg></error></rsp>')
  })
  using shop = shopAt(store.url)

  const { exitCode, stdout, stderr } = await planogram(shop.root, ['api', 'GET', 'Product/NO', '--include'], env('the-key', shop))

  expect(exitCode).toBe(1)
  expect(stdout).toMatch(/^HTTP 404\nset-cookie: \(hidden\)\nx-echo: \(key\)\n/)
  expect(stdout).toMatch(/\n\n<rsp stat="fail">.*<\/rsp>$/)
  expect(stderr).toMatch(/^error\[store-fault\]: .* refused GET Product\/NO \(404\): no \(key\)\.\n/)
})

test('a write whose answer is lost is sent once, and the error says how to read it back', async () => {
  await using store = await startScriptedStore((_, response) => {
    response.destroy()
  })
  using shop = shopAt(store.url)

  const { exitCode, stderr } = await planogram(shop.root, ['api', 'PUT', 'Product/MUG', '--input', 'body.xml'], env('k', shop))

  expect(exitCode).toBe(1)
  expect(store.seen.map(({ method, body: sent }) => [method, sent])).toEqual([['PUT', body]])
  expect(stderr).toContain('The store may have performed the write, and it was not sent again.')
  expect(stderr).toContain('help: Read it back with `planogram api GET Product/MUG` before you send it again.\n')
})

test('a web page with status 200 is printed, and is not a success: of a write nobody knows what it did', async () => {
  await using store = await startScriptedStore((_, response) => void response.end('<!doctype html><p>Log in</p>'))
  using shop = shopAt(store.url)

  const read = await planogram(shop.root, ['api', 'GET', 'Product'], env('k', shop))
  const write = await planogram(shop.root, ['api', 'POST', 'Product', '--input', 'body.xml'], env('k', shop))

  expect([read, write].map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual([
    [1, '<!doctype html><p>Log in</p>'],
    [1, '<!doctype html><p>Log in</p>'],
  ])
  expect(read.stderr).toContain('answered GET Product with a web page instead of XML.')
  expect(write.stderr).toContain('The store may have performed the write, and it was not sent again.')
})

test.each([
  ['another host', ['GET', 'https://evil.example/API/V3/Product'], 'the key is sent to that host only'],
  ['another host without a scheme', ['GET', '//evil.example/Product'], 'the key is sent to that host only'],
  ['a way out', ['GET', '/API/V3/../admin'], 'The path contains `.` or `..`'],
  ['an encoded way out', ['GET', 'Product/%2E%2e%2fadmin'], 'The path contains `.` or `..`'],
  ['another key', ['GET', 'Product?_key=abc'], 'The query contains `_key`.'],
  ['another key in capitals', ['GET', 'Product?_KEY=abc'], 'The query contains `_key`.'],
  [
    'an address with a key',
    ['GET', 'https://abc:@evil.example/API/V3/Product?_key=abc'],
    '`https://***@evil.example/API/V3/Product` is not',
  ],
  ['no resource', ['GET', '/API/V3/'], 'The path names no resource.'],
  ['a DELETE of everything', ['DELETE', 'Product'], 'names no record and no value'],
  ['a DELETE of an empty variable', ['DELETE', 'PricingAdvanced?sku='], 'names no record and no value'],
  ['a DELETE of a variable with a blank', ['DELETE', 'Product/%20'], 'names no record and no value'],
  ['a DELETE of a value that is blank', ['DELETE', 'PricingAdvanced?sku=+%20'], 'names no record and no value'],
  ['no body', ['POST', 'Product'], 'POST needs a body.'],
  ['a body of a GET', ['GET', 'Product', '--input', 'body.xml'], 'GET has no body.'],
  ['a method', ['get', 'Product'], 'Did you mean `GET`?'],
])('%s is refused and nothing is sent: exit code 64', async (_, words, message) => {
  await using emulator = await startEmulator()
  using shop = shopAt(emulator.url)

  const { exitCode, stdout, stderr } = await planogram(shop.root, ['api', ...words], env(emulator.key, shop))

  expect([exitCode, stdout]).toEqual([64, ''])
  expect(stderr).toContain(message)
  expect(stderr).not.toContain('abc')
  expect(emulator.requests()).toEqual([])
})

test('a protected store: a write needs its name typed in a terminal, or --auto-approve without one; a read needs neither', async () => {
  await using emulator = await startEmulator()
  using shop = shopAt(emulator.url, ', protected: true')
  const words = ['api', 'POST', 'Product', '--input', 'body.xml']
  const typed = async (answer: string): Promise<number> => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    stdin.end(`${answer}\n`)
    const stderr = new Collected({ isTTY: true, columns: 80 })
    return await runProgram(words, surroundingsIn(shop.root, { env: env(emulator.key, shop), stdin, stderr }))
  }

  const refused = await planogram(shop.root, words, env(emulator.key, shop))
  const answers = [await typed('yes'), await typed('live')]
  const approved = await planogram(shop.root, [...words, '--auto-approve'], env(emulator.key, shop))
  const read = await planogram(shop.root, ['api', 'GET', 'Product'], env(emulator.key, shop))

  expect(refused.exitCode).toBe(5)
  expect(refused.stderr).toContain('error[no-terminal]: Store live is protected')
  expect(answers).toEqual([5, 0])
  expect([approved.exitCode, read.exitCode]).toEqual([0, 0])
  expect(emulator.requests().filter(({ method }) => method === 'POST')).toHaveLength(2)
})

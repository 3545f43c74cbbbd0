import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { basic } from '../store-request.ts'

const store = await startEmulator({ key: 'the key/1' })
afterAll(() => store.close())
const port = Number(new URL(store.url).port)

/** A request by hand: fetch sets and forbids the headers in question. */
function raw(
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number; text: string; challenge: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, challenge: response.headers['www-authenticate'] }))
    })
    sent.on('error', reject).end()
  })
}

const authorization = basic(store.key)

test.each([
  ['basic authentication, the key as user name', '/API/V3/Cat/', { authorization }, 200],
  ['any password', '/API/V3/Cat/', { authorization: `Basic ${Buffer.from(`${store.key}:secret`).toString('base64')}` }, 200],
  ['the parameter _key', `/API/V3/Cat/?_key=${encodeURIComponent(store.key)}`, {}, 200],
  ['an empty user name falls back to _key', `/API/V3/Cat/?_key=${encodeURIComponent(store.key)}`, { authorization: basic('') }, 200],
  ['a wrong user name wins over a good _key', `/API/V3/Cat/?_key=${encodeURIComponent(store.key)}`, { authorization: basic('wrong') }, 401],
  ['no key', '/API/V3/Cat/', {}, 401],
  ['an unknown key', '/API/V3/Cat/?_key=wrong', {}, 401],
  ['another scheme', '/API/V3/Cat/', { authorization: `Bearer ${store.key}` }, 401],
  ['files with basic authentication', '/files/shop/images/', { authorization }, 200],
  ['files without a key', '/files/shop/images/', {}, 401],
  ['files take no _key', `/files/shop/images/?_key=${encodeURIComponent(store.key)}`, {}, 401],
  ['files of another site', '/files/other/images/', { authorization }, 404],
  ['a path that is none', '/API/V2/Cat/', { authorization }, 404],
  ['dots do not lead anywhere', '/API/V3/../../etc/passwd', { authorization }, 404],
  ['a broken escape', '/API/V3/Cat/%zz', { authorization }, 404],
])('%s', async (...[, path, headers, status]) => {
  const seen = await raw(path, headers)

  expect(seen.status).toBe(status)
})

test('401 asks for basic authentication, and says the same whatever is wrong with the key', async () => {
  const seen = [
    await raw('/API/V3/Cat/', {}),
    await raw('/API/V3/Cat/?_key=wrong', {}),
    await raw('/files/shop/', { authorization: basic('wrong') }),
  ]

  const answer = {
    status: 401,
    challenge: 'Basic realm="API", charset="UTF-8"',
    text:
      '<?xml version="1.0" encoding="UTF-8"?>\n<rsp stat="fail" version="3.0"><error><code>401</code>' +
      '<msg>The application key is missing, unknown or expired</msg></error></rsp>\n',
  }
  expect(seen).toEqual([answer, answer, answer])
})

test('a path that is none has an error body, too', async () => {
  const seen = await raw('/API/V3/../../etc/passwd', { authorization })

  expect(seen.text).toContain('<error><code>404</code><msg>/API/V3/../../etc/passwd not found</msg></error>')
})

test.each([
  ['a foreign host name', { host: 'evil.example' }, 403],
  ['a host name that only looks like it', { host: '127.0.0.1.evil.example' }, 403],
  ['localhost', { host: `localhost:${port}` }, 200],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a page of another port', { 'sec-fetch-site': 'same-site' }, 403],
  ['a foreign origin', { origin: 'https://evil.example' }, 403],
  ['no origin at all', { origin: 'null' }, 403],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}` }, 200],
])('guard: %s', async (_title, headers, status) => {
  const seen = await raw('/API/V3/Cat/', { authorization, ...headers })

  expect(seen.status).toBe(status)
})

const say = (text: string) =>
  new Promise<string>((resolve, reject) => {
    let seen = ''
    connect(port, '127.0.0.1', function (this: { end(data: string): void }) {
      this.end(text)
    })
      .setEncoding('utf8')
      .on('data', (piece: string) => (seen += piece))
      .on('end', () => resolve(seen))
      .on('error', reject)
  })

test('an address over 64 KB is 414, and what is no HTTP 400, both with an error body', async () => {
  const seen = [await say(`GET /API/V3/Cat/?code=${'x'.repeat(70_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`), await say('NONSENSE\r\n\r\n')]

  expect(seen.map((answer) => [answer.split('\r\n')[0], /<code>\d+<\/code>/.exec(answer)?.[0]])).toEqual([
    ['HTTP/1.1 414 URI Too Long', '<code>414</code>'],
    ['HTTP/1.1 400 Bad Request', '<code>400</code>'],
  ])
})

const ask = (headers: Record<string, string>) =>
  new Promise<string>((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path: '/API/V3/Cat',
      method: 'POST',
      headers: { expect: '100-continue', ...headers },
    })
    sent.on('continue', () => sent.end('<ResultSet><Cat><code>c</code></Cat></ResultSet>'))
    sent.on('response', (response) => {
      response.resume()
      resolve(`${response.statusCode} ${sent.writableEnded ? 'sent' : 'not sent'}`)
      sent.destroy()
    })
    sent.on('error', reject)
    sent.flushHeaders()
  })

test('a client that asks leave to send is refused before its body, or gets it', async () => {
  const seen = [await ask({}), await ask({ authorization })]

  expect(seen).toEqual(['401 not sent', '200 sent'])
})

import { expect, test } from 'vitest'
import type { Ended } from '../support/command-line.ts'
import { freePort } from '../support/free-port.ts'
import { resultSet, type ScriptedStore, startScriptedStore } from '../support/scripted-store.ts'
import { type ShopFolder, shopFolder } from '../support/shop-folder.ts'
import { startLogin } from '../support/started-login.ts'

function catalogue(url: string, more = ''): ShopFolder {
  return shopFolder({ 'planogram.yaml': configOf(url, more) })
}

function configOf(url: string, more: string): string {
  return `stores:\n  shop:\n    base_url: ${url}\n${more}`
}

/** A login whose address is opened, and what the browser shows at the end. */
async function loggedInAt({ root }: ShopFolder, argv: readonly string[] = []): Promise<Ended & { readonly page: string }> {
  const { address, ended } = await startLogin(root, ['--no-browser', ...argv])
  const page = address === '' ? '' : await (await fetch(address)).text()
  return { ...(await ended), page: /<h1>(.*)<\/h1>/.exec(page)?.[1] ?? '' }
}

test.each(['127.0.0.1', 'localhost'])('a client with one fixed redirect URI on %s, of the config or of --redirect-uri', async (host) => {
  const fixed = `http://${host}:${await freePort()}/callback`
  await using store = await fixedStore(fixed)
  using named = catalogue(store.url, `    redirect_uri: ${fixed}\n`)
  using plain = catalogue(store.url)

  const config = await loggedInAt(named)
  const option = await loggedInAt(plain, ['--redirect-uri', fixed])
  const neither = await loggedInAt(plain)

  expect([config, option].map(({ exitCode, page }) => [exitCode, page])).toEqual([
    [0, 'You are logged in'],
    [0, 'You are logged in'],
  ])
  expect(neither.exitCode).toBe(1)
  expect(neither.stderr).toContain('needs its own in `redirect_uri` of the store.')
})

test('a fixed redirect URI: two logins at once, a registered one in another spelling, and an address that is none of this machine', async () => {
  const fixed = `http://127.0.0.1:${await freePort()}/`
  await using store = await fixedStore(fixed)
  using shop = catalogue(store.url, `    redirect_uri: ${fixed}\n`)
  const first = await startLogin(shop.root)

  const second = await loggedInAt(shop)
  const page = await (await fetch(first.address)).text()
  const { exitCode } = await first.ended
  const spelling = await loggedInAt(shop, ['--redirect-uri', fixed.slice(0, -1)])
  const foreign = await loggedInAt(shop, ['--redirect-uri', 'http://evil.example:8976/callback'])
  shop.write('planogram.yaml', configOf(store.url, '    redirect_uri: https://127.0.0.1/callback\n'))
  const config = await loggedInAt(shop)

  expect([exitCode, page]).toEqual([0, expect.stringContaining('You are logged in')])
  expect([second, spelling, foreign, config].map((ended) => ended.exitCode)).toEqual([1, 1, 64, 65])
  expect(second.stderr).toContain(`Another program uses the port of the redirect URI ${fixed}.`)
  expect(spelling.stderr).toContain(`must be registered with the redirect URI ${fixed.slice(0, -1)}, in the same spelling.`)
  expect(foreign.stderr).toContain('Give an address of this machine such as http://127.0.0.1:8976/callback')
  expect(config.stderr).toContain('an address of this machine such as http://127.0.0.1:8976/callback')
})

/** A store whose client is redirected to one address, compared as a text. */
async function fixedStore(registered: string): Promise<ScriptedStore> {
  const store: ScriptedStore = await startScriptedStore(({ url }, response) => {
    const query = new URL(url, 'http://store').searchParams
    const isOAuth = url.startsWith('/api_oauth')
    if (isOAuth && query.get('redirect_uri') !== registered) response.writeHead(400).end()
    else if (query.has('response_type')) response.writeHead(302, { location: `${registered}?code=one&state=${query.get('state')}` }).end()
    else if (isOAuth)
      response.end(JSON.stringify({ access_token: 'key', service_api_endpoint: `${store.url}/API/V3`, token_type: 'bearer' }))
    else response.end(resultSet([], { total: 0 }))
  })
  return store
}

import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EmulatorOptions } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { type Ended, planogram } from '../support/command-line.ts'
import { resultSet, type ScriptedStore, startScriptedStore } from '../support/scripted-store.ts'
import { type ShopFolder, shopFolder } from '../support/shop-folder.ts'
import { startLogin } from '../support/started-login.ts'

/** A store that approves by itself. */
const approving: EmulatorOptions = { oauth: { autoApprove: true } }
const keysFile = '.config/planogram/login-keys.json'

/** A catalogue with one store, whose folder is also the home folder of the user. */
function catalogue(url: string, more = ''): ShopFolder {
  return shopFolder({ 'planogram.yaml': configOf(url, more) })
}

function configOf(url: string, more = ''): string {
  return `stores:\n  shop:\n    base_url: ${url}\n${more}`
}

/** A login whose address is opened, and what the browser shows at the end. */
async function loggedIn({ root }: ShopFolder, argv?: readonly string[]): Promise<Ended & { readonly page: string }> {
  const { address, ended } = await startLogin(root, argv)
  const page = address === '' ? '' : await (await fetch(address)).text()
  return { ...(await ended), page: /<h1>(.*)<\/h1>/.exec(page)?.[1] ?? '' }
}

const run = async ({ root }: ShopFolder, command: string, env: Record<string, string> = {}): Promise<Ended> =>
  await planogram(root, [command], { HOME: root, ...env })

test('a login keeps a key for this user only, with which commands work until logout', async () => {
  await using store = await startEmulator(approving)
  using shop = catalogue(store.url)

  const login = await loggedIn(shop)
  const file = join(shop.root, keysFile)
  const modes = [file, join(file, '..')].map((path) => statSync(path).mode & 0o777)
  const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const doctor = await run(shop, 'doctor')
  const again = await loggedIn(shop)
  const logout = await run(shop, 'logout')
  const after = [await run(shop, 'doctor'), await run(shop, 'logout')]

  expect(login).toMatchObject({
    exitCode: 0,
    page: 'You are logged in',
    stdout: `Logged in to store shop (${store.url}); it has 0 products.\n`,
  })
  expect(login.stderr).toMatch(new RegExp(`The key is kept in ${file}, and sent to 127\\.0\\.0\\.1:\\d+ only\\.\n$`))
  expect(modes).toEqual([0o600, 0o700])
  expect(kept).toEqual({ [store.url]: { key: expect.stringMatching(/^[\w-]{32}$/), hosts: [new URL(store.url).host] } })
  expect([doctor.exitCode, doctor.stderr]).toEqual([0, expect.stringContaining(' with the key of planogram login; nothing was written\n')])
  expect(again.stderr).toContain(
    'The key of the login before is replaced, and still valid in the store. Delete it there: administration tool',
  )
  expect([logout.exitCode, logout.stdout]).toEqual([0, `Removed the key of ${store.url} from this machine.\n`])
  expect(logout.stderr).toContain('In the store it is still valid. Delete it there')
  expect(readFileSync(file, 'utf8')).toBe('{}\n')
  expect(after.map(({ exitCode, stdout, stderr }) => [exitCode, stdout, stderr.split('\n')[0]])).toEqual([
    [1, '', 'error[store-refused-key]: Store shop has no key in the config, and this user has not logged in to it.'],
    [0, 'There is no key of a login to remove.\n', ''],
  ])
})

test('neither the key nor the code is printed', async () => {
  await using store = await startEmulator(approving)
  using shop = catalogue(store.url)
  const { address, ended } = await startLogin(shop.root)
  const redirected = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? ''
  await fetch(redirected)

  const { exitCode, stdout, stderr } = await ended
  const kept = readFileSync(join(shop.root, keysFile), 'utf8')
  const secrets = [new URL(redirected).searchParams.get('code') ?? '', /"key": "([^"]+)"/.exec(kept)?.[1] ?? '']

  expect(exitCode).toBe(0)
  expect(secrets.map((secret) => secret.length)).toEqual([43, 32])
  expect(secrets.filter((secret) => `${stdout}${stderr}`.includes(secret))).toEqual([])
})

test('an address that is pasted ends the login; another line is refused, and the login goes on', async () => {
  await using store = await startEmulator(approving)
  using shop = catalogue(store.url)
  const { address, redirectUri, ended, paste } = await startLogin(shop.root)
  const redirected = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? ''

  paste('')
  paste('http://127.0.0.1:1/?code=1')
  paste(`  ${redirected} `)
  const { exitCode, stderr } = await ended

  expect(exitCode).toBe(0)
  expect(stderr).toContain(`This address is not the end of this login: it begins with ${new URL(redirectUri).origin}/.\n`)
  expect(stderr.match(/This address/g)).toHaveLength(1)
})

test('without a browser the address is opened by hand; the client id is that of the option, or of the config', async () => {
  await using store = await startEmulator({ oauth: { autoApprove: true, clients: [{ id: 'acme' }, { id: 'other' }] } })
  using shop = catalogue(store.url, '    client_id: acme\n')
  const started = await startLogin(shop.root, [], { BROWSER: join(shop.root, 'no-such-browser') })
  await fetch(started.address)
  const byHand = await started.ended

  const other = await startLogin(shop.root, ['--no-browser', '--client-id', 'other'])
  other.signal('SIGINT')
  const stopped = await other.ended

  expect([byHand.exitCode, stopped.exitCode]).toEqual([0, 130])
  expect(byHand.stderr).toContain('Cannot open a browser (ENOENT): open the address yourself, or use `--no-browser`.')
  expect([started, other].map(({ address }) => new URL(address).searchParams.get('client_id'))).toEqual(['acme', 'other'])
  expect(stopped.stderr).toContain('Interrupted; no key was kept.')
})

test('a key of a login goes to no other host: an edited base_url has none, an edited files_url is refused, and so is CI', async () => {
  await using store = await startEmulator(approving)
  using shop = catalogue(store.url)
  await loggedIn(shop)

  shop.write('planogram.yaml', configOf('https://evil.example'))
  const base = await run(shop, 'doctor')
  shop.write('planogram.yaml', configOf(store.url, '    files_url: https://evil.example\n    site_name: shop\n'))
  const files = await run(shop, 'doctor')
  shop.write('planogram.yaml', configOf(store.url))
  const ci = await run(shop, 'doctor', { CI: 'true' })

  expect([base, files, ci].map(({ exitCode, stderr }) => [exitCode, stderr.split('\n')[0]])).toEqual([
    [1, 'error[store-refused-key]: Store shop has no key in the config, and this user has not logged in to it.'],
    [
      1,
      `error[store-refused-key]: The key of \`planogram login\` is bound to ${new URL(store.url).host}, so it is not sent to evil.example.`,
    ],
    [1, 'error[store-refused-key]: Store shop has no key in the config, and in CI that of a login is not used.'],
  ])
  expect(files.stderr).toContain('run `planogram login` again.')
})

test.each([
  ['a key in the config', '    key: ${SHOP_KEY}\n', {}, 64, 'Store shop has `key` in the config, so the key of a login would not be used.'],
  ['CI', '    client_id: acme\n', { CI: '1' }, 5, 'A login needs a person, and there is none in CI or with `--no-input`.'],
  ['no client id', '', {}, 64, 'Store shop has no client id, without which it issues no key.'],
  [
    'no home folder',
    '    client_id: acme\n',
    { HOME: '' },
    1,
    'The environment names no folder of this user (HOME), so no key can be kept.',
  ],
])('nothing is sent to a store with %s', async (_, more, env, code, message) => {
  using shop = catalogue('https://shop.invalid', more)

  const { address, ended } = await startLogin(shop.root, ['--no-browser'], env)
  const { exitCode, stderr } = await ended

  expect([exitCode, address]).toEqual([code, ''])
  expect(stderr).toContain(message)
})

test('logout --all removes keys of stores that no config names any more, and needs none', async () => {
  using home = shopFolder({})
  const key = { key: 'secret', hosts: ['shop.example'] }
  home.write(keysFile, JSON.stringify({ 'https://shop.example': key, 'https://other.example/b': key }))
  chmodSync(join(home.root, keysFile), 0o600)

  const { exitCode, stdout } = await planogram(home.root, ['logout', '--all', '--config', 'none.yaml'], { HOME: home.root })

  expect(exitCode).toBe(0)
  expect(stdout).toBe(
    'Removed the key of https://shop.example from this machine.\nRemoved the key of https://other.example/b from this machine.\n',
  )
  expect(readFileSync(join(home.root, keysFile), 'utf8')).toBe('{}\n')
})

test('the embedded store needs no login', async () => {
  using shop = shopFolder({})

  const ended = await Promise.all(['login', 'logout'].map((command) => run(shop, command)))

  expect(ended.map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual([
    [0, 'Store local is the embedded store: it needs no login.\n'],
    [0, 'There is no key of a login to remove.\n'],
  ])
})

test('a file of keys that is damaged, or that others can read, is refused before the store is asked', async () => {
  using shop = catalogue('http://127.0.0.1:9')
  const seen = async (content: string, mode: number): Promise<readonly string[]> => {
    shop.write(keysFile, content)
    chmodSync(join(shop.root, keysFile), mode)
    const ended = [await loggedIn(shop), await run(shop, 'doctor'), await run(shop, 'logout')]
    return [...new Set(ended.map(({ stderr }) => stderr.split('\n')[0] ?? ''))]
  }
  const file = join(shop.root, keysFile)

  expect(await seen('{"http://127.0.0.1:9":{"key":"secret', 0o600)).toEqual([
    `error[file-unreadable]: The keys of logins in ${file} cannot be read (damaged).`,
  ])
  expect(await seen('{"http://127.0.0.1:9":{"key":7}}', 0o600)).toEqual([
    `error[file-unreadable]: The keys of logins in ${file} cannot be read (damaged).`,
  ])
  expect(await seen('{}', 0o644)).toEqual([
    `error[store-refused-key]: Other users of this machine can use ${file}, which has keys (mode 644).`,
  ])
})

/** A store that approves by itself, whose answer to the exchange, and to a count of products with the key, is scripted. */
async function exchanging(status: number, body: (url: string) => string, products = 200): Promise<ScriptedStore> {
  const store: ScriptedStore = await startScriptedStore(({ url }, response) => {
    const query = URL.parse(url, 'http://store')?.searchParams
    const back = query?.get('response_type') === 'code' ? query.get('redirect_uri') : null
    if (back !== null && back !== undefined) response.writeHead(302, { location: `${back}?code=secret-code` }).end()
    else if (url.startsWith('/api_oauth')) response.writeHead(status).end(body(store.url))
    else response.writeHead(products).end(resultSet([], { total: 0 }))
  })
  return store
}

const token =
  (more: Readonly<Record<string, unknown>> = {}) =>
  (url: string): string =>
    JSON.stringify({ access_token: 'secret-key', service_api_endpoint: `${url}/API/V3`, token_type: 'Bearer', ...more })

test.each([
  ['a web page', 400, () => '<!doctype html><p>secret-code</p>', 'did not exchange the code for a key (400): it answered with a web page.'],
  ['nothing', 400, () => '', 'did not exchange the code for a key (400): its answer is empty.'],
  ['text', 200, () => 'OK secret-key', 'did not exchange the code for a key (200): its answer is not JSON.'],
  ['an error', 400, () => '{"error":"invalid_grant"}', 'did not exchange the code for a key (400): invalid_grant.'],
  [
    'an error with a hostile reason',
    200,
    () => '{"error":"invalid_grant","error_description":"\\u001b[2Jno\\n secret-code."}',
    'did not exchange the code for a key (200): ',
  ],
  ['404', 404, () => '', 'has no login for applications: /api_oauth is not found (404).'],
  ['a key of another store', 200, token({ service_api_endpoint: 'https://evil.example/API/V3' }), 'https://evil.example/API/V3, not http:'],
  ['a key without an address', 200, token({ service_api_endpoint: 7 }), 'another address than that of store shop: no address, not http:'],
  ['a key of another kind', 200, token({ token_type: 'mac' }), 'contains no usable key.'],
  ['a key with a colon', 200, token({ access_token: 'a:b' }), 'contains no usable key.'],
])('the exchange of the code is answered with %s: no key is kept', async (_, status, body, message) => {
  await using store = await exchanging(status, body)
  using shop = catalogue(store.url)

  const { exitCode, stdout, stderr, page } = await loggedIn(shop)

  expect([exitCode, stdout, page]).toEqual([1, '', 'The login failed'])
  expect(stderr).toContain('error[login-failed]: ')
  expect(stderr).toContain(message)
  expect(stderr).not.toContain('secret-')
  expect(stderr).not.toContain('\u001B')
  expect(existsSync(join(shop.root, keysFile))).toBe(false)
})

test('a key that the store refuses is not kept; one that cannot read products is, and the exit code is 1', async () => {
  await using refusing = await exchanging(200, token(), 401)
  await using limiting = await exchanging(200, token(), 403)
  using one = catalogue(refusing.url)
  using other = catalogue(limiting.url)

  const refused = await loggedIn(one)
  const limited = await loggedIn(other)

  expect(refused).toMatchObject({ exitCode: 1, stdout: '', page: 'The login failed' })
  expect(refused.stderr).toContain('refuses the key that it has just issued (401); it was not kept.')
  expect(limited).toMatchObject({ exitCode: 1, stdout: `Logged in to store shop (${limiting.url}).\n`, page: 'You are logged in' })
  expect(limited.stderr).toContain('Run `planogram doctor`')
  expect([one, other].map(({ root }) => existsSync(join(root, keysFile)))).toEqual([false, true])
})

test('an error that the browser would show is one of the program: no such client, no OAuth, no store', async () => {
  await using store = await startEmulator()
  await using bare = await startScriptedStore((_, response) => void response.writeHead(404).end())
  using unknown = catalogue(store.url, '    client_id: nobody\n')
  using without = catalogue(bare.url)
  using gone = catalogue('http://127.0.0.1:9')

  const ended = await Promise.all([unknown, without, gone].map((shop) => loggedIn(shop)))

  expect(ended.map(({ exitCode, stderr }) => [exitCode, stderr.split('\n')[0]])).toEqual([
    [1, `error[login-failed]: ${new URL(store.url).host} refuses a login for the client id nobody (400).`],
    [1, `error[login-failed]: ${new URL(bare.url).host} has no login for applications: /api_oauth is not found (404).`],
    [1, 'error[store-unreachable]: Could not connect to 127.0.0.1:9: connection refused.'],
  ])
})

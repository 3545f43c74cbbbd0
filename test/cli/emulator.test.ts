import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { logIn } from '../support/administration.ts'
import { planogram, startBuilt } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const mug = 'products:\n  MUG: { title: Mug, price: 8.50 }\n'

interface Started extends AsyncDisposable {
  readonly url: string
  readonly key: string
  /** Its lines on stdout. */
  readonly ready: readonly string[]
  /** Everything on stderr so far. */
  readonly told: () => string
  readonly stop: () => Promise<unknown>
}

/** `planogram emulator` as a process of its own. */
async function startEmulatorCommand(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const child = startBuilt(['emulator', ...args], { cwd, env: { ...process.env, ...env } })
  let told = ''
  child.stderr?.on('data', (chunk) => (told += String(chunk)))
  const ready: string[] = []
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    ready.push(line)
    if (ready.length === 4) break
  }
  if (ready.length < 4) throw new Error(`no ready lines: ${told}`)
  const stop = async (): Promise<unknown> => {
    if (child.exitCode !== null) return child.exitCode
    child.kill('SIGTERM')
    const [code]: unknown[] = await once(child, 'exit')
    return code
  }
  return {
    url: ready[0]?.replace(/^store {2}/, '') ?? '',
    ready,
    key: ready[2]?.replace(/^key {4}/, '') ?? '',
    told: () => told,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
    },
  }
}

const products = async ({ url, key }: Started) => (await fetch(`${url}/API/V3/Product/?_fields=sku,title&_key=${key}`)).text()
const health = async ({ url }: Started) => (await fetch(`${url}/_emulator/health`)).json()

test('--seed with a catalogue fills an empty store, and does not change one that has records', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  await using first = await startEmulatorCommand(shop.root, ['--data', 'data', '--seed', '.', '--key', 'my-key'])
  const before = [first.key, await products(first)]
  await first.stop()
  writeFileSync(join(shop.root, 'shop.yaml'), 'products:\n  CUP: { title: Cup, price: 3 }\n')

  await using second = await startEmulatorCommand(shop.root, ['--data', 'data', '--seed', '.'])

  expect(before).toEqual(['my-key', expect.stringContaining('<title>Mug</title>')])
  expect(await products(second)).toContain('<title>Mug</title>')
  expect(second.told()).toContain('the store already has records; the seed was ignored')
})

test('a config with several stores and no default one starts the embedded store too', async () => {
  using shop = shopFolder({ 'planogram.yaml': 'stores: { one: { emulator: true }, two: { emulator: true } }\n' })

  await using started = await startEmulatorCommand(shop.root, [])

  expect(await health(started)).toMatchObject({ status: 'ready' })
})

test('--seed with a snapshot restores it', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  await using first = await startEmulatorCommand(shop.root, ['--data', 'data', '--seed', '.'])
  const headers = { 'x-emulator': '1' }
  await fetch(`${first.url}/_emulator/snapshots`, { method: 'POST', headers, body: '{"name":"start"}' })
  await fetch(`${first.url}/_emulator/reset`, { method: 'POST', headers })
  await fetch(`${first.url}/API/V3/Product/MUG?_key=${first.key}`, { method: 'DELETE' })
  const emptied = await products(first)
  await first.stop()

  await using second = await startEmulatorCommand(shop.root, ['--data', 'data', '--seed', 'start'])

  expect(emptied).not.toContain('Mug')
  expect(await products(second)).toContain('<title>Mug</title>')
})

test('--profile and --faults apply, and other commands find the store all the same', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  writeFileSync(
    join(shop.root, 'faults.json'),
    '[{"on":{"method":"POST"},"do":{"kind":"rsp-fail","code":400,"message":"by plan"},"times":"always"}]',
  )
  await using store = await startEmulatorCommand(shop.root, ['--profile', 'strict', '--faults', 'faults.json'])

  const applied = await planogram(shop.root, ['apply', '--auto-approve'])

  expect(await health(store)).toMatchObject({ status: 'ready', profile: 'strict' })
  expect(applied.exitCode).not.toBe(0)
  expect(`${applied.stdout}${applied.stderr}`).toContain('by plan')
})

test('--switch, --site, --oauth-client and --webhook-target reach the store', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  const callback = 'https://erp.example/callback'
  const switches = ['--switch', 'deletes=shown', '--switch', 'namespace=http://store.example/API/V3/namespace']
  const clients = ['--oauth-client', `erp=${callback}`, '--oauth-client', 'erp=https://erp.example/other']
  const flags = [...switches, ...clients, '--site', 'acme', '--webhook-target', 'ERP.invalid:9']
  await using store = await startEmulatorCommand(shop.root, flags)
  const { url, key } = store
  const post = async (resource: string, body: string): Promise<unknown> =>
    await fetch(`${url}/API/V3/${resource}?_key=${key}`, { method: 'POST', body: `<ResultSet>${body}</ResultSet>` })
  const asking = async (redirect: string): Promise<number> => {
    const query = new URLSearchParams({ response_type: 'code', client_id: 'erp', redirect_uri: redirect })
    return (await fetch(`${url}/api_oauth?${query.toString()}`, { redirect: 'manual' })).status
  }

  const removed = await fetch(`${url}/API/V3/Product/MUG?_key=${key}`, { method: 'DELETE' })
  const read = await products(store)
  const asked = [await asking(callback), await asking('https://erp.example/other'), await asking('https://evil.example/')]
  for (const host of ['erp.invalid:9', 'other.invalid:9'])
    await post('Webhooks', `<Webhook><name>NewOrder</name><url>http://${host}/hook</url></Webhook>`)
  await post('Order', '<Order><order_number>1</order_number></Order>')

  expect(removed.headers.get('x-emulator-reason')).toContain('W28')
  expect(read).toContain('xmlns="http://store.example/API/V3/namespace"')
  expect(store.ready[1]).toBe(`files  ${url}/files/acme/`)
  expect(asked).toEqual([303, 303, 400])
  await expect
    .poll(async () => (await fetch(`${url}/_emulator/deliveries`)).json())
    .toMatchObject([
      { url: 'http://erp.invalid:9/hook', state: 'failed' },
      { url: 'http://other.invalid:9/hook', state: 'refused' },
    ])
})

test('--open opens the shop in the browser, and says why where there is none', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  const browser = join(shop.root, 'browser')
  writeFileSync(browser, '#!/bin/sh\necho "$@" > opened\n', { mode: 0o755 })

  await using store = await startEmulatorCommand(shop.root, ['--open'], { BROWSER: browser })
  await expect.poll(() => existsSync(join(shop.root, 'opened')) && readFileSync(join(shop.root, 'opened'), 'utf8')).toBe(`${store.url}/\n`)
  await store.stop()
  await using other = await startEmulatorCommand(shop.root, ['--open'], { BROWSER: join(shop.root, 'nothing') })

  await expect.poll(other.told).toContain('Cannot open a browser (ENOENT); open the address of the shop yourself.')
})

test('the login of the administration tool is printed when its password is generated, and it works', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  await using store = await startEmulatorCommand(shop.root, [])
  const [, user = '', password = ''] = /^login {2}(\S+) (\S+)$/.exec(store.ready[3] ?? '') ?? []

  const session = await logIn({ url: store.url, administrator: { user, password } })

  expect(user).toBe('admin')
  expect(session.cookie).toMatch(/^planogram-admin-\d+=\S+$/)
  await expect.poll(store.told).toContain(`administration at ${store.url}/_admin/`)
})

test('a snapshot that is not there names those that are', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  await using store = await startEmulatorCommand(shop.root, ['--data', 'data'])
  await fetch(`${store.url}/_emulator/snapshots`, { method: 'POST', headers: { 'x-emulator': '1' }, body: '{"name":"before-sale"}' })
  await store.stop()

  const ended = await planogram(shop.root, ['emulator', '--data', 'data', '--seed', 'before-sail'])

  expect(ended.exitCode).toBe(64)
  expect(ended.stderr).toContain('one of the snapshots before-sale')
})

test.each([
  [['--seed', 'nowhere'], 'The seed nowhere is neither a catalogue (the folder '],
  [['--seed', 'nowhere'], 'save a snapshot first'],
  [['--seed', './nowhere/'], 'nowhere does not exist)'],
  [['--seed', '../..'], 'contains no planogram.yaml) nor a snapshot of this store.'],
  [['--faults', 'missing.json'], 'missing.json cannot be read'],
  [['--faults', 'shop.yaml'], 'The fault plans are not valid JSON.'],
  [['--data', ''], '`--data` is empty.\n  help: Give a value, or omit `--data`. Check the variables of the command line.'],
  [['--seed', ''], '`--seed` is empty.'],
  [['--profile', 'kind'], '`--profile` does not accept `kind`.\n  help: Allowed choices are default, strict, hostile.'],
  [
    ['--switch', 'delete=shown'],
    '`--switch` does not accept `delete=shown`.\n  help: There is no switch "delete". Did you mean `deletes`? docs/',
  ],
  [
    ['--switch', 'nope=1'],
    '`--switch` does not accept `nope=1`.\n  help: There is no switch "nope". docs/assumptions.md lists the switches.',
  ],
  [['--switch', 'lag'], '`--switch` does not accept `lag`.\n  help: Allowed values of lag are 0, 200.'],
  [['--switch', 'lag=0', '--switch', 'lag=1'], '`--switch` does not accept `lag=1`.\n  help: Allowed values of lag are 0, 200.'],
  [['--site', '..'], '`--site` does not accept `..`.\n  help: Give a name of letters from a to z, digits, -, _ and dots'],
  [['--site', "''"], "`--site` does not accept `''`.\n  help: Give a name of letters"],
  [['--site', ''], '`--site`'],
  [['--site', 'my shop'], '`--site` does not accept `my shop`.\n  help: Give a name of letters'],
  [['--oauth-client', 'erp=http://erp.example/'], '`--oauth-client` does not accept `erp=http://erp.example/`.\n  help: Give id=redirect'],
  [['--oauth-client', 'erp'], '`--oauth-client` does not accept `erp`.'],
  [
    ['--webhook-target', 'http://erp.example'],
    '`--webhook-target` does not accept `http://erp.example`.\n  help: Give a host or host:port',
  ],
  [['--port', 'x'], '`--port` does not accept `x`.\n  help: Give a whole number from 0 to 65535.'],
])('planogram emulator %j names what is wrong', async (args, message) => {
  using shop = shopFolder({ 'shop.yaml': mug })

  const ended = await planogram(shop.root, ['emulator', ...args])

  expect(ended.stderr).toContain(message)
  expect(ended.exitCode).not.toBe(0)
  expect(ended.stdout).toBe('')
})

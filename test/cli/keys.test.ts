import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bindKey } from '../../src/workspace/bind-key.ts'
import { changeLoginKeys } from '../../src/workspace/login-keys.ts'
import { readKey } from '../../src/workspace/read-key.ts'
import { type Outcome, runOutside } from '../support/run-outside.ts'
import { shopFolder } from '../support/shop-folder.ts'

const home = mkdtempSync(join(tmpdir(), 'planogram-home-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const use = { origin: 'SHOP_KEY', key: 'secret-1', hosts: ['shop.example', 'files.example'] }

test('a key goes only to the hosts that the environment names for it', () => {
  const env = { CI: 'true', SHOP_KEY_HOST: 'shop.example, files.example' }

  expect(() => bindKey(use, env)).not.toThrow()
  expect(() => bindKey({ ...use, hosts: ['evil.example'] }, env)).toThrow(
    'The key SHOP_KEY is bound to shop.example and files.example, so it is not sent to evil.example.',
  )
})

test('in CI a key without a named host is not sent', () => {
  expect(() => bindKey(use, { CI: '1' })).toThrow(
    'The key SHOP_KEY is not bound to a host, so it is not sent to shop.example and files.example.',
  )
})

test('on a machine of a person the first hosts are remembered by a digest, and an edited base_url gets no key', () => {
  const env = { XDG_CONFIG_HOME: home }

  bindKey(use, env)

  expect(() => bindKey(use, env)).not.toThrow()
  expect(() => bindKey({ ...use, hosts: ['evil.example'] }, env)).toThrow('so it is not sent to evil.example')
  expect(readFileSync(join(home, 'planogram', 'key-hosts.json'), 'utf8')).not.toContain('secret-1')
})

test('an empty list of hosts is as if it were not set: CI sets a variable that does not exist so', () => {
  const refusal = 'The key SHOP_KEY is not bound to a host, so it is not sent to shop.example and files.example.'

  expect(() => bindKey(use, { CI: '1', SHOP_KEY_HOST: '' })).toThrow(refusal)
  expect(() => bindKey(use, { CI: '1', SHOP_KEY_HOST: ' , ' })).toThrow(refusal)
  expect(() => bindKey({ ...use, hosts: ['127.0.0.1:8080'] }, { CI: '1', SHOP_KEY_HOST: '' })).not.toThrow()
})

test('the name of a host may be written in capitals, and with the port of https', () => {
  const env = { CI: '1', SHOP_KEY_HOST: 'Shop.Example,files.example:443' }

  expect(() => bindKey(use, env)).not.toThrow()
  expect(() => bindKey({ ...use, hosts: ['shop.example:8443'] }, env)).toThrow('so it is not sent to shop.example:8443')
})

test.each([
  ['an empty XDG_CONFIG_HOME', { XDG_CONFIG_HOME: '', HOME: home }, ''],
  ['a relative XDG_CONFIG_HOME', { XDG_CONFIG_HOME: 'config', HOME: home }, ''],
  ['an empty HOME', { HOME: '' }, notRemembered('the environment names no folder of this user (HOME)')],
  ['no HOME', {}, notRemembered('the environment names no folder of this user (HOME)')],
])('%s never binds a key in the current folder', (_, env, refusal) => {
  using shop = shopFolder({})
  const own = join(home, '.config')
  rmSync(own, { recursive: true, force: true })
  const before = process.cwd()
  process.chdir(shop.root)

  const seen = messageOf(() => bindKey(use, env))
  process.chdir(before)

  const isBound = existsSync(join(own, 'planogram', 'key-hosts.json'))
  expect({ seen, isBound, inFolder: readdirSync(shop.root) }).toEqual({
    seen: refusal,
    isBound: refusal === '',
    inFolder: ['planogram.yaml'],
  })
})

test('where the hosts of keys cannot be remembered, no key is sent', () => {
  using shop = shopFolder({ 'broken/planogram/key-hosts.json': '{"a', 'folder/planogram/key-hosts.json/x': '' })
  const file = (folder: string): string => join(shop.root, folder, 'planogram', 'key-hosts.json')
  const seen = (folder: string): string => messageOf(() => bindKey(use, { XDG_CONFIG_HOME: join(shop.root, folder) }))

  expect(seen('broken')).toBe(notRemembered(`${file('broken')} cannot be read (damaged)`))
  expect(seen('folder')).toBe(notRemembered(`${file('folder')} cannot be read (EISDIR)`))
  expect(readFileSync(file('broken'), 'utf8')).toBe('{"a')
})

test.each([
  ['the folder of the config', '.config'],
  ['the folder of planogram', '.config/planogram'],
])('where %s is a file, no key is sent or kept, and the message says what is wrong and what to do', (_, name) => {
  using shop = shopFolder({ [name]: '' })
  const env = { HOME: shop.root }

  const seen = [() => bindKey(use, env), () => changeLoginKeys(env, () => new Map())].map(messageOf)

  const reason = `${join(shop.root, name)} is a file, not a folder; rename or delete it`
  expect(seen).toEqual([notRemembered(reason), `The keys of logins cannot be kept: ${reason}.`])
})

/** A program that binds a hundred keys of its own, one after the other, once both of them have started. */
const bindsMany = `
import { existsSync, writeFileSync } from 'node:fs'
import { bindKey } from ${JSON.stringify(new URL('../../src/workspace/bind-key.ts', import.meta.url).href)}
const [, name, other] = process.argv
writeFileSync(name, '')
while (!existsSync(other));
for (let key = 0; key < 100; key += 1) bindKey({ origin: 'SHOP_KEY', key: name + key, hosts: ['shop.example'] }, { XDG_CONFIG_HOME: process.cwd() })
`

test('two processes that bind keys at the same time lose none', async () => {
  using shop = shopFolder({})
  const run = (name: string, other: string): Promise<Outcome> =>
    runOutside(process.execPath, ['--input-type=module', '--eval', bindsMany, name, other], { cwd: shop.root })

  const ended = await Promise.all([run('a', 'b'), run('b', 'a')])

  const bound: unknown = JSON.parse(readFileSync(join(shop.root, 'planogram', 'key-hosts.json'), 'utf8'))
  expect(ended).toEqual(Array.from({ length: 2 }, () => ({ code: 0, output: '' })))
  expect(bound instanceof Object && Object.keys(bound)).toHaveLength(200)
  expect(readdirSync(join(shop.root, 'planogram'))).toEqual(['key-hosts.json'])
})

test('where another process keeps the file with the hosts of keys, no key is sent, and the message says what to delete', () => {
  using shop = shopFolder({ 'planogram/key-hosts.json.lock': '' })
  const file = join(shop.root, 'planogram', 'key-hosts.json')

  const seen = messageOf(() => bindKey(use, { XDG_CONFIG_HOME: shop.root }))

  expect(seen).toBe(notRemembered(`another process is writing ${file}; if none is, delete ${file}.lock`))
  expect(readdirSync(join(shop.root, 'planogram'))).toEqual(['key-hosts.json.lock'])
})

function notRemembered(reason: string): string {
  return `The key SHOP_KEY is not sent to shop.example and files.example: the hosts of keys cannot be remembered, because ${reason}.`
}

function messageOf(work: () => void): string {
  try {
    work()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('loopback needs no binding, unless one is named', () => {
  const local = { ...use, hosts: ['127.0.0.1:8080'] }

  expect(() => bindKey(local, { CI: 'true' })).not.toThrow()
  expect(() => bindKey(local, { SHOP_KEY_HOST: 'shop.example' })).toThrow('so it is not sent to 127.0.0.1:8080')
})

test('key_command never runs unless the environment allows it', async () => {
  using shop = shopFolder({})
  const place = { source: { kind: 'command', command: 'echo secret-2' }, store: 'live', root: shop.root } as const

  await expect(readKey({ ...place, env: {} })).rejects.toThrow('The key_command of store live is not allowed to run')
  await expect(readKey({ ...place, env: { PATH: process.env['PATH'], PLANOGRAM_ALLOW_KEY_COMMAND: '1' } })).resolves.toEqual({
    key: 'secret-2',
    origin: 'PLANOGRAM_KEY_LIVE',
  })
})

test('a key file inside the catalogue is refused, one outside is read', async () => {
  using shop = shopFolder({ 'secrets/key.txt': 'secret-3\n' })
  using outside = shopFolder({ 'key.txt': 'secret-4\n' })
  const place = { store: 'live', root: shop.root, env: {} }

  await expect(readKey({ ...place, source: { kind: 'file', path: 'secrets/key.txt' } })).rejects.toThrow(
    'is inside the repository of the catalogue',
  )
  await expect(readKey({ ...place, source: { kind: 'file', path: join(outside.root, 'key.txt') } })).resolves.toEqual({
    key: 'secret-4',
    origin: 'PLANOGRAM_KEY_LIVE',
  })
})

test('a key file above the catalogue is refused where it is in the same repository', async () => {
  using repository = shopFolder({ '.git/HEAD': '', 'key.txt': 'secret-5\n', 'shop/planogram.yaml': '', '..key.txt': 'secret-6\n' })
  const place = { store: 'live', root: join(repository.root, 'shop'), env: {} }
  const keyOf = (path: string): Promise<unknown> => readKey({ ...place, source: { kind: 'file', path } })

  await expect(keyOf('../key.txt')).rejects.toThrow('The key file ../key.txt is inside the repository of the catalogue')
  await expect(keyOf('../..key.txt')).rejects.toThrow('is inside the repository of the catalogue')
})

test.each([
  ['a variable that is not set', {}, 'The key of store live is not set: the environment has no SHOP_KEY.'],
  ['a key with a colon', { SHOP_KEY: 'a:b' }, 'The key of store live is empty or contains a space, a colon or a control character.'],
])('%s is refused', async (_, env, message) => {
  await expect(readKey({ source: { kind: 'env', variable: 'SHOP_KEY' }, store: 'live', root: '.', env })).rejects.toThrow(message)
})

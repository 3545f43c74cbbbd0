import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { logIn, openAdministration } from '../support/administration.ts'
import { getPage } from '../unit/emulator/pages/page.ts'

let time = new Date('2026-11-20T09:00:00Z')
const owner = { user: 'owner', password: 'correct horse' }
const store = await startEmulator({
  administrator: owner,
  now: () => time,
  seed: { records: [{ resource: 'Order', fields: { order_number: '7' }, children: {} }] },
})
afterAll(() => store.close())

const loginToken = async (): Promise<string> => /name="token" value="([^"]+)"/.exec((await getPage(store, '/_admin/login')).html)?.[1] ?? ''

interface Attempt {
  readonly user?: string
  readonly password?: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly next?: string
}

async function attempt({ user = owner.user, password = owner.password, token, headers = { origin: store.url }, next }: Attempt) {
  const form = new URLSearchParams({ token: token ?? (await loginToken()), user, password })
  const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  const answer = await fetch(`${store.url}/_admin/login${query}`, { method: 'POST', headers, body: form, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

beforeEach(async () => {
  // Past the wait for failed logins of an earlier test.
  time = new Date(time.getTime() + 60_000)
  await attempt({})
})

const addresses = ['', 'orders', 'orders/7', 'keys', 'keys/k1', 'webhooks', 'oauth', 'logout', 'nothing']

test('without a session every address leads to the login, and shows nothing', async () => {
  const seen = await Promise.all(addresses.map((path) => getPage(store, `/_admin/${path}`)))

  expect(seen.map(({ status, headers, html }) => [status, headers.get('location'), html])).toEqual(
    addresses.map((path) => [303, `/_admin/login?next=${encodeURIComponent(`/_admin/${path}`)}`, '']),
  )
})

test('without a session no form changes anything, whatever its token and its cookie', async () => {
  const { cookie } = await logIn(store, owner.password)
  const [name = ''] = cookie.split('=')
  const forms = ['action=archive&number=7', `token=${await loginToken()}&action=archive&number=7`]
  const cookies = ['', `${name}=`, `${name}=x`, `${name}=${'A'.repeat(32)}`, `other=1; ${name}=${name}`]

  const seen = await Promise.all(
    forms.flatMap((body) =>
      cookies.map(async (given) => {
        const headers = { origin: store.url, cookie: given, 'content-type': 'application/x-www-form-urlencoded' }
        return (await fetch(`${store.url}/_admin/orders`, { method: 'POST', headers, body, redirect: 'manual' })).headers.get('location')
      }),
    ),
  )

  expect(new Set(seen)).toEqual(new Set(['/_admin/login?next=%2F_admin%2Forders']))
  expect((await (await openAdministration(store, owner.password)).get('orders')).html).toContain('href="/_admin/orders/7"')
})

test('a form needs the token of its own session and an origin of this store', async () => {
  const [one, two] = [await logIn(store, owner.password), await logIn(store, owner.password)]
  const tokenOf = async (session: Readonly<Record<string, string>>): Promise<string> =>
    /name="token" value="([^"]+)"/.exec((await getPage(store, '/_admin/keys', session)).html)?.[1] ?? ''
  const own = await tokenOf(one)
  const send = async (headers: Readonly<Record<string, string>>, token: string, path = 'orders'): Promise<number> => {
    const body = new URLSearchParams({ token, action: 'archive', number: '7' })
    return (await fetch(`${store.url}/_admin/${path}`, { method: 'POST', headers, body, redirect: 'manual' })).status
  }

  const seen = [
    await send(one, ''),
    await send(one, await tokenOf(two)),
    await send(one, await loginToken()),
    await send({ cookie: one.cookie }, own),
    await send({ ...one, origin: 'http://evil.example' }, own),
    await send({ ...one, origin: 'null' }, own),
    await send({ ...one, 'sec-fetch-site': 'same-site' }, own),
    await send(one, '', 'logout'),
  ]

  expect(seen).toEqual(seen.map(() => 403))
  expect((await getPage(store, '/_admin/orders', one)).html).toContain('href="/_admin/orders/7"')
})

test('the cookie of a session is out of reach of scripts and of other sites, and its name is that of this port', async () => {
  const { status, headers } = await attempt({})

  expect(status).toBe(303)
  expect(headers.get('set-cookie')).toMatch(
    new RegExp(`^planogram-admin-${new URL(store.url).port}=[\\w-]{32}; Path=/; HttpOnly; SameSite=Strict$`),
  )
})

test.each([
  ['a wrong password', { password: 'wrong' }, 403],
  ['no password', { password: '' }, 403],
  ['another user with the right password', { user: 'admin' }, 403],
  ['the user in capitals', { user: 'OWNER' }, 403],
  ['no token', { token: '' }, 403],
  ['no origin', { headers: {} }, 403],
  ['a foreign origin', { headers: { origin: 'http://evil.example' } }, 403],
])('refused: %s', async (_title, given, status) => {
  const seen = await attempt(given)

  expect([seen.status, seen.headers.get('set-cookie')]).toEqual([status, null])
})

test('the user name that was typed comes back escaped, the password never', async () => {
  const seen = await attempt({ user: '"><script>', password: 'secret-typed' })

  expect(seen.text).toContain('value="&quot;&gt;&lt;script&gt;"')
  expect(seen.text).not.toContain('secret-typed')
})

test('after five failed logins in a row, even at the same time, each one waits for 30 seconds', async () => {
  const failed = await Promise.all(Array.from({ length: 8 }, () => attempt({ password: 'wrong' })))
  const right = await attempt({})
  time = new Date(time.getTime() + 29_000)
  const early = await attempt({})
  time = new Date(time.getTime() + 1_000)
  const late = await attempt({})

  expect(failed.map(({ status }) => String(status)).toSorted()).toEqual(['403', '403', '403', '403', '403', '429', '429', '429'])
  expect([right.status, right.headers.get('retry-after'), right.headers.get('set-cookie')]).toEqual([429, '30', null])
  expect(right.text).toContain('Try again in 30 s.')
  expect([early.status, late.status]).toEqual([429, 303])
})

test('a session ends after eight hours, by logging out, and by a new login in the same browser', async () => {
  const isOpen = async (session: Readonly<Record<string, string>>): Promise<boolean> =>
    (await getPage(store, '/_admin/orders', session)).status === 200
  const [left, replaced] = [await logIn(store, owner.password), await logIn(store, owner.password)]
  const pages = await getPage(store, '/_admin/orders', left)
  const token = /name="token" value="([^"]+)"/.exec(pages.html)?.[1] ?? ''
  const before = [await isOpen(left), await isOpen(replaced)]
  const out = await fetch(`${store.url}/_admin/logout`, {
    method: 'POST',
    headers: left,
    body: new URLSearchParams({ token }),
    redirect: 'manual',
  })
  await attempt({ headers: replaced })
  const after = [await isOpen(left), await isOpen(replaced)]
  const last = await logIn(store, owner.password)
  time = new Date(time.getTime() + 8 * 3_600_000 - 1)
  const young = await isOpen(last)
  time = new Date(time.getTime() + 1)

  expect(before).toEqual([true, true])
  expect([out.status, out.headers.get('location')]).toEqual([303, '/_admin/login'])
  expect(out.headers.get('set-cookie')).toMatch(/Max-Age=0$/)
  expect(after).toEqual([false, false])
  expect([young, await isOpen(last)]).toEqual([true, false])
})

test('a new administrator ends every session of the earlier one', async () => {
  await using other = await startEmulator({ administrator: owner })
  const session = await logIn(other, owner.password)
  const before = (await getPage(other, '/_admin/orders', session)).status
  other.seed({ administrator: { user: 'next', password: 'next-password' } })

  expect([before, (await getPage(other, '/_admin/orders', session)).status]).toEqual([200, 303])
  expect(other.administrator).toEqual({ user: 'next', password: null })
  await expect(logIn(other, owner.password)).rejects.toThrow('403')
  await expect(logIn(other, 'next-password')).resolves.toMatchObject({ origin: other.url })
})

test.each([
  ['/_admin/keys', '/_admin/keys'],
  ['/api_oauth?response_type=code', '/api_oauth?response_type=code'],
  ['/_admin/login', '/_admin/orders'],
  ['//evil.example/', '/_admin/orders'],
  ['/\\evil.example/', '/_admin/orders'],
  ['https://evil.example/', '/_admin/orders'],
  ['/_adminevil', '/_admin/orders'],
  ['/_admin/\r\nset-cookie: a=b', '/_admin/orders'],
  ['/_emulator/', '/_admin/orders'],
  ['javascript:alert(1)', '/_admin/orders'],
])('a login with next=%j leads to %s', async (next, target) => {
  expect((await attempt({ next })).headers.get('location')).toBe(target)
})

test('a HEAD request shows no new key, so that the key is still there for the page', async () => {
  const pages = await openAdministration(store, owner.password)
  await pages.press('keys', { action: 'register', title: 'once', access: 'all' })
  const head = await fetch(`${store.url}/_admin/keys`, { method: 'HEAD', headers: pages.session })

  expect(head.status).toBe(200)

  expect((await pages.get('keys')).html).toContain('class="secret"')
})

test('every page has the policy of the other pages and is not cached', async () => {
  const session = await logIn(store, owner.password)
  const seen = await Promise.all(
    ['login', 'orders', 'orders/7', 'keys', 'webhooks', 'oauth', 'nothing'].map((path) => getPage(store, `/_admin/${path}`, session)),
  )

  expect(new Set(seen.slice(1).map(({ headers }) => headers.get('content-security-policy')))).toEqual(
    new Set([
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ]),
  )
  expect(seen.map(({ headers }) => headers.get('cache-control'))).toEqual(seen.map(() => 'no-store'))
  expect(seen.filter(({ html }) => /<script|style=|\son\w+=/.test(html))).toEqual([])
})

test('a given password is stored as a hash only, a generated one not at all; a snapshot has neither', async () => {
  const data = mkdtempSync(join(tmpdir(), 'planogram-administrator-'))
  try {
    const generated = await startEmulator({ data })
    const first = generated.administrator
    await logIn(generated)
    await generated.close()
    const again = await startEmulator({ data, administrator: owner })
    again.snapshots.save('kept')
    await again.close()
    const kept = await startEmulator({ data })
    const shown = kept.administrator
    await logIn(kept, owner.password)
    await kept.close()

    const rows = (file: string): readonly unknown[] => {
      using database = new DatabaseSync(join(data, file), { readOnly: true })
      return database.prepare('SELECT * FROM _administrator').all()
    }
    expect(first).toEqual({ user: 'admin', password: expect.stringMatching(/^[\w-]{16}$/) })
    expect(shown).toEqual({ user: 'owner', password: null })
    expect(rows('store.db')).toEqual([
      { user: 'owner', password: expect.stringMatching(/^\$scrypt\$ln=14,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/) },
    ])
    expect(rows('snapshots/kept.db')).toEqual([])
    const bytes = readFileSync(join(data, 'store.db'), 'latin1')
    expect([bytes.includes(owner.password), bytes.includes(first.password ?? 'none')]).toEqual([false, false])
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
})

test.each([
  [{ user: '', password: 'x' }],
  [{ user: 'x', password: '' }],
  [{ user: 'x\n', password: 'x' }],
  [{ user: 'x'.repeat(201), password: 'x' }],
])('an administrator %j is refused', async (administrator) => {
  await expect(startEmulator({ administrator })).rejects.toThrow('The name or the password of the administrator is empty')
})

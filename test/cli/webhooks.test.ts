import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Ended, planogram } from '../support/command-line.ts'
import { openShop, type Shop } from '../support/open-shop.ts'
import { startReceiver, type Receiver } from '../unit/emulator/webhooks/receiver.ts'

const [token, password] = ['t0ken-of-the-erp', 'passw0rd-of-the-erp']

interface Site {
  readonly shop: Shop
  readonly target: Receiver
  /** Runs a command with these variables, and collects what it prints. */
  readonly run: (argv: readonly string[], env?: Record<string, string>, root?: string) => Promise<Ended>
  /** Everything that was printed. */
  readonly printed: () => string
}

/** A shop whose catalogue has a webhook with a user, a password and a token. */
async function openSite(): Promise<Site> {
  const target = await startReceiver()
  const url = target.url.replace('http://', 'http://planogram:${ERP_PASSWORD}@')
  const shop = await openShop([], { 'shop.yaml': `webhooks:\n  - { name: NewOrder, url: '${url}/orders?token=\${ERP_TOKEN}' }\n` })
  const printed: string[] = []
  onTestFinished(async () => {
    await shop[Symbol.asyncDispose]()
    await target[Symbol.asyncDispose]()
  })
  return {
    shop,
    target,
    run: async (argv, env = { ERP_TOKEN: token, ERP_PASSWORD: password }, root = shop.root) => {
      const ended = await planogram(root, argv, { SHOP_KEY: shop.emulator.key, PATH: process.env['PATH'] ?? '', ...env })
      printed.push(ended.stdout, ended.stderr)
      return ended
    },
    printed: () => printed.join('\n'),
  }
}

/** Another machine: a checkout of its own, without the state of the first. */
function checkoutOf({ root }: Shop): string {
  const copy = mkdtempSync(join(tmpdir(), 'planogram-checkout-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  cpSync(root, copy, { recursive: true, filter: (path) => !path.includes('.planogram') })
  return copy
}

function addresses({ emulator }: Shop): readonly (string | undefined)[] {
  return emulator.records('Webhooks').map(({ fields }) => fields['url'])
}

async function order({ emulator }: Shop): Promise<void> {
  const headers = { authorization: `Basic ${Buffer.from(`${emulator.key}:`).toString('base64')}` }
  await fetch(`${emulator.url}/API/V3/Order`, { method: 'POST', body: '<ResultSet><Order/></ResultSet>', headers })
  await emulator.webhooks.settled()
}

/** The files below a folder that contain a text, the documents of the catalogue included. */
function filesWith(root: string, text: string): readonly string[] {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(root, path)).isFile())
  expect(paths.length).toBeGreaterThan(3)
  return paths.filter((path) => readFileSync(join(root, path)).includes(text))
}

test('after an apply an order reaches the address with its secrets, and the second plan is empty', async () => {
  const { shop, target, run } = await openSite()

  const applied = await run(['apply', '--auto-approve'])
  await order(shop)
  const second = await run(['plan', '--detailed-exitcode'])

  expect(applied.exitCode).toBe(0)
  expect(second.exitCode).toBe(0)
  expect(target.received.map(({ path, body }) => [path, body])).toEqual([
    [`/orders?token=${token}`, expect.objectContaining({ event: 'NewOrder', order_number: '1' })],
  ])
})

test('no secret is in what is printed, in a plan, in the state or in the cache', async () => {
  const { shop, run, printed } = await openSite()
  const host = addresses(shop)

  for (const format of ['text', 'json']) await run(['plan', '--format', format, '--verbose', '--out', `plan-${format}.json`])
  await run(['show', 'plan-text.json', '--verbose'])
  await run(['apply', 'plan-text.json', '--auto-approve'])
  await run(['plan', '--verbose'], { ERP_TOKEN: 'an0ther-token', ERP_PASSWORD: password })
  await run(['explain', 'webhook.'])
  await run(['explain', '--format', 'json', printed().match(/webhook\.NewOrder\/url\.[^\s)"]+/)?.[0] ?? ''])
  await run(['validate'])
  await run(['pull', '--force'])
  await run(['pull', '--force'], { ERP_TOKEN: '', ERP_PASSWORD: '' })

  expect(host).toEqual([])
  expect(addresses(shop)).toEqual([expect.stringContaining(`planogram:${password}@`)])
  for (const secret of [token, password, 'an0ther-token']) {
    expect(printed()).not.toContain(secret)
    expect(filesWith(shop.root, secret)).toEqual([])
  }
  expect(printed()).toContain('token=${ERP_TOKEN}')
})

test('after a variable was changed the new address replaces the old one, and the plan names neither', async () => {
  const { shop, run } = await openSite()
  await run(['apply', '--auto-approve'])
  const env = { ERP_TOKEN: 'other', ERP_PASSWORD: password }

  const planned = await run(['plan', '--detailed-exitcode'], env)
  const applied = await run(['apply', '--auto-approve'], env)
  const second = await run(['plan', '--detailed-exitcode'], env)

  expect([planned.exitCode, applied.exitCode, second.exitCode]).toEqual([2, 0, 0])
  expect(planned.stdout).toContain('Plan: 1 to create, 0 to update, 1 to remove.')
  expect(planned.stdout).toMatch(/- webhook NewOrder "http:\/\/127\.0\.0\.1:\d+\/\*{3}#[0-9a-f]{12}"/)
  expect(addresses(shop)).toEqual([expect.stringMatching(/token=other$/)])
})

test('without the state the old address stays, and the plan says so', async () => {
  const { shop, run } = await openSite()
  await run(['apply', '--auto-approve'])

  const planned = await run(['plan'], { ERP_TOKEN: 'other', ERP_PASSWORD: password }, checkoutOf(shop))

  expect(planned.stdout).toContain('Plan: 1 to create, 0 to update, 0 to remove.')
  expect(planned.stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /The store already reports NewOrder to another address of the host of \S+token=\$\{ERP_TOKEN\}, which stays: http:\/\/127\.0\.0\.1:\d+\/\*{3}#[0-9a-f]{12}\./,
  )
})

test('a webhook that has left the catalogue stays, unless prune deletes it; those of others always stay', async () => {
  const { shop, run } = await openSite()
  await run(['apply', '--auto-approve'])
  const theirs = { resource: 'Webhooks', fields: { name: 'NewOrder', url: 'https://theirs.example/' }, children: {} } as const
  shop.emulator.seed([theirs])
  writeFileSync(join(shop.root, 'shop.yaml'), 'groups: { dealer: { title: Dealers } }\n')

  const planned = await run(['plan'])
  const kept = await run(['apply', '--auto-approve'])
  const between = addresses(shop)
  appendFileSync(join(shop.root, 'planogram.yaml'), 'manage: { prune: { webhooks: delete } }\n')
  const removed = await run(['apply', '--auto-approve'], {})
  const second = await run(['plan', '--detailed-exitcode'], {})

  expect([kept.exitCode, removed.exitCode, second.exitCode]).toEqual([0, 0, 0])
  expect(planned.stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /1 webhook is no longer in the catalogue and stays in the store: NewOrder to http:\S+\*{3}#/,
  )
  expect(between).toHaveLength(2)
  expect(addresses(shop)).toEqual(['https://theirs.example/'])
})

test('a webhook that somebody has removed in the store is created again, unless drift is kept', async () => {
  const { shop, run } = await openSite()
  await run(['apply', '--auto-approve'])
  const headers = { authorization: `Basic ${Buffer.from(`${shop.emulator.key}:`).toString('base64')}` }
  await fetch(`${shop.emulator.url}/API/V3/Webhooks/1`, { method: 'DELETE', headers })

  const overwritten = await run(['plan', '--detailed-exitcode'])
  appendFileSync(join(shop.root, 'planogram.yaml'), 'manage: { drift: keep }\n')
  const kept = await run(['plan', '--detailed-exitcode'])

  expect(addresses(shop)).toEqual([])
  expect([overwritten.exitCode, kept.exitCode]).toEqual([2, 0])
  expect(kept.stdout).toContain('Changed in the store, and kept (1):')
})

test('on another machine the plan needs the same values', async () => {
  const { shop, run } = await openSite()
  await run(['plan', '--out', 'plan.json'])
  const other = checkoutOf(shop)
  const apply = ['apply', 'plan.json', '--auto-approve']

  const without = await run(apply, { ERP_PASSWORD: password }, other)
  const wrong = await run(apply, { ERP_PASSWORD: password, ERP_TOKEN: 'wrong' }, other)
  const written = addresses(shop)
  const right = await run(apply, undefined, other)

  expect([without.exitCode, wrong.exitCode, right.exitCode]).toEqual([1, 4, 0])
  expect(without.stderr).toMatch(
    /The webhook NewOrder to http:\/\/\*{3}:\$\{ERP_PASSWORD\}@127\.0\.0\.1:\d+\/orders\?token=\$\{ERP_TOKEN\} needs ERP_TOKEN, which is not set\./,
  )
  expect(wrong.stderr).toContain('has another address here than where the plan was made. Nothing was written.')
  expect(written).toEqual([])
  expect(addresses(shop)).toHaveLength(1)
})

test('a key that may not read Webhooks is refused where the catalogue declares some, and never asked where it declares none', async () => {
  const { shop, run } = await openSite()
  const { key } = shop.emulator.keys.add({ deny: ['Webhooks'], files: true })
  const env = { ERP_TOKEN: token, ERP_PASSWORD: password, SHOP_KEY: key }

  const refused = await run(['plan'], env)
  writeFileSync(join(shop.root, 'shop.yaml'), 'groups: { dealer: { title: Dealers } }\n')
  shop.emulator.clearRequests()
  const applied = await run(['apply', '--auto-approve'], env)

  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain('The key of store shop may not read Webhooks, and the catalogue declares `webhooks:`.')
  expect(applied.exitCode).toBe(0)
  expect(shop.emulator.requests().filter(({ path }) => path.includes('Webhooks'))).toEqual([])
})

test('a saved plan is stale where a variable was changed or is not set, also if it writes something else: nothing is written', async () => {
  const { shop, run } = await openSite()
  await run(['apply', '--auto-approve'])
  appendFileSync(join(shop.root, 'shop.yaml'), 'products: { MUG: { title: Mug, price: 8.50 } }\n')
  await run(['plan', '--out', 'plan.json'])
  await run(['plan', '--out', 'mug.json', '--target', 'product.MUG'])
  shop.emulator.clearRequests()

  const rotated = await run(['apply', 'plan.json', '--auto-approve'], { ERP_TOKEN: 'rotated', ERP_PASSWORD: password })
  const unset = await run(['apply', 'plan.json', '--auto-approve'], { ERP_TOKEN: token })
  const writes = shop.emulator.requests().filter(({ method }) => method !== 'GET').length
  const limited = await run(['apply', 'mug.json', '--auto-approve'], { ERP_TOKEN: 'rotated', ERP_PASSWORD: password })
  const same = await run(['apply', 'plan.json', '--auto-approve'])

  expect([rotated, unset, limited, same].map(({ exitCode }) => exitCode)).toEqual([4, 1, 0, 0])
  expect(rotated.stderr).toMatch(
    /error\[plan-stale\]: The webhook NewOrder to \S+ has another address here than where the plan was made\. Nothing was written\.\n {2}help: Set its environment variables to the values that the plan was made with, or make and review a new plan\./,
  )
  expect(writes).toBe(0)
  expect(['rotated', token, password].flatMap((secret) => filesWith(shop.root, secret))).toEqual([])
})

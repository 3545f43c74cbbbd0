import { scryptSync } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'

const store = await startEmulator()
const send = storeRequest(store)
const customer = (name: string, password: string) =>
  `<ResultSet><Customer><username>${name}</username><password>${password}</password></Customer></ResultSet>`
const passwordOf = async (name: string) => /<password>(.*)<\/password>/.exec((await send('GET', `Customer/${name}`)).text)?.[1] ?? ''

/** Checks a hash as a store would, from the parameters that it carries. */
function matches(hash: string, password: string): boolean {
  const [, , cost = '', salt = '', digest = ''] = hash.split('$')
  const [, ln, r, p] = /^ln=(\d+),r=(\d+),p=(\d+)$/.exec(cost) ?? []
  const options = { N: 2 ** Number(ln), r: Number(r), p: Number(p) }
  return scryptSync(password, Buffer.from(salt, 'base64url'), 32, options).toString('base64url') === digest
}

beforeEach(() => store.reset())
afterAll(() => store.close())

test('a password is hashed on the way in, with a salt of its own; the reply and every read have the hash', async () => {
  const reply = await send('POST', 'Customer', customer('ada', 'secret'))
  await send('POST', 'Customer', customer('bob', 'secret'))

  const [ada, bob] = [await passwordOf('ada'), await passwordOf('bob')]

  expect(reply.text).not.toContain('secret')
  expect(reply.text).toContain(ada)
  expect([matches(ada, 'secret'), matches(bob, 'secret'), matches(ada, 'other'), ada === bob]).toEqual([true, true, false, false])
})

test('PUT hashes, too; the stored hash posted back stays; the hash of somebody else is a password like any', async () => {
  await send('POST', 'Customer', customer('ada', 'first'))
  await send('PUT', 'Customer/ada', '<ResultSet><Customer><password>second</password></Customer></ResultSet>')
  const ada = await passwordOf('ada')

  await send('POST', 'Customer', customer('ada', ada))
  await send('PUT', 'Customer/ada', `<ResultSet><Customer><password>${ada}</password><fname>Ada</fname></Customer></ResultSet>`)
  await send('POST', 'Customer', customer('eve', ada))

  expect(matches(ada, 'second')).toBe(true)
  expect(await passwordOf('ada')).toBe(ada)
  expect(matches(await passwordOf('eve'), 'second')).toBe(false)
  expect(matches(await passwordOf('eve'), ada)).toBe(true)
})

test('an update without a password leaves it, an empty one clears it', async () => {
  await send('POST', 'Customer', customer('ada', 'secret'))
  const before = await passwordOf('ada')

  await send('POST', 'Customer', '<ResultSet><Customer><username>ada</username><fname>Ada</fname></Customer></ResultSet>')
  const kept = await passwordOf('ada')
  await send('POST', 'Customer', customer('ada', ''))

  expect([kept === before, await passwordOf('ada')]).toEqual([true, ''])
})

test('a nested customer is hashed, too', async () => {
  await send(
    'POST',
    'UserCustomerGroups+Customer',
    '<ResultSet><UserCustomerGroup><username>ada</username><group_code>vip</group_code><Customer><password>secret</password></Customer></UserCustomerGroup></ResultSet>',
  )

  expect(matches(await passwordOf('ada'), 'secret')).toBe(true)
})

test('a seed keeps hashes of ours as they are and hashes everything else', async () => {
  await send('POST', 'Customer', customer('ada', 'secret'))
  const hash = await passwordOf('ada')
  store.reset()

  store.seed([
    { resource: 'Customer', fields: { username: 'ada', password: hash }, children: {} },
    { resource: 'Customer', fields: { username: 'bob', password: 'plain' }, children: {} },
  ])

  expect(await passwordOf('ada')).toBe(hash)
  expect(matches(await passwordOf('bob'), 'plain')).toBe(true)
})

import { expect, test } from 'vitest'
import type { EmulatorOptions } from '../../src/emulator/emulator-options.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import type { Ended } from '../support/command-line.ts'
import { type OrderShop, startOrderShop } from '../support/order-shop.ts'

const groups = ['dealer', 'vip'].map((code): RecordTree => ({ resource: 'UserGroups', fields: { code, title: code }, children: {} }))
const ann: RecordTree = {
  resource: 'Customer',
  fields: { username: 'ann', email: 'ann@old.example', discount: '5', fname: 'Ann' },
  children: { UserCustomerGroups: [{ resource: 'UserCustomerGroups', fields: { username: 'ann', group_code: 'vip' }, children: {} }] },
}

const generic = '    capabilities: { deletes: generic }\n'

function startShop(options: EmulatorOptions = {}, config = generic): Promise<OrderShop> {
  return startOrderShop([...groups, ann], options, config)
}

async function listed(shop: OrderShop, text: string, ...argv: readonly string[]): Promise<Ended> {
  shop.folder.write('list.csv', text)
  return await shop.run('customers', 'list.csv', '--auto-approve', ...argv)
}

/** Each customer with its groups, as CSV. */
async function customersIn(shop: OrderShop): Promise<readonly string[]> {
  const { stdout } = await shop.run(
    'get',
    'Customer+UserCustomerGroups',
    '--fields',
    'username,email,discount|UserCustomerGroups:group_code',
    '-f',
    'csv',
  )
  return stdout.trimEnd().split('\r\n').slice(1).toSorted()
}

const postsOf = ({ emulator }: OrderShop): readonly string[] =>
  emulator.requests().flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path.replace('/API/V3/', '')}`]))

test('customers are created and updated with their groups, others stay, and a second run writes nothing', async () => {
  await using shop = await startShop()
  const list = 'username,email,discount,groups\nann,ann@new.example,5.0,dealer\nbo,"bo, jr@x.example",,vip dealer\n'.replace('5.0', '05')

  const first = await listed(shop, list)
  const writes = postsOf(shop).length
  const second = await listed(shop, list)

  expect(first).toMatchObject({ exitCode: 0, stderr: '2 customers of store live written, 0 failed\n' })
  expect(first.stdout).toBe(
    [
      '~ ann  email ann@old.example → ann@new.example, joins dealer, leaves vip',
      '+ bo  email bo, jr@x.example, joins vip, joins dealer',
      '1 customer to create, 1 to update, 0 unchanged',
      '',
    ].join('\n'),
  )
  expect(await customersIn(shop)).toEqual(['ann,ann@new.example,5,dealer', 'bo,"bo, jr@x.example",,dealer', 'bo,"bo, jr@x.example",,vip'])
  expect(second).toMatchObject({ exitCode: 0, stdout: '0 customers to create, 0 to update, 2 unchanged\n', stderr: '' })
  expect(postsOf(shop).length).toBe(writes)
})

test('without a column for groups they stay; what a store cannot delete is named, and is no change', async () => {
  await using shop = await startShop({}, '')

  const without = await listed(shop, 'username,discount\nann,7\n')
  const cannot = await listed(shop, 'username,groups\nann,\n')

  expect(without.stdout).toContain('~ ann  discount 5 → 7\n')
  expect(cannot).toMatchObject({ exitCode: 0, stdout: '~ ann  cannot leave vip\n0 customers to create, 1 to update, 0 unchanged\n' })
  expect(cannot.stderr).toContain('Memberships do not end: that this store can delete rows is not known.')
  expect(await customersIn(shop)).toEqual(['ann,ann@old.example,7,vip'])
})

test('a password is sent for customers that are created, and is nowhere in the output', async () => {
  await using shop = await startShop()

  const { stdout, stderr } = await listed(shop, 'username,password\nann,secret-1\nbo,secret-2\n', '--format', 'json')

  expect(JSON.parse(stdout)).toEqual({
    format_version: '1',
    written: 1,
    changes: [{ username: 'bo', action: 'create', fields: [], joins: [], leaves: [] }],
    failures: [],
  })
  expect(`${stdout}${stderr}`).not.toContain('secret')
  expect(postsOf(shop)).toEqual(['POST Customer+UserCustomerGroups'])
})

test.each([
  ['the answer to a request is lost', { kind: 'lost-answer' }],
  ['a request is answered with 504 and was not performed', { kind: 'status', status: 504 }],
  ['a body is written in part, and the connection cut', { kind: 'torn', rows: 1 }],
] as const)('%s: what the store has is read, and each membership is there once', async (_, fault) => {
  const faults = [{ on: { method: 'POST', resource: 'Customer' }, do: fault }]
  await using shop = await startShop({ switches: { links: 'duplicate' }, faults })

  const { exitCode, stderr } = await listed(shop, 'username,email,groups\nbo,bo@x.example,vip\ncy,cy@x.example,vip dealer\n')

  expect(exitCode).toBe(0)
  expect(stderr).toContain('What the store has is read in 60 s.')
  expect(stderr).toContain('2 customers of store live written, 0 failed')
  expect(await customersIn(shop)).toEqual([
    'ann,ann@old.example,5,vip',
    'bo,bo@x.example,,vip',
    'cy,cy@x.example,,dealer',
    'cy,cy@x.example,,vip',
  ])
})

test('a customer that the store refuses is named, and the others of its request are written', async () => {
  const long = 'x'.repeat(70_000)
  const refuse = {
    on: { method: 'POST', resource: 'Customer' },
    do: { kind: 'rsp-fail', code: 400, message: 'email is too long' },
  } as const
  await using shop = await startShop({ faults: [refuse, { ...refuse, on: { ...refuse.on, nth: 2 } }] })

  const { exitCode, stderr } = await listed(shop, `username,email\nbo,${long}\ncy,cy@x.example\n`)

  expect(exitCode).toBe(6)
  expect(stderr).toContain('bo: ')
  expect(stderr).toContain('email is too long')
  expect(stderr).toContain('1 customer of store live written, 1 failed')
  expect(await customersIn(shop)).toEqual(['ann,ann@old.example,5,vip', 'cy,cy@x.example,,'])
})

test.each([
  ['by a filter', 4_001],
  ['among all', 0],
])('a customer whose name the store has in another case is refused, found %s: a store can treat both as one', async (_, others) => {
  const names = Array.from({ length: others }, (_each, at): RecordTree => ({ ...ann, fields: { username: `c${at}` }, children: {} }))
  await using shop = await startShop({ switches: { collation: 'nocase' } })
  shop.emulator.seed(names)

  const { exitCode, stderr } = await listed(shop, 'username,email\nANN,ann@new.example\n')

  expect([exitCode, stderr]).toEqual([
    65,
    expect.stringContaining(
      'The list has the customer "ANN", and the store "ann": a store can treat them as one.\n  help: Write the username',
    ),
  ])
  expect(postsOf(shop)).toEqual([])
})

test('what is wrong in a list is named with its place, and nothing is sent', async () => {
  await using shop = await startShop()

  const broken = await listed(shop, 'username,emial\nann,x\n')
  const unknownGroup = await listed(shop, 'username,groups\nbo,vipp\n')
  const empty = await listed(shop, 'username\n')
  shop.folder.write('latin.csv', Buffer.from('username\nj\u00F6rg\n', 'latin1'))
  const latin = await shop.run('customers', 'latin.csv')
  const missing = await shop.run('customers', 'none.csv')
  const unasked = await shop.run('customers', 'list.csv')

  expect([broken, unknownGroup, empty, latin].map(({ exitCode }) => exitCode)).toEqual([65, 65, 65, 65])
  expect([missing.exitCode, unasked.exitCode]).toEqual([1, 65])
  expect(broken.stderr).toContain(
    'list.csv has 1 error; nothing was written.\n  list.csv:1:10: there is no field "emial" of a customer; did you mean "email"?\n',
  )
  expect(unknownGroup.stderr).toContain('list.csv:2:4: the store has no group "vipp"; did you mean "vip"?')
  expect(empty.stderr).toContain('list.csv has no customers.')
  expect(latin.stderr).toContain('latin.csv is not UTF-8.')
  expect(missing.stderr).toContain('none.csv does not exist.')
  expect(postsOf(shop)).toEqual([])
})

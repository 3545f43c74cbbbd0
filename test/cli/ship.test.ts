import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { runProgram } from '../../src/cli/run-program.ts'
import { Collected } from '../support/collected.ts'
import { orderKey, orderOf, type OrderShop, startOrderShop } from '../support/order-shop.ts'
import { surroundingsIn } from '../support/surroundings.ts'

const writesOf = ({ emulator }: OrderShop): readonly string[] =>
  emulator.requests().flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]))

test('what is left of an order is shipped in one request, with a mail; a second run sends nothing', async () => {
  await using shop = await startOrderShop([orderOf(1001)])
  const argv = [
    'ship',
    '1001',
    '--courier',
    'Post',
    '--tracking-number',
    'AB 1',
    '--email',
    '--email-subject',
    'On its way',
    '--auto-approve',
  ]

  const first = await shop.run(...argv)
  const second = await shop.run(...argv)

  expect(first.exitCode).toBe(0)
  expect(first.stdout).toBe(
    [
      'Shipment of order 1001 (Ann, Oslo)',
      'Post · AB 1',
      '+ 1001-1  3 of 3  MUG',
      '+ 1001-2  1 of 1  TEE',
      'Every line of the order is marked as shipped.',
      'A mail is sent to ann@shop.example; it cannot be taken back.',
      '',
    ].join('\n'),
  )
  expect(first.stderr).toBe('Shipment 1 of order 1001 was created in store live.\n')
  expect(second).toMatchObject({ exitCode: 0, stdout: '' })
  expect(second.stderr).toMatch(
    /^Order 1001 \(Ann, Oslo\) has shipment 1 of .+ with the tracking number AB 1 already\. Nothing was sent\.\n$/,
  )
  expect(writesOf(shop)).toEqual(['POST /API/V3/Shipments+ShipmentLines'])
  expect(shop.emulator.outbox.mails()).toMatchObject([{ to: 'ann@shop.example', subject: 'On its way' }])
})

test('a part is shipped, then the rest; no more than was ordered', async () => {
  await using shop = await startOrderShop([orderOf(1001)])

  const part = await shop.run('ship', '1001', '--line', 'MUG=1', '--line', '1001-1=1', '--auto-approve', '--format', 'json')
  const more = await shop.run('ship', '1001', '--line', 'MUG=2', '--auto-approve')
  const rest = await shop.run('ship', '1001', '--archive', '--auto-approve')
  const nothing = await shop.run('ship', '1001', '--auto-approve', '--format', 'json')

  expect(JSON.parse(part.stdout)).toMatchObject({
    format_version: '1',
    state: 'created',
    order_number: '1001',
    shipment: { code: '1', ship_all: '', ShipmentLines: [{ orderline_code: '1001-1', qty: '2' }] },
  })
  expect(more.exitCode).toBe(1)
  expect(more.stderr).toContain('Order 1001: 2 of MUG cannot be shipped, 1 of 3 are left.')
  expect(rest.stdout).toContain(
    '+ 1001-1  1 of 3  MUG    (2 shipped before)\n+ 1001-2  1 of 1  TEE\nEvery line of the order is marked as shipped.\n',
  )
  expect(nothing.stderr).toMatch(
    /^Nothing of order 1001 \(Ann, Oslo\) is left to ship; its last shipment is 2 of .+\. Nothing was sent\.\n$/,
  )
  expect(JSON.parse(nothing.stdout)).toMatchObject({ state: 'existed', shipment: { code: '2', ship_all: 'true' } })
  expect((await shop.run('get', 'Order', '--fields', 'archived', '-f', 'csv')).stdout).toContain('true')
  expect(writesOf(shop).length).toBe(2)
})

test('a shipment without lines counts as all of the order, and a line of an unknown name is refused with those that there are', async () => {
  const all = { resource: 'Shipments', fields: { order_number: '1001', ship_all: 'true' }, children: {} } as const
  await using shop = await startOrderShop([orderOf(1001), all])

  const whole = await shop.run('ship', '1001', '--auto-approve')
  const unknown = await shop.run('ship', '1001', '--line', 'CUP=1', '--auto-approve')
  const missing = await shop.run('ship', '7', '--auto-approve')

  expect(whole.stderr).toContain('Nothing of order 1001')
  expect(unknown.stderr).toContain('Order 1001 has no line CUP.\n  help: Its lines are 1001-1 (MUG), 1001-2 (TEE).')
  expect(missing.stderr).toContain('Store live has no order 7.')
  expect([whole.exitCode, unknown.exitCode, missing.exitCode]).toEqual([0, 1, 1])
  expect(writesOf(shop)).toEqual([])
})

test('--dry-run and a run that nobody approves write nothing; a mail needs an address', async () => {
  await using shop = await startOrderShop([orderOf(1001, { email: '' })])

  const dry = await shop.run('ship', '1001', '--dry-run')
  const unasked = await shop.run('ship', '1001')
  const noAddress = await shop.run('ship', '1001', '--email')
  const wrong = await shop.run('ship', '1001', '--line', 'MUG')

  expect(dry).toMatchObject({ exitCode: 0, stderr: 'Nothing was written.\n' })
  expect(unasked.exitCode).toBe(5)
  expect(unasked.stderr).toContain('There is no terminal to approve the shipment in; nothing was sent.')
  expect(noAddress.stderr).toContain('Order 1001 has no email address.')
  expect(wrong.stderr).toContain('`--line` does not accept `MUG`.\n  help: Give a line and how many of it: `MUG=2`, or `1001-1=2`.')
  expect(writesOf(shop)).toEqual([])
})

test('a protected store is named in the terminal, also with --auto-approve', async () => {
  await using shop = await startOrderShop([orderOf(1001)], {}, '    protected: true\n')
  const answered = async (answer: string): Promise<readonly [number, string]> => {
    const stdin = Object.assign(new PassThrough().end(answer), { isTTY: true })
    const stderr = new Collected({ isTTY: true })
    const env = { SHOP_KEY: orderKey, TERM: 'dumb' }
    const given = surroundingsIn(shop.folder.root, { stdin, stderr, env, stdout: new Collected() })
    return [await runProgram(['ship', '1001', '--auto-approve'], given), stderr.text]
  }

  const [declined, question] = await answered('yes\n')
  const [approved] = await answered('live\n')

  expect([declined, approved]).toEqual([5, 0])
  expect(question).toContain(`Create this shipment in live (${shop.emulator.url})? Type \`live\`:`)
  expect(writesOf(shop).length).toBe(1)
})

test('where the answer is lost the shipment is looked for, and never sent a second time', async () => {
  const lost = { on: { method: 'POST' }, do: { kind: 'lost-answer' } } as const
  await using shop = await startOrderShop([orderOf(1001)], { faults: [lost] })

  const { exitCode, stderr } = await shop.run('ship', '1001', '--courier', 'Post', '--email', '--auto-approve')

  expect(exitCode).toBe(0)
  expect(stderr).toContain('The shipments of the order are read for up to 60 s.')
  expect(stderr).toContain('Shipment 1 of order 1001 was created in store live.')
  expect(writesOf(shop).length).toBe(1)
  expect(shop.emulator.outbox.mails().length).toBe(1)
})

test('where the answer is lost and the store has no shipment in the end, that is said', async () => {
  const cut = { on: { method: 'POST' }, do: { kind: 'status', status: 504 } } as const
  await using shop = await startOrderShop([orderOf(1001)], { faults: [cut] })

  const { exitCode, stderr } = await shop.run('ship', '1001', '--auto-approve')

  expect(exitCode).toBe(1)
  expect(stderr).toContain('The store has no such shipment.')
  expect(stderr).toContain('Nothing was created. Check order 1001 in the store, then run the command again.')
  expect(writesOf(shop).length).toBe(1)
})

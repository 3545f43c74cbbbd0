import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'

/** As a program in JavaScript gives it: no compiler has checked it. */
function unchecked(json: string): never {
  return JSON.parse(json) as never
}

test.each([
  ['{ "records": [{ "resource": "Product", "fields": { "sku": "A", "price": 8.5 } }] }', 'Invalid seed: Product.price must be a string'],
  ['{ "records": [{ "resource": "Product", "fields": { "sku": "A", "price": "x" } }] }', 'Product.price: "x" is not of kind decimal'],
  ['{ "records": [{ "resource": "Produkt", "fields": {} }] }', 'Invalid seed: there is no resource Produkt'],
  ['{ "records": {} }', 'Invalid seed: "records" must be a list'],
  ['{ "files": [{ "path": "images/a.png", "bytes": "text" }] }', 'Invalid seed: a file needs a "path", and "bytes" as a Uint8Array'],
  ['{ "files": [{ "bytes": {} }] }', 'Invalid seed: a file needs a "path", and "bytes" as a Uint8Array'],
])('the seed %s is wrong usage, at the start and later, and nothing of it is stored', async (json, why) => {
  await using store = await startEmulator()
  const refusal = { name: 'OperationalError', code: 'wrong-usage', message: `The embedded store refuses the seed. ${why}` }

  const start = startEmulator({ seed: unchecked(json) })
  const seeding = (): void => store.seed(unchecked(json))

  await expect(start).rejects.toMatchObject(refusal)
  expect(seeding).toThrow(expect.objectContaining(refusal))
  expect(store.records('Product')).toEqual([])
})

test('records without children and with another name of their resource are stored', async () => {
  await using store = await startEmulator({ seed: unchecked('{ "records": [{ "resource": "UserGroup", "fields": { "code": "A" } }] }') })

  expect(store.records('UserGroups').map(({ fields }) => fields['code'])).toEqual(['A'])
})

test('bytes of another realm, as test runners have them, are bytes', async () => {
  const bytes: unknown = runInNewContext('new Uint8Array([1, 2, 3])')

  await using store = await startEmulator({ seed: { files: [{ path: 'images/a.png', bytes: bytes as Uint8Array }] } })

  expect(store.file('images/a.png')?.size).toBe(3)
})

test('a profile that does not exist is wrong usage', async () => {
  const start = startEmulator({ profile: unchecked('"loose"') })

  await expect(start).rejects.toMatchObject({ code: 'wrong-usage', message: 'There is no profile "loose".' })
})

function keysOf({ keys }: RunningEmulator): readonly string[] {
  return keys.list().map(({ title, ending }) => `${title} ${ending}`)
}

test('a reset writes the keys of the seed again, and no others', async () => {
  await using store = await startEmulator({ seed: { keys: [{ title: 'of the seed' }] } })
  const before = keysOf(store)

  store.reset()
  store.reset()

  expect(keysOf(store)).toEqual(before)
  expect(before).toHaveLength(2)
})

test.each<readonly [string, (store: RunningEmulator) => unknown]>([
  ['records', (store) => store.records('Product')],
  ['file', (store) => store.file('images/a.png')],
  ['seed', (store) => store.seed([])],
  ['reset', (store) => store.reset()],
  ['keys', (store) => store.keys.add()],
  ['outbox', (store) => store.outbox.mails()],
  ['snapshots', (store) => store.snapshots.save('late')],
])('%s of a store that is closed is wrong usage', async (_, call) => {
  const store = await startEmulator()
  await store.close()

  expect(() => call(store)).toThrow(expect.objectContaining({ code: 'wrong-usage', message: 'The embedded store is closed.' }))
})

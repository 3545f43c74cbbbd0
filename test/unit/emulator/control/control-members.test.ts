import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { type Answer, controlRequest } from './control-request.ts'

const store = await startEmulator({ now: () => new Date('2026-11-20T07:00:00Z') })
const post = (path: string, body: unknown): Promise<Answer> => controlRequest(store.url, { method: 'POST', path, body })
beforeEach(() => store.reset())
afterAll(() => store.close())

test.each([
  [{ record: [] }, 'A seed has no member "record"; it has records, files'],
  [{ keys: [{ key: 'k' }] }, 'A seed has no member "keys"; it has records, files'],
  [
    { records: [{ resource: 'Product', fields: { sku: 'A' }, child: {} }] },
    'A record of a seed has no member "child"; it has resource, fields, children',
  ],
  [{ files: [{ path: 'x', base64: '', text: 'a' }] }, 'A file of a seed has no member "text"; it has path, base64'],
  [{ files: [{ path: 'x', base64: '!!no!!' }] }, 'Invalid seed: the "base64" of x is not Base64'],
  [{ files: [{ path: 'x', base64: 'abcde' }] }, 'Invalid seed: the "base64" of x is not Base64'],
])('the seed %j is refused as a whole: %s', async (seed, error) => {
  const seen = await post('seed', seed)

  expect([seen.status, seen.body]).toEqual([400, { error }])
  expect([store.records('Product'), store.file('x')]).toEqual([[], null])
})

test('Base64 may have several lines, and no padding', async () => {
  const files = [
    { path: 'a.txt', base64: 'YW55\r\nIGNh\ncm5hbA==\n' },
    { path: 'b.txt', base64: 'YW55IGNhcm5hbA' },
    { path: 'c.txt', base64: '' },
  ]

  const seen = await post('seed', { files })

  expect(seen.status).toBe(204)
  expect(files.map(({ path }) => store.file(path)?.size)).toEqual([10, 10, 0])
})

test.each([
  [{ advance: 1000 }, 'The clock has no member "advance"; it has set, advanceMs, frozen, reset'],
  [{ frozen: 'yes' }, '"frozen" must be true or false'],
  [{ reset: 1 }, '"reset" must be true or false'],
])('the time %j is refused: %s', async (time, error) => {
  const seen = await post('clock', time)

  expect([seen.status, seen.body]).toEqual([400, { error }])
  expect(store.clock.now().toISOString()).toBe('2026-11-20T07:00:00.000Z')
})

test('a snapshot has a name, and nothing else', async () => {
  const seen = await post('snapshots', { name: 'one', title: 'One' })

  expect([seen.status, seen.body]).toEqual([400, { error: 'A snapshot has no member "title"; it has name' }])
  expect(store.snapshots.list()).toEqual([])
})

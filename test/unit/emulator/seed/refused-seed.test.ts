import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { timed } from '../../../support/cpu-ms.ts'
import { controlRequest } from '../control/control-request.ts'
import { basic } from '../store-request.ts'

const data = mkdtempSync(join(tmpdir(), 'planogram-refused-seed-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

const path = 'images/items/a.jpg'
const seedOf = (text: string) => ({ path, base64: Buffer.from(text).toString('base64') })

test.each([
  ['in memory', {}],
  ['in a folder', { data }],
])('a store %s keeps the bytes of its files when a seed that replaces them is refused', async (_, options) => {
  await using store = await startEmulator({ ...options, seed: { files: [{ path, bytes: Buffer.from('before') }] } })
  const files = [seedOf('after'), { path: '../x', base64: '' }]

  const refused = await controlRequest(store.url, { method: 'POST', path: 'seed', body: { files } })

  const seen = await fetch(`${store.filesUrl}/shop/${path}`, { headers: { authorization: basic(store.key) } })
  expect([refused.status, seen.status, await seen.text()]).toEqual([400, 200, 'before'])
})

test('a folder has the bytes of the files only, after a seed that replaces some and one that is refused', async () => {
  await using store = await startEmulator({ data: join(data, 'swept') })
  const bytes = (): Promise<string[]> => readdir(join(data, 'swept', 'blobs', 'kept'))
  await controlRequest(store.url, { method: 'POST', path: 'seed', body: { files: [seedOf('first')] } })
  const [first] = await bytes()

  await controlRequest(store.url, { method: 'POST', path: 'seed', body: { files: [seedOf('second')] } })
  const afterSecond = await bytes()
  await controlRequest(store.url, { method: 'POST', path: 'seed', body: { files: [seedOf('third'), { path: '../x', base64: '' }] } })

  expect(afterSecond).toEqual([expect.not.stringContaining(first ?? '')])
  expect(await bytes()).toEqual(afterSecond)
})

test('a seed takes as long in a store with many files as in an empty one', async () => {
  await using store = await startEmulator()
  const seed = (from: number): Promise<{ readonly took: number }> =>
    timed(async () => {
      for (let at = from; at < from + 100; at += 1) store.seed({ files: [{ path: `images/${at}.txt`, bytes: Buffer.from(`file ${at}`) }] })
    })
  await seed(0)
  const { took: first } = await seed(100)
  for (let from = 200; from < 1000; from += 100) await seed(from)

  const { took: last } = await seed(1000)

  expect(last).toBeLessThan(first * 6)
})

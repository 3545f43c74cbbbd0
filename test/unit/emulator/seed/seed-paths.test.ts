import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { basic, storeRequest } from '../store-request.ts'

const store = await startEmulator()
beforeEach(() => store.reset())
afterAll(() => store.close())

const product = { resource: 'Product', fields: { sku: 'A' }, children: {} } as const

async function seedOverHttp(path: string): Promise<{ status: number; error: string }> {
  const answer = await fetch(`${store.url}/_emulator/seed`, {
    method: 'POST',
    headers: { 'x-emulator': '1' },
    body: JSON.stringify({ records: [product], files: [{ path, base64: 'eA==' }] }),
  })
  const text = await answer.text()
  return { status: answer.status, error: text === '' ? '' : String((JSON.parse(text) as { error: unknown }).error) }
}

async function list(folder: string): Promise<string> {
  return (await fetch(`${store.filesUrl}/shop/${folder}`, { headers: { authorization: basic(store.key) } })).text()
}

test.each([
  ['../../x', 'The path contains an empty name, "." or "..".'],
  ['images/../../x', 'The path contains an empty name, "." or "..".'],
  ['./x', 'The path contains an empty name, "." or "..".'],
  ['', 'The path contains an empty name, "." or "..".'],
  ['/images/items/x', 'The path contains an empty name, "." or "..".'],
  ['images/items/', 'The path contains an empty name, "." or "..".'],
  ['images\\items\\x', 'The path contains a name with a slash, a backslash or a control character.'],
  ['images/\u0000x', 'The path contains a name with a slash, a backslash or a control character.'],
  [`images/${'x'.repeat(256)}`, 'The path contains a name longer than 255 bytes.'],
  [`${'a/'.repeat(100)}x`, 'The path is deeper than 100 folders.'],
  ['images', 'A folder with this name exists.'],
])('the seed file %j is refused as a PUT of it is, and nothing of the seed is written', async (path, why) => {
  const overHttp = await seedOverHttp(path)
  const inProcess = (): void => store.seed({ records: [product], files: [{ path, bytes: new Uint8Array([120]) }] })

  expect(overHttp).toEqual({ status: 400, error: `The seed file ${JSON.stringify(path.slice(0, 80))} cannot be stored. ${why}` })
  expect(inProcess).toThrow(`cannot be stored. ${why}`)
  expect((await storeRequest(store)('GET', 'Product/')).counts).toBe('0 0 0')
  expect(await list('')).toBe(
    '<!doctype html><meta charset="utf-8">\n<a href="./">./</a>\n<a href="../">../</a>\n<a href="images/">images/</a>\n',
  )
})

test('a seed file below a file is refused', async () => {
  store.seed({ files: [{ path: 'images/items/a', bytes: new Uint8Array([120]) }] })

  expect((await seedOverHttp('images/items/a/b')).error).toBe(
    'The seed file "images/items/a/b" cannot be stored. The folder of this file does not exist.',
  )
})

test('names of seed files are characters, not escapes, and are kept in Unicode form C', async () => {
  store.seed({ files: [{ path: 'images/items/50%25 e\u0301.png', bytes: new Uint8Array([120]) }] })

  expect(await list('images/items/')).toContain('<a href="50%2525%20%C3%A9.png">50%25 é.png</a>')
})

import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { getPage } from './page.ts'

const store = await startEmulator({ key: 'asset-key' })
store.seed({ files: [{ path: 'images/items/a.png', bytes: Buffer.from('picture') }] })
afterAll(() => store.close())

test('what the pages of the inspector load is below /_emulator/, so that it uses up no fault and is not in the request log', async () => {
  store.faults.add({ do: { kind: 'status', status: 500 } })
  const pages = await Promise.all(
    ['/_emulator/', '/_emulator/inspector/faults', '/_emulator/inspector/files?path=images/items', '/_emulator/inspector/nope'].map(
      (path) => getPage(store, path),
    ),
  )
  const links = new Set(
    pages.flatMap(({ html }) => [...html.matchAll(/<(?:link|img)[^>]*(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link)),
  )
  const loaded = await Promise.all(Array.from(links, async (link) => [link, (await getPage(store, link)).status]))
  const program = await fetch(`${store.url}/API/V3/Product/`, { headers: { authorization: `Basic ${btoa('asset-key:')}` } })

  expect(Object.fromEntries(loaded)).toEqual({
    '/_emulator/assets/files/images/items/a.png': 200,
    '/_emulator/assets/icon.svg': 200,
    '/_emulator/assets/tool.css': 200,
  })
  expect(program.status).toBe(500)
  expect(store.requests().map(({ path }) => path)).toEqual(['/API/V3/Product/'])
})

test.each(['nope', 'files', 'files/images', 'files/..%2f..%2fetc%2fpasswd', 'constructor', 'tool.css/more', ''])(
  '/_emulator/assets/%s is not found',
  async (name) => {
    const answer = await fetch(`${store.url}/_emulator/assets/${name}`)

    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ error: expect.any(String) })
  },
)

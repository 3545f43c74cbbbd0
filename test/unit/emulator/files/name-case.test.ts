import { expect, test } from 'vitest'
import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { basic } from '../store-request.ts'

const start = (): Promise<RunningEmulator> =>
  startEmulator({
    switches: { fileCase: 'nocase' },
    seed: { files: [{ path: 'images/items/a.jpg', bytes: Buffer.from('bytes') }] },
  })

function send(store: RunningEmulator, method: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${store.filesUrl}/shop/${path}`, { method, headers: { authorization: basic(store.key), ...headers } })
}

test.each([
  ['MOVE', 'images/items/a.jpg', 'images/items/A.jpg'],
  ['COPY', 'images/items/a.jpg', 'IMAGES/items/a.jpg'],
  ['MOVE', 'images', 'IMAGES/x'],
  ['MOVE', 'images/items', 'Images/ITEMS/x/y'],
  ['COPY', 'images/', 'IMAGES/x'],
  ['COPY', 'images/items/a.jpg', 'Images'],
  ['MOVE', 'images/items/a.jpg', 'Images/Items/'],
])('where names ignore case, %s of %s to %s, which is or contains it, is refused', async (method, from, to) => {
  await using store = await start()

  const refused = await send(store, method, from, { destination: `/files/shop/${to}` })

  expect([refused.status, await refused.text()]).toEqual([
    403,
    '403 Forbidden\nSource and destination are equal, or one contains the other.\n',
  ])
  expect(await (await send(store, 'GET', 'images/items/a.jpg')).text()).toBe('bytes')
})

test.each([
  ['MOVE', 'images/items/a.jpg', 'IMAGES/thumb/A.jpg', 404],
  ['COPY', 'images/items', 'images/ITEMS2', 200],
])('where names ignore case, %s of %s to %s is performed', async (method, from, to, before) => {
  await using store = await start()

  const performed = await send(store, method, from, { destination: `/files/shop/${to}` })

  const there = to.endsWith('.jpg') ? to : `${to}/a.jpg`
  expect([performed.status, (await send(store, 'GET', 'images/items/a.jpg')).status]).toEqual([201, before])
  expect(await (await send(store, 'GET', there.toLowerCase())).text()).toBe('bytes')
})

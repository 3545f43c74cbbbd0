import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFilesServer } from '../../../support/files-server.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function start(): ReturnType<typeof startFilesServer> {
  return startFilesServer({ database: join(folder, 'store.db'), blobs: join(folder, 'blobs') })
}

const kept = (): string[] => readdirSync(join(folder, 'blobs', 'kept'))

test('files outlive the server, and equal bytes are kept once', async () => {
  const first = await start()
  first.api.put('images/items/a.png', Buffer.from('same'))
  first.api.put('images/items/b.png', Buffer.from('same'))
  await first.close()

  const second = await start()
  const body = await (await fetch(`${second.site}/images/items/b.png`)).text()
  await second.close()

  expect([body, kept().length]).toEqual(['same', 1])
})

test('bytes go with the last file that names them', async () => {
  const server = await start()
  server.api.put('images/items/a.png', Buffer.from('same'))
  server.api.put('images/items/b.png', Buffer.from('same'))

  await fetch(`${server.site}/images/items/a.png`, { method: 'DELETE' })
  const afterOne = kept().length
  await fetch(`${server.site}/images/items/b.png`, { method: 'PUT', body: 'other' })
  const afterTwo = kept().length
  await fetch(`${server.site}/images/`, { method: 'DELETE' })
  const afterAll = kept().length
  await server.close()

  expect([afterOne, afterTwo, afterAll]).toEqual([1, 1, 0])
})

test('what a killed process left behind is swept at the next start', async () => {
  const first = await start()
  first.api.put('images/items/a.png', Buffer.from('kept'))
  await first.close()
  writeFileSync(join(folder, 'blobs', 'arriving', 'half'), 'ha')
  writeFileSync(join(folder, 'blobs', 'kept', 'nobody-names-it'), 'x')

  const second = await start()
  const body = await (await fetch(`${second.site}/images/items/a.png`)).text()
  await second.close()

  expect(body).toBe('kept')
  expect([kept().length, readdirSync(join(folder, 'blobs', 'arriving'))]).toEqual([1, []])
})

test('an upload in progress is completed while other bytes are swept', async () => {
  const server = await start()
  server.api.put('images/items/old.png', Buffer.from('old'))
  const arrival = watch(join(folder, 'blobs', 'arriving'))
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const upload = fetch(`${server.site}/images/items/a.png`, { method: 'PUT', body: readable, duplex: 'half' })
  void writer.write(Buffer.from('first '))
  await once(arrival, 'change')
  arrival.close()

  server.api.reset()
  void writer.write(Buffer.from('second'))
  void writer.close()

  const { status } = await upload
  const body = await (await fetch(`${server.site}/images/items/a.png`)).text()
  await server.close()
  expect([status, body, kept().length]).toEqual([201, 'first second', 1])
})

test('after a kill in the middle of uploads every file is whole', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'put-loop.ts'), folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let answered = 0
  for await (const chunk of child.stdout) {
    answered += String(chunk).split('\n').length - 1
    if (answered > 40) break
  }
  child.kill('SIGKILL')
  await once(child, 'exit')

  const server = await start()
  const bodies = await Promise.all([0, 1, 2, 3].map(async (index) => (await fetch(`${server.site}/images/items/${index}.bin`)).text()))
  await server.close()

  const whole = bodies.map((body) => body.length === 200_000 && body === body[0]?.repeat(200_000))
  expect(whole).toEqual([true, true, true, true])
})

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rawRequest, statusOfTarget } from '../../../support/raw-request.ts'
import { startFilesServer } from '../../../support/files-server.ts'
import type { FilesServer } from '../../../support/files-server.ts'
import { cpuMs } from '../../../support/cpu-ms.ts'

let folder: string
let server: FilesServer

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-files-'))
  server = await startFilesServer({ blobs: folder })
  server.api.put('images/items/a.bin', new Uint8Array(1000).fill(97))
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function read(path: string): Promise<Response> {
  return fetch(`${server.site}${path}`)
}

/** Starts an upload and stops half way, when the server has begun to keep it. */
async function startUpload(
  path: string,
  halves: readonly [string, string],
  headers: Record<string, string> = {},
): Promise<{ upload: Promise<Response>; sendRest: () => void }> {
  const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>()
  async function* slowly(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(halves[0])
    await rest
    yield Buffer.from(halves[1])
  }
  const upload = fetch(`${server.site}${path}`, { method: 'PUT', headers, body: ReadableStream.from(slowly()), duplex: 'half' })
  await expect.poll(() => readdirSync(join(folder, 'arriving'))).toHaveLength(1)
  return { upload, sendRest }
}

test.each([
  '/../secret',
  '/images/../../secret',
  '/%2e%2e/secret',
  '/images/%2E%2e/%2e%2e/secret',
  '/..%2fsecret',
  '/images%2fitems%2fa.bin',
  '/images%5citems',
  '/./images/',
  '/images//items/',
  '/x/%00.txt',
  '/x/%0a.txt',
  '/x/%7f.txt',
  '/%zz',
  '/%',
  '/%ff',
  '/images/#items',
  `/${'n'.repeat(256)}`,
  `/${'d/'.repeat(101)}`,
])('the path %s is refused with 400 for reading and writing (trap 3)', async (path) => {
  const target = `/files/shop${path}`

  const codes = [await statusOfTarget(server.port, `GET ${target}`), await statusOfTarget(server.port, `PUT ${target}`)]

  expect(codes).toEqual([400, 400])
})

test('an upload that breaks off leaves the file as it was, and nothing behind', async () => {
  const head = `PUT /files/shop/images/items/a.bin HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50000\r\n\r\n`

  await rawRequest(server.port, head + 'b'.repeat(20_000), { thenReset: true })

  const body = await (await read('/images/items/a.bin')).text()
  await expect.poll(() => readdirSync(join(folder, 'arriving'))).toEqual([])
  expect(body).toBe('a'.repeat(1000))
  expect(readdirSync(join(folder, 'kept'))).toHaveLength(1)
})

test('a reader sees the old file whole while a new one arrives', async () => {
  const { upload, sendRest } = await startUpload('/images/items/a.bin', ['b'.repeat(500), 'b'.repeat(500)])

  const during = await (await read('/images/items/a.bin')).text()
  sendRest()
  const { status } = await upload
  const after = await (await read('/images/items/a.bin')).text()

  expect([during, status, after]).toEqual(['a'.repeat(1000), 204, 'b'.repeat(1000)])
})

test('the folder that goes while a file arrives is noticed at the end (trap 4)', async () => {
  const { upload, sendRest } = await startUpload('/images/items/b.bin', ['b', 'b'])

  await fetch(`${server.site}/images/items/`, { method: 'DELETE' })
  sendRest()

  expect((await upload).status).toBe(409)
  expect(readdirSync(join(folder, 'arriving'))).toEqual([])
})

test('a condition that no longer holds when the bytes are there stops the upload (trap 4)', async () => {
  const { upload, sendRest } = await startUpload('/images/items/new.bin', ['slow', 'slow'], { 'If-None-Match': '*' })

  const quick = await fetch(`${server.site}/images/items/new.bin`, { method: 'PUT', body: 'quick' })
  sendRest()

  expect([quick.status, (await upload).status]).toEqual([201, 412])
  expect(await (await read('/images/items/new.bin')).text()).toBe('quick')
})

test.each([
  ['a DTD', '<!DOCTYPE p [<!ENTITY a "aaaa">]><propfind xmlns="DAV:"><allprop/></propfind>', 400],
  ['cut off', '<propfind xmlns="DAV:"><allprop/>', 400],
  ['two roots', '<propfind xmlns="DAV:"><allprop/></propfind><x/>', 400],
  ['an undeclared prefix', '<D:propfind><D:allprop/></D:propfind>', 400],
  ['an empty prefix declaration', '<propfind xmlns="DAV:"><prop><b:x xmlns:b=""/></prop></propfind>', 400],
  ['no XML', 'hello', 400],
  ['another element', '<x/>', 400],
  ['nothing asked', '<propfind xmlns="DAV:"/>', 400],
  ['too deep', `<propfind xmlns="DAV:">${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}</propfind>`, 400],
  ['too large', `<propfind xmlns="DAV:"><allprop/>${' '.repeat(1_100_000)}</propfind>`, 413],
])('a body that is %s is refused, quickly (trap 5)', async (_, body, status) => {
  const seen: number[] = []

  const took = await cpuMs(async () => {
    const response = await fetch(`${server.site}/`, { method: 'PROPFIND', headers: { Depth: '0' }, body })
    await response.text()
    seen.push(response.status)
  })

  expect(seen).toEqual([status])
  expect(took).toBeLessThan(1000)
})

test('a body that is not UTF-8 is refused', async () => {
  const response = await fetch(`${server.site}/`, {
    method: 'PROPFIND',
    headers: { Depth: '0' },
    body: Buffer.from([0x3c, 0xff, 0x2f, 0x3e]),
  })

  expect(response.status).toBe(400)
})

test('names of files cannot leave the markup of a list', async () => {
  server.api.put('images/items/"><img src=x onerror=alert(1)>.png', Buffer.from('x'))

  const response = await read('/images/items/')

  expect(await response.text()).toContain(
    '<a href="%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E.png">&quot;&gt;&lt;img src=x onerror=alert(1)&gt;.png</a>\n',
  )
  expect(response.headers.get('content-security-policy')).toBe('sandbox')
})

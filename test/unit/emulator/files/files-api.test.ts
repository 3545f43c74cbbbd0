import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFilesServer } from '../../../support/files-server.ts'
import type { FilesServer } from '../../../support/files-server.ts'

let server: FilesServer
let clock: Date

beforeEach(async () => {
  clock = new Date('2026-05-04T03:02:01.500Z')
  server = await startFilesServer({ now: () => clock, largestFile: 1_000_000 })
})
afterEach(() => server.close())

async function send(method: string, path: string, more: { headers?: Record<string, string>; body?: string } = {}): Promise<Response> {
  return fetch(`${server.site}${path}`, { method, redirect: 'manual', ...more })
}

async function statuses(
  ...requests: readonly (readonly [string, string, { headers?: Record<string, string>; body?: string }?])[]
): Promise<number[]> {
  const found: number[] = []
  for (const [method, path, more] of requests) {
    const response = await send(method, path, more)
    await response.arrayBuffer()
    found.push(response.status)
  }
  return found
}

function put(path: string, body: string): Promise<number[]> {
  return statuses(['PUT', path, { body }])
}

async function text(path: string): Promise<string> {
  return (await send('GET', path)).text()
}

async function ask(range: string, more: Record<string, string> = {}): Promise<[number, string, string | null]> {
  const response = await send('GET', '/a.txt', { headers: { Range: range, ...more } })
  return [response.status, await response.text(), response.headers.get('content-range')]
}

function named({ headers }: Response): unknown[] {
  return ['etag', 'content-length', 'content-type', 'last-modified'].map((name) => headers.get(name))
}

test('a new store has the three folders of pictures, and its lists have one link per line', async () => {
  await put('/images/items/b.png', 'b')
  await put('/images/items/a & ü.png', 'a')

  const lists = [await text('/'), await text('/images/'), await text('/images/items/')]

  const head = '<!doctype html><meta charset="utf-8">\n<a href="./">./</a>\n<a href="../">../</a>\n'
  expect(lists).toEqual([
    `${head}<a href="images/">images/</a>\n`,
    `${head}<a href="items/">items/</a>\n<a href="originals/">originals/</a>\n<a href="thumb/">thumb/</a>\n`,
    `${head}<a href="a%20%26%20%C3%BC.png">a &amp; ü.png</a>\n<a href="b.png">b.png</a>\n`,
  ])
})

test('a folder without its slash is sent to the address with one', async () => {
  const response = await send('GET', '/images/items')

  expect([response.status, response.headers.get('location')]).toEqual([301, '/files/shop/images/items/'])
})

test('a file comes back with its tag, and is sandboxed, since it may be a page of somebody else', async () => {
  const made = await put('/images/page.html', '<script>alert(1)</script>')

  const response = await send('GET', '/images/page.html')

  const tag = `"${createHash('sha256').update('<script>alert(1)</script>').digest('hex')}"`
  expect(made).toEqual([201])
  expect(await response.text()).toBe('<script>alert(1)</script>')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-length': '25',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'last-modified': 'Mon, 04 May 2026 03:02:01 GMT',
    etag: tag,
  })
})

test('HEAD answers as GET does, without a body', async () => {
  await put('/a.txt', 'hello')

  const [head, get] = [await send('HEAD', '/a.txt'), await send('GET', '/a.txt')]

  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(named(head)).toEqual(named(get))
})

test('a second PUT replaces the file and says so; the first bytes are gone', async () => {
  const codes = [...(await put('/a.txt', 'one')), ...(await put('/a.txt', 'two'))]

  expect(codes).toEqual([201, 204])
  expect(await text('/a.txt')).toBe('two')
})

test('the statuses of RFC 4918 for places that are not there or taken', async () => {
  await put('/images/a.txt', 'a')

  const codes = {
    getNothing: await statuses(['GET', '/nothing.png']),
    getFileAsFolder: await statuses(['GET', '/images/a.txt/']),
    putWithoutFolder: await put('/nowhere/a.png', 'a'),
    putBelowFile: await put('/images/a.txt/b.txt', 'b'),
    putOnFolder: [...(await put('/images', 'a')), ...(await put('/images/', 'a'))],
    putPart: await statuses(['PUT', '/images/a.txt', { body: 'x', headers: { 'Content-Range': 'bytes 0-0/3' } }]),
    makeTaken: await statuses(['MKCOL', '/images/'], ['MKCOL', '/images/a.txt']),
    makeWithoutFolder: await statuses(['MKCOL', '/x/y/']),
    makeNew: await statuses(['MKCOL', '/new/'], ['PUT', '/new/a.txt', { body: 'a' }]),
    deleteNothing: await statuses(['DELETE', '/nothing']),
    deleteRoot: await statuses(['DELETE', '/']),
    deleteFile: await statuses(['DELETE', '/images/a.txt'], ['GET', '/images/a.txt']),
    deleteFolder: await statuses(['DELETE', '/new/'], ['GET', '/new/a.txt']),
    lock: await statuses(['LOCK', '/images/'], ['PATCH', '/images/']),
  }

  expect(codes).toEqual({
    getNothing: [404],
    getFileAsFolder: [404],
    putWithoutFolder: [409],
    putBelowFile: [409],
    putOnFolder: [405, 405],
    putPart: [400],
    makeTaken: [405, 405],
    makeWithoutFolder: [409],
    makeNew: [201, 201],
    deleteNothing: [404],
    deleteRoot: [403],
    deleteFile: [204, 404],
    deleteFolder: [204, 404],
    lock: [405, 405],
  })
})

test('a new folder with a body is answered with 415, not with a reset connection (trap 1)', async () => {
  const codes = await statuses(['MKCOL', '/new/', { body: 'x'.repeat(300_000) }], ['GET', '/new/'])

  expect(codes).toEqual([415, 404])
})

test('a file over the limit is answered with 413 after its bytes were swallowed (trap 2)', async () => {
  await put('/a.bin', 'old')

  const codes = await statuses(['PUT', '/a.bin', { body: 'x'.repeat(3_000_000) }])

  expect(codes).toEqual([413])
  expect(await text('/a.bin')).toBe('old')
})

test('OPTIONS claims class 1 and no more', async () => {
  const response = await send('OPTIONS', '/images/')

  expect([response.status, response.headers.get('dav'), response.headers.get('allow')]).toEqual([
    200,
    '1',
    'GET, HEAD, PUT, DELETE, MKCOL, COPY, MOVE, PROPFIND, PROPPATCH, OPTIONS',
  ])
})

test('one range of a file is sent alone, and a range behind its end is refused', async () => {
  await put('/a.txt', '0123456789')

  const parts = [await ask('bytes=2-4'), await ask('bytes=7-'), await ask('bytes=-3'), await ask('bytes=0-1,3-4'), await ask('lines=1-2')]
  const behind = await send('GET', '/a.txt', { headers: { Range: 'bytes=10-' } })

  expect(parts).toEqual([
    [206, '234', 'bytes 2-4/10'],
    [206, '789', 'bytes 7-9/10'],
    [206, '789', 'bytes 7-9/10'],
    [200, '0123456789', null],
    [200, '0123456789', null],
  ])
  expect([behind.status, behind.headers.get('content-range')]).toEqual([416, 'bytes */10'])
})

test('a range of another version than that of If-Range is not sent, and HEAD has no ranges', async () => {
  await put('/a.txt', 'old bytes')
  const old = await send('HEAD', '/a.txt')
  await put('/a.txt', '0123456789')
  const tag = (await send('HEAD', '/a.txt')).headers.get('etag') ?? ''
  const versions = [tag, old.headers.get('etag') ?? '', `W/${tag}`, old.headers.get('last-modified') ?? '']

  const parts = await Promise.all(versions.map((version) => ask('bytes=3-', { 'If-Range': version })))
  const head = await send('HEAD', '/a.txt', { headers: { Range: 'bytes=3-' } })

  const whole = [200, '0123456789', null]
  expect(parts).toEqual([[206, '3456789', 'bytes 3-9/10'], whole, whole, whole])
  expect([head.status, head.headers.get('content-length'), head.headers.get('content-range')]).toEqual([200, '10', null])
})

test('a request with the header If of RFC 4918 is refused, because its condition is not evaluated', async () => {
  await put('/a.txt', 'one')

  const refused = await send('PUT', '/a.txt', { body: 'two', headers: { If: '(["x"])' } })
  const others = await statuses(
    ['DELETE', '/a.txt', { headers: { If: '(<opaquelocktoken:1>)' } }],
    ['MOVE', '/a.txt', { headers: { If: '(["x"])', Destination: '/files/shop/b.txt' } }],
    ['GET', '/a.txt', { headers: { If: '(["x"])' } }],
  )

  expect([refused.status, await refused.text()]).toEqual([
    412,
    '412 Precondition Failed\nThe header If is not supported, so its condition is not met; use If-Match.\n',
  ])
  expect(others).toEqual([412, 412, 412])
  expect(await text('/a.txt')).toBe('one')
})

test('conditions on tag and time hold for reading and for writing', async () => {
  await put('/a.txt', 'one')
  const tag = (await send('HEAD', '/a.txt')).headers.get('etag') ?? ''
  const time = 'Mon, 04 May 2026 03:02:01 GMT'

  const codes = await statuses(
    ['GET', '/a.txt', { headers: { 'If-None-Match': tag } }],
    ['GET', '/a.txt', { headers: { 'If-None-Match': '"other"' } }],
    ['GET', '/a.txt', { headers: { 'If-Modified-Since': time } }],
    ['GET', '/a.txt', { headers: { 'If-Match': '"other"' } }],
    ['GET', '/a.txt', { headers: { 'If-Match': tag, 'If-None-Match': tag } }],
    ['GET', '/a.txt', { headers: { 'If-Unmodified-Since': 'Sun, 03 May 2026 00:00:00 GMT' } }],
    ['GET', '/images/', { headers: { 'If-Match': '"other"' } }],
    ['PUT', '/a.txt', { body: 'x', headers: { 'If-None-Match': '*' } }],
    ['PUT', '/new.txt', { body: 'x', headers: { 'If-None-Match': '*' } }],
    ['PUT', '/a.txt', { body: 'x', headers: { 'If-Match': '"other"' } }],
    ['PUT', '/nothing.txt', { body: 'x', headers: { 'If-Match': '*' } }],
    ['DELETE', '/a.txt', { headers: { 'If-Match': '"other"' } }],
    ['PUT', '/a.txt', { body: 'two', headers: { 'If-Match': tag } }],
    ['DELETE', '/a.txt', { headers: { 'If-Unmodified-Since': 'Sun, 03 May 2026 00:00:00 GMT' } }],
    ['DELETE', '/a.txt', { headers: { 'If-Unmodified-Since': time } }],
  )

  expect(codes).toEqual([304, 200, 304, 412, 304, 412, 412, 412, 201, 412, 412, 412, 204, 412, 204])
})

test('names are kept in one Unicode form, and case counts', async () => {
  await put('/Gro%CC%88%C3%9Fe.png', 'composed on the way')
  await put('/A.png', 'upper')
  await put('/a.png', 'lower')

  const found = [await text('/Gr%C3%B6%C3%9Fe.png'), await text('/A.png'), await text('/a.png')]

  expect(found).toEqual(['composed on the way', 'upper', 'lower'])
})

test('seeding makes folders, and a reset leaves the first folders alone', async () => {
  server.api.put('deep/er/a.txt', Buffer.from('seeded'))
  const before = await text('/deep/er/a.txt')

  server.api.reset()

  expect(before).toBe('seeded')
  expect(await statuses(['GET', '/deep/er/a.txt'], ['GET', '/images/thumb/'])).toEqual([404, 200])
})

test('the address of the site without a slash leads to its list', async () => {
  const get = await send('GET', '')
  const properties = await send('PROPFIND', '', { headers: { Depth: '0' } })

  expect([get.status, get.headers.get('location')]).toEqual([301, '/files/shop/'])
  expect([properties.status, (await properties.text()).includes('<D:href>/files/shop/</D:href>')]).toEqual([207, true])
  expect(await statuses(['PUT', '', { body: 'x' }], ['DELETE', ''])).toEqual([405, 403])
})

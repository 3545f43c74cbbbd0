import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFilesServer } from '../../../support/files-server.ts'
import type { FilesServer } from '../../../support/files-server.ts'

let server: FilesServer

beforeEach(async () => {
  server = await startFilesServer({ now: () => new Date('2026-05-04T03:02:01Z') })
  server.api.put('images/items/a.txt', Buffer.from('aaa'))
})
afterEach(() => server.close())

async function send(method: string, path: string, { body, ...headers }: Record<string, string> = {}): Promise<[number, string]> {
  const response = await fetch(`${server.site}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  return [response.status, await response.text()]
}

async function status(method: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  return (await send(method, path, headers))[0]
}

function propfind(path: string, prop: string): Promise<[number, string]> {
  return send('PROPFIND', path, { Depth: '0', body: `<propfind xmlns="DAV:"><prop>${prop}</prop></propfind>` })
}

const file = (path: string, properties: string): string =>
  `\n<D:response><D:href>/files/shop${path}</D:href><D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`
const sized = (path: string, size: number): string => file(path, `<D:getcontentlength>${size}</D:getcontentlength><D:resourcetype/>`)
const to = (destination: string, more: Record<string, string> = {}): Record<string, string> => ({ Destination: destination, ...more })
const document = (entries: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">${entries}\n</D:multistatus>\n`

test('a list with depth 1 holds the folder and what is directly in it, under full addresses', async () => {
  server.api.put('images/items/sub/deep.txt', Buffer.from('deep'))
  server.api.put('images/items/b & c.txt', Buffer.from('bb'))

  const found = await send('PROPFIND', '/images/items/', {
    Depth: '1',
    body: '<D:propfind xmlns:D="DAV:"><D:prop><D:getcontentlength/><D:resourcetype/></D:prop></D:propfind>',
  })

  const noLength = '</D:propstat><D:propstat><D:prop><D:getcontentlength/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>'
  const folder = (path: string): string => file(path, '<D:resourcetype><D:collection/></D:resourcetype>').replace('</D:propstat>', noLength)
  expect(found).toEqual([
    207,
    document(
      folder('/images/items/') + sized('/images/items/a.txt', 3) + sized('/images/items/b%20%26%20c.txt', 2) + folder('/images/items/sub/'),
    ),
  ])
})

test('without a body every property comes, of a file with its length, type and tag', async () => {
  const [code, body] = await send('PROPFIND', '/images/items/a.txt', { Depth: '0' })

  expect(code).toBe(207)
  expect(body).toBe(
    document(
      file(
        '/images/items/a.txt',
        '<D:creationdate>2026-05-04T03:02:01.000Z</D:creationdate><D:getcontentlength>3</D:getcontentlength>' +
          '<D:getcontenttype>text/plain; charset=utf-8</D:getcontenttype>' +
          '<D:getetag>&quot;9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0&quot;</D:getetag>' +
          '<D:getlastmodified>Mon, 04 May 2026 03:02:01 GMT</D:getlastmodified><D:resourcetype/>',
      ),
    ),
  )
})

test('a list of unlimited depth is refused for folders with the element of RFC 4918 (trap 7), and harmless for files', async () => {
  const infinity = await send('PROPFIND', '/images/', { Depth: 'infinity' })
  const missing = await status('PROPFIND', '/images/')
  const others = [
    await status('PROPFIND', '/images/', { Depth: '2' }),
    await status('PROPFIND', '/images/items/a.txt', { Depth: 'infinity' }),
  ]

  expect(infinity).toEqual([403, '<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:"><D:propfind-finite-depth/></D:error>\n'])
  expect([missing, ...others]).toEqual([403, 400, 207])
})

test('properties that a client sets are kept with language, namespaces and markup, and follow a move and a copy', async () => {
  const set =
    '<D:propertyupdate xmlns:D="DAV:" xmlns:n="urn:notes" xml:lang="en"><D:set><D:prop><n:note n:kind="x&amp;y">one <b xmlns="urn:b">two</b> &lt;three&gt;</n:note></D:prop></D:set></D:propertyupdate>'
  const patched = await send('PROPPATCH', '/images/items/a.txt', { body: set })
  await send('COPY', '/images/items/a.txt', { Destination: `${server.site}/images/copy.txt` })
  await send('MOVE', '/images/items/a.txt', { Destination: '/files/shop/images/moved.txt' })

  const found = [
    await propfind('/images/copy.txt', '<note xmlns="urn:notes"/>'),
    await propfind('/images/moved.txt', '<note xmlns="urn:notes"/>'),
  ]

  const note = '<note xmlns="urn:notes" xml:lang="en">one <b xmlns="urn:b">two</b> &lt;three&gt;</note>'
  expect(patched).toEqual([207, document(file('/images/items/a.txt', '<note xmlns="urn:notes"/>'))])
  expect(found).toEqual([
    [207, document(file('/images/copy.txt', note))],
    [207, document(file('/images/moved.txt', note))],
  ])
})

test('one property that may not be set keeps all others of the request from being set', async () => {
  const body = '<propertyupdate xmlns="DAV:"><set><prop><x xmlns="urn:x">1</x><getetag>mine</getetag></prop></set></propertyupdate>'

  const [, patched] = await send('PROPPATCH', '/images/items/a.txt', { body })

  const [, found] = await propfind('/images/items/a.txt', '<x xmlns="urn:x"/>')
  expect(patched).toContain(
    '<D:prop><D:getetag/></D:prop><D:status>HTTP/1.1 403 Forbidden</D:status><D:error><D:cannot-modify-protected-property/></D:error>',
  )
  expect(patched).toContain('<D:prop><x xmlns="urn:x"/></D:prop><D:status>HTTP/1.1 424 Failed Dependency</D:status>')
  expect(found).toContain('<D:prop><x xmlns="urn:x"/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status>')
})

test('set and remove work in the order of the body', async () => {
  const x = '<x xmlns="urn:x">1</x>'
  const body = `<propertyupdate xmlns="DAV:"><set><prop>${x}</prop></set><remove><prop>${x}</prop></remove></propertyupdate>`
  const reversed = `<propertyupdate xmlns="DAV:"><remove><prop>${x}</prop></remove><set><prop>${x}</prop></set></propertyupdate>`

  await send('PROPPATCH', '/images/items/a.txt', { body })
  const [, removed] = await propfind('/images/items/a.txt', '<x xmlns="urn:x"/>')
  await send('PROPPATCH', '/images/items/a.txt', { body: reversed })
  const [, kept] = await propfind('/images/items/a.txt', '<x xmlns="urn:x"/>')

  expect([removed.includes('404 Not Found'), kept.includes(x)]).toEqual([true, true])
})

test('a folder is copied with all in it, or alone with depth 0, and moved whole', async () => {
  server.api.put('images/items/sub/deep.txt', Buffer.from('deep'))

  const codes = [
    await status('COPY', '/images/items/', { Destination: '/files/shop/copied/' }),
    await status('GET', '/copied/sub/deep.txt'),
    await status('COPY', '/images/items/', { Destination: '/files/shop/shallow/', Depth: '0' }),
    await status('GET', '/shallow/'),
    await status('GET', '/shallow/a.txt'),
    await status('MOVE', '/images/items/', { Destination: '/files/shop/moved/' }),
    await status('GET', '/images/items/a.txt'),
    await status('GET', '/moved/sub/deep.txt'),
  ]

  expect(codes).toEqual([201, 200, 201, 200, 404, 201, 404, 200])
})

test('a copy or move says why it cannot be, and then nothing has moved', async () => {
  server.api.put('b.txt', Buffer.from('bbb'))

  const codes = {
    kept: await status('MOVE', '/images/items/a.txt', to('/files/shop/b.txt', { Overwrite: 'F' })),
    noFolder: await status('COPY', '/b.txt', to('/files/shop/nowhere/b.txt')),
    noSource: await status('COPY', '/nothing.txt', to('/files/shop/c.txt')),
    noDestination: await status('COPY', '/b.txt'),
    otherSite: await status('COPY', '/b.txt', to('/files/other/b.txt')),
    otherHost: await status('COPY', '/b.txt', to('http://elsewhere.example/files/shop/c.txt')),
    outside: await status('COPY', '/b.txt', to('/files/shop/../c.txt')),
    itself: await status('MOVE', '/b.txt', to('/files/shop/b.txt')),
    intoItself: await status('MOVE', '/images/', to('/files/shop/images/items/images/')),
    overItsFolder: await status('MOVE', '/images/items/', to('/files/shop/images/')),
    oddOverwrite: await status('COPY', '/b.txt', to('/files/shop/c.txt', { Overwrite: 'X' })),
    oddDepth: await status('COPY', '/images/', to('/files/shop/c/', { Depth: '1' })),
    shallowMove: await status('MOVE', '/images/', to('/files/shop/c/', { Depth: '0' })),
  }

  expect(codes).toEqual({
    kept: 412,
    noFolder: 409,
    noSource: 404,
    noDestination: 400,
    otherSite: 502,
    otherHost: 502,
    outside: 400,
    itself: 403,
    intoItself: 403,
    overItsFolder: 403,
    oddOverwrite: 400,
    oddDepth: 400,
    shallowMove: 400,
  })
  expect([(await send('GET', '/b.txt'))[1], (await send('GET', '/images/items/a.txt'))[1]]).toEqual(['bbb', 'aaa'])
})

test('a move onto a file replaces it, and says that it did', async () => {
  server.api.put('b.txt', Buffer.from('bbb'))

  const code = await status('MOVE', '/b.txt', { Destination: '/files/shop/images/items/a.txt', Overwrite: 'T' })

  expect([code, (await send('GET', '/images/items/a.txt'))[1], await status('GET', '/b.txt')]).toEqual([204, 'bbb', 404])
})

test('a body in XML 1.1, which may contain control characters, is refused', async () => {
  const body =
    '<?xml version="1.1"?><propertyupdate xmlns="DAV:"><set><prop><note xmlns="urn:x">a&#1;b</note></prop></set></propertyupdate>'

  const refused = await send('PROPPATCH', '/images/items/a.txt', { body })

  expect(refused).toEqual([400, '400 Bad Request\nThe body is XML 1.1; only XML 1.0 is supported.\n'])
  expect((await send('PROPFIND', '/images/items/a.txt', { Depth: '0' }))[1]).not.toContain('note')
})

test('the words of the headers Depth and Overwrite are the same in any case', async () => {
  server.api.put('images/items/b.txt', Buffer.from('bbb'))
  const [from, toNew] = ['/images/items/a.txt', to('/files/shop/images/items/c.txt', { Depth: 'Infinity' })]

  const seen = [
    await status('COPY', from, toNew),
    await status('COPY', from, to('/files/shop/images/items/b.txt', { Overwrite: 'f' })),
    await status('COPY', from, to('/files/shop/images/items/b.txt', { Overwrite: 't' })),
    await status('PROPFIND', '/images/', { Depth: 'Infinity' }),
    await status('DELETE', '/images/items/', { Depth: 'INFINITY' }),
  ]

  expect(seen).toEqual([201, 412, 204, 403, 204])
})

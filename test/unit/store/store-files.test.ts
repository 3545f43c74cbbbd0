import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { repeatReads } from '../../../src/store/repeat-reads.ts'
import { openStoreFiles, type StoreFilesOptions } from '../../../src/store/store-files.ts'
import type { StoreFiles } from '../../../src/store/store-client.ts'
import { freePace } from '../../support/free-pace.ts'
import { startFilesServer } from '../../support/files-server.ts'

const key = 'secret-key-4711'
const tag = (text: string): string => `Mon, 04 May 2026 03:02:01 GMT "${createHash('sha256').update(text).digest('hex')}"`
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const beginRead = repeatReads({ sleep: () => Promise.resolve(), random: () => 0 })

/** The Files API of a server, whose pauses take no time. */
function openFiles(options: Omit<StoreFilesOptions, 'beginRead' | 'pace'>): StoreFiles {
  return openStoreFiles({ ...options, beginRead, pace: freePace() })
}

async function openStore(): Promise<{
  server: Awaited<ReturnType<typeof startFilesServer>>
  files: StoreFiles
  sent: string[]
}> {
  const server = await startFilesServer({ key, now: () => new Date('2026-05-04T03:02:01Z') })
  closers.push(server.close)
  const sent: string[] = []
  const files = openFiles({ filesUrl: server.filesUrl, siteName: 'shop', key, onRequest: (kind) => sent.push(kind) })
  return { server, files, sent }
}

/** A server that gives every request the same answer. */
async function startAnswering(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/files`
}

async function errorOf(act: Promise<unknown>): Promise<OperationalError> {
  const error = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof OperationalError)) throw new Error(`expected an operational error, got ${String(error)}`)
  return error
}

test('lists the files of a folder with size and time, by path, without its sub-folders', async () => {
  const { server, files, sent } = await openStore()
  server.api.put('images/items/tee.jpg', Buffer.from('tee'))
  server.api.put('images/items/Größe & 100%.png', Buffer.from('xy'))
  server.api.put('images/items/old/tee.jpg', Buffer.from('older'))

  const listed = await files.list('images/items')

  expect(listed).toEqual([
    { path: 'images/items/Größe & 100%.png', size: 2, modified: tag('xy') },
    { path: 'images/items/tee.jpg', size: 3, modified: tag('tee') },
  ])
  expect(sent).toEqual(['read'])
  expect(server.seen).toEqual(['PROPFIND /files/shop/images/items/'])
})

test('lists 3,000 files, although each brings entities', async () => {
  const { server, files } = await openStore()
  const names = Array.from({ length: 3000 }, (_, index) => `images/items/${String(index).padStart(4, '0')}&.png`)
  for (const name of names) server.api.put(name, Buffer.from(name))

  const listed = await files.list('images/items')

  expect(listed.map(({ path }) => path)).toEqual(names)
})

test('an empty folder and an absent one have no files', async () => {
  const { files } = await openStore()

  const listed = [await files.list('images/thumb'), await files.list('images/nowhere')]

  expect(listed).toEqual([[], []])
})

test('writes into a folder that is there with one request, and reads back the hash of the bytes', async () => {
  const { files, sent } = await openStore()
  const bytes = new Uint8Array(100_000).map((_, index) => index % 251)

  await files.write('images/items/tee & co.jpg', bytes)
  const hash = await files.hash('images/items/tee & co.jpg')

  expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(sent).toEqual(['upload', 'read'])
})

test('several uploads at once make a missing folder once, from the top', async () => {
  const { server, files, sent } = await openStore()
  const paths = ['a', 'b', 'c', 'd'].map((name) => `media/new/${name}.png`)

  await Promise.all(paths.map((path) => files.write(path, Buffer.from(path))))

  expect((await files.list('media/new')).map(({ path }) => path)).toEqual(paths)
  expect(server.seen.filter((line) => line.startsWith('MKCOL'))).toEqual(['MKCOL /files/shop/media/', 'MKCOL /files/shop/media/new/'])
  expect(sent.filter((kind) => kind === 'write')).toHaveLength(2)
})

test('removes a file; a missing one is no error', async () => {
  const { server, files, sent } = await openStore()
  server.api.put('images/items/tee.jpg', Buffer.from('tee'))

  await files.remove('images/items/tee.jpg')
  await files.remove('images/items/tee.jpg')

  expect(await files.list('images/items')).toEqual([])
  expect(sent).toEqual(['write', 'write', 'read'])
})

test('a refused key is one sentence without the key', async () => {
  const { server } = await openStore()
  const files = openFiles({ filesUrl: server.filesUrl, siteName: 'shop', key: `${key}-wrong` })

  const error = await errorOf(files.list('images/items'))

  expect(error.code).toBe('store-refused-key')
  expect(error.message).toBe(`The Files API at 127.0.0.1:${server.port} refused the key (401).`)
  expect(JSON.stringify([error.message, error.fix, error.stack])).not.toContain(key)
})

test('a wrong site name is named when a file is to be written', async () => {
  const { server } = await openStore()
  const files = openFiles({ filesUrl: server.filesUrl, siteName: 'shopp', key })

  const error = await errorOf(files.write('images/items/a.png', Buffer.from('a')))

  expect([error.code, error.message, error.fix]).toEqual([
    'files-fault',
    `The Files API at 127.0.0.1:${server.port} has no folder for images on site shopp (make folder: 404).`,
    'Check files_url and site_name in planogram.yaml.',
  ])
})

test('a closed port and an unknown host are told apart', async () => {
  const filesUrl = await startAnswering(() => undefined)
  for (const close of closers.splice(0)) await close()

  const closed = await errorOf(openFiles({ filesUrl, siteName: 'shop', key }).list('images'))
  const unknown = await errorOf(openFiles({ filesUrl: 'http://nowhere.invalid', siteName: 'shop', key }).list('images'))

  expect([closed.code, closed.message]).toEqual([
    'store-unreachable',
    `Could not connect to ${new URL(filesUrl).host}: connection refused.`,
  ])
  expect([unknown.code, unknown.message]).toEqual(['store-unreachable', 'Host nowhere.invalid not found.'])
})

test('a redirect is not followed, for a list as for an upload', async () => {
  const asked: string[] = []
  const filesUrl = await startAnswering((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(307, { Location: '/elsewhere' }).end()
  })
  const files = openFiles({ filesUrl, siteName: 'shop', key })

  const errors = [await errorOf(files.list('images')), await errorOf(files.write('images/a.png', Buffer.from('a')))]

  expect(errors.map(({ code }) => code)).toEqual(['files-fault', 'files-fault'])
  expect(errors[0]?.message).toBe(
    `${new URL(filesUrl).host} redirects to another address. Redirects are not followed, because the key would be sent there too.`,
  )
  expect(asked).toEqual(['PROPFIND /files/shop/images/', 'PUT /files/shop/images/a.png'])
})

test.each([
  ['a web page', 200, '<!doctype html><html><body>Sign in</body></html>'],
  ['a list that is cut off', 207, '<D:multistatus xmlns:D="DAV:"><D:response><D:href>/files/shop/images/a.png</D:href>'],
  ['nothing', 207, ''],
])('%s in place of a list is refused, never taken for an empty folder', async (_, status, body) => {
  const filesUrl = await startAnswering((request, response) => {
    request.resume()
    response.writeHead(status, { 'Content-Type': 'application/xml' }).end(body)
  })

  const error = await errorOf(openFiles({ filesUrl, siteName: 'shop', key }).list('images'))

  expect([error.code, error.message]).toEqual([
    'files-fault',
    `${new URL(filesUrl).host} did not answer with a complete WebDAV listing of images. It was tried 6 times.`,
  ])
})

test('an upload whose answer has a long text is confirmed, read to its end or not, and the next one goes on', async () => {
  const sizes = [0, 65_537, 900_000, 3_000_000, 1]
  const filesUrl = await startAnswering((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(201).end('x'.repeat(sizes.shift() ?? 0)))
  })
  const files = openFiles({ filesUrl, siteName: 'shop', key })

  for (const name of ['a', 'b', 'c', 'd', 'e']) await files.write(`images/${name}.png`, Buffer.from(name))

  expect(sizes).toEqual([])
})

test('a file without a size is refused, because its content could not be judged', async () => {
  const filesUrl = await startAnswering((request, response) => {
    request.resume()
    const entry = '<D:response><D:href>/x/a.png</D:href><D:propstat><D:prop><D:resourcetype/></D:prop></D:propstat></D:response>'
    response.writeHead(207).end(`<D:multistatus xmlns:D="DAV:">${entry}</D:multistatus>`)
  })

  const error = await errorOf(openFiles({ filesUrl, siteName: 'shop', key }).list('images'))

  expect([error.code, error.message]).toEqual(['files-fault', 'The listing of the store has no size of images/a.png.'])
})

test('names are listed in Unicode form C, and of two forms the file in form C counts', async () => {
  const names = [
    ['cafe\u0301.png', 1],
    ['caf\u00E9.png', 2],
    ['th\u00E9.png', 3],
    ['the\u0301.png', 4],
    ['mu\u0308sli.png', 5],
  ] as const
  const filesUrl = await startAnswering((request, response) => {
    request.resume()
    const entries = names.map(
      ([name, size]) =>
        `<D:response><D:href>/files/shop/images/${encodeURIComponent(name)}</D:href><D:propstat><D:prop><D:getcontentlength>${size}</D:getcontentlength></D:prop></D:propstat></D:response>`,
    )
    response.writeHead(207).end(`<D:multistatus xmlns:D="DAV:">${entries.join('')}</D:multistatus>`)
  })

  const files = await openFiles({ filesUrl, siteName: 'shop', key }).list('images')

  expect(files.map(({ path, size }) => [path, size])).toEqual([
    ['images/caf\u00E9.png', 2],
    ['images/m\u00FCsli.png', 5],
    ['images/th\u00E9.png', 3],
  ])
})

test('a connection that breaks, and a store that fails, are told apart', async () => {
  const broken = await startAnswering((request) => void request.socket.destroy())
  const failing = await startAnswering((request, response) => {
    request.resume()
    response.writeHead(500).end('stack trace with secrets')
  })

  const lost = await errorOf(openFiles({ filesUrl: broken, siteName: 'shop', key }).write('images/a.png', Buffer.from('a')))
  const failed = await errorOf(openFiles({ filesUrl: failing, siteName: 'shop', key }).write('images/a.png', Buffer.from('a')))

  expect([lost.code, lost.context['answer']]).toEqual(['store-unreachable', 'lost'])
  expect([failed.code, failed.message, failed.context]).toEqual([
    'files-fault',
    `The Files API at ${new URL(failing).host} could not upload images/a.png (500).`,
    { status: 500, answer: 'lost' },
  ])
})

test('a store that does not answer in time is reported as such', async () => {
  const filesUrl = await startAnswering((request) => void request.resume())

  const error = await errorOf(openFiles({ filesUrl, siteName: 'shop', key, timeoutMs: 50 }).list('images'))

  expect([error.code, error.message]).toEqual(['store-unreachable', `${new URL(filesUrl).host} did not answer within 1 s.`])
})

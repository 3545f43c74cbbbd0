import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { repeatReads } from '../../../src/store/repeat-reads.ts'
import type { PresentFile } from '../../../src/store/store-client.ts'
import { openStoreFiles } from '../../../src/store/store-files.ts'
import { freePace } from '../../support/free-pace.ts'
import { startScriptedStore } from '../../support/scripted-store.ts'

const ok = '<D:status>HTTP/1.1 200 OK</D:status>'
const lacks = '<D:propstat><D:prop><D:getetag/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>'

const collection = `<D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype></D:prop>${ok}</D:propstat>`

/** What the client lists, or its error, where the store has this in place of the properties of `a.png`; `folder`: the same of the folder. */
async function listed(file: string, folder = collection): Promise<readonly PresentFile[] | OperationalError> {
  const entries = [
    ['images/', folder],
    ['images/a.png', file],
    ['images/b.png', `<D:propstat><D:prop><D:getcontentlength>2</D:getcontentlength></D:prop>${ok}</D:propstat>`],
  ].map(([href, content]) => `<D:response><D:href>/files/shop/${href}</D:href>${content}</D:response>`)
  const text = `<D:multistatus xmlns:D="DAV:">${entries.join('')}</D:multistatus>`
  await using server = await startScriptedStore((_, response) => void response.writeHead(207).end(text))
  const beginRead = repeatReads({ sleep: () => Promise.resolve(), random: () => 0 })
  const files = openStoreFiles({ filesUrl: server.url, siteName: 'shop', key: 'k', beginRead, pace: freePace() })
  return await files.list('images').catch((error: unknown) => {
    if (error instanceof OperationalError) return error
    throw error
  })
}

test('properties that a file does not have can come before those that it has', async () => {
  const size = `<D:propstat><D:prop><D:getcontentlength>7</D:getcontentlength></D:prop>${ok}</D:propstat>`

  const files = await listed(lacks + size, lacks + collection)

  expect(files).toEqual([
    { path: 'images/a.png', size: 7, modified: '' },
    { path: 'images/b.png', size: 2, modified: '' },
  ])
})

test('a file that left while its folder was listed is absent, and an error of a folder below does not count', async () => {
  const gone = await listed('<D:status>HTTP/1.1 404 Not Found</D:status>')
  const below = await listed(
    '<D:status>HTTP/1.1 200 OK</D:status><D:propstat><D:prop><D:getcontentlength>1</D:getcontentlength></D:prop></D:propstat></D:response><D:response><D:href>/files/shop/images/private/</D:href><D:status>HTTP/1.1 403 Forbidden</D:status>',
  )

  expect([gone, below]).toEqual([
    [expect.objectContaining({ path: 'images/b.png' })],
    [expect.objectContaining({ path: 'images/a.png', size: 1 }), expect.objectContaining({ path: 'images/b.png' })],
  ])
})

const denied = '<D:propstat><D:prop><D:resourcetype/><D:getcontentlength/></D:prop><D:status>HTTP/1.1 403 Forbidden</D:status></D:propstat>'
const failed = '<D:status>HTTP/1.1 500 Internal Server Error</D:status>'

test.each<[name: string, listing: readonly [file: string, folder?: string], message: string, context: object]>([
  ['properties that are denied', [denied], 'The listing of the store has no size of images/a.png.', {}],
  [
    'an empty size',
    [`<D:propstat><D:prop><D:getcontentlength/></D:prop>${ok}</D:propstat>`],
    'The listing of the store has no size of images/a.png.',
    {},
  ],
  [
    'a status of an error',
    [failed],
    'The listing of the store has an error in place of images/a.png (500). It was tried 6 times.',
    { status: 500, answer: 'lost', tries: 6 },
  ],
  [
    'a folder with a status of an error',
    [denied, '<D:status>HTTP/1.1 423 Locked</D:status>'],
    'The listing of the store has an error in place of images (423).',
    { status: 423, answer: 'refused' },
  ],
])('%s: the listing is refused, since the file is neither absent nor empty', async (_, [file, folder], message, context) => {
  expect(await listed(file, folder)).toMatchObject({ code: 'files-fault', message, context })
})

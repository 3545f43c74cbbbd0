import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { repeatReads } from '../../../src/store/repeat-reads.ts'
import type { StoreFiles } from '../../../src/store/store-client.ts'
import { openStoreFiles } from '../../../src/store/store-files.ts'
import { startFilesServer } from '../../support/files-server.ts'
import { freePace } from '../../support/free-pace.ts'
import { type ScriptedStore, type SeenRequest, startScriptedStore } from '../../support/scripted-store.ts'

const key = 'secret-key-4711'
const page = '<!DOCTYPE html><html><body>Sign in</body></html>'

/** Of Apache's mod_dav, word for word. */
const apacheCreated =
  '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>201 Created</title>\n</head><body>\n<h1>Created</h1>\n<p>Resource /a.png has been created.</p>\n</body></html>\n'

/** The Files API of a server; `slept`: its pauses, which take no time. */
function filesAt(url: string, slept: number[] = []): StoreFiles {
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds)
    return Promise.resolve()
  }
  return openStoreFiles({ filesUrl: url, siteName: 'shop', key, beginRead: repeatReads({ sleep, random: () => 0 }), pace: freePace() })
}

function answering(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Promise<ScriptedStore> {
  return startScriptedStore((_, response) => void response.writeHead(status, headers).end(body))
}

function seenBy({ seen }: ScriptedStore): string[] {
  return seen.map(({ method, url, body }) => `${method} ${url} ${body}`.trim())
}

async function errorOf(act: Promise<unknown>): Promise<OperationalError> {
  const error: unknown = await act.catch((reason: unknown) => reason)
  if (!(error instanceof OperationalError)) throw new Error(`expected an operational error, got ${String(error)}`)
  return error
}

test.each<[name: string, status: number, body: string]>([
  ['201', 201, ''],
  ['201 with a page of Apache', 201, apacheCreated],
  ['204', 204, ''],
  ['200', 200, ''],
  ['200 with a word', 200, 'OK'],
])('a file is uploaded, and another removed, after %s', async (_, status, body) => {
  await using server = await answering(status, body)
  const files = filesAt(server.url)

  await files.write('images/a.png', Buffer.from('four'))
  await files.remove('images/b.png')

  expect(seenBy(server)).toEqual(['PUT /shop/images/a.png four', 'DELETE /shop/images/b.png'])
})

test.each<[name: string, status: number, body: string, message: string]>([
  ['a page with 200', 200, page, 'answered with a web page: could not VERB images/a.png (200).'],
  ['202', 202, '', 'did not confirm to VERB images/a.png (202).'],
  ['207', 207, '<multistatus/>', 'did not confirm to VERB images/a.png (207).'],
])('after %s a file does not count as uploaded or removed, and nothing is sent again', async (_, status, body, message) => {
  await using server = await answering(status, body)
  const files = filesAt(server.url)

  const errors = [await errorOf(files.write('images/a.png', Buffer.from('a'))), await errorOf(files.remove('images/a.png'))]

  const { host } = new URL(server.url)
  expect(errors.map(({ code, message: text, context }) => [code, text, context])).toEqual(
    ['upload', 'remove'].map((verb) => [
      'files-fault',
      `The Files API at ${host} ${message.replace('VERB', verb)}`,
      { status, answer: 'lost' },
    ]),
  )
  expect(server.seen.map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
})

test.each<[status: number, headers: Readonly<Record<string, string>>, context: object]>([
  [423, {}, { status: 423, answer: 'refused' }],
  [507, {}, { status: 507, answer: 'refused' }],
  [429, { 'retry-after': '4' }, { status: 429, retryAfter: 4, answer: 'refused' }],
  [503, { 'retry-after': '4' }, { status: 503, retryAfter: 4, answer: 'refused' }],
  [503, {}, { status: 503, answer: 'lost' }],
  [504, {}, { status: 504, answer: 'lost' }],
  [408, {}, { status: 408, answer: 'lost' }],
])('an upload that is answered %i %j says what it did', async (status, headers, context) => {
  await using server = await answering(status, '', headers)

  const error = await errorOf(filesAt(server.url).write('images/a.png', Buffer.from('a')))

  expect(error.context).toEqual(context)
  expect(server.seen.length).toBe(1)
})

test('lists and downloads are repeated after a failure, and a page is no picture', async () => {
  const store = await startFilesServer({ key, now: () => new Date('2026-05-04T03:02:01Z') })
  store.api.put('images/items/a.png', Buffer.from('png'))
  store.api.put('images/items/page.html', Buffer.from(page))
  const forward = ({ method, url, authorization }: SeenRequest): Promise<Response> =>
    fetch(`${store.filesUrl}${url}`, { method, headers: { authorization, depth: '1' } })
  await using front = await startScriptedStore((request, response) => {
    const turn = front.seen.length % 3
    if (turn === 1) response.writeHead(503, { 'retry-after': '2' }).end()
    else if (turn === 2) response.writeHead(200).end(page)
    else void forward(request).then(async (answer) => response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer())))
  })
  const slept: number[] = []
  const files = filesAt(front.url, slept)

  const listed = await files.list('images/items')
  const bytes = await files.read('images/items/a.png')
  const html = await filesAt(store.filesUrl).read('images/items/page.html')
  await store.close()

  expect(listed.map(({ path }) => path)).toEqual(['images/items/a.png', 'images/items/page.html'])
  expect([Buffer.from(bytes).toString(), Buffer.from(html).toString()]).toEqual(['png', page])
  expect(slept).toEqual([2125, 250, 2125, 250])
})

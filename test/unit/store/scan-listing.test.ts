import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as webdav from 'webdav'
import { filesOfListing } from '../../../src/store/file-listing.ts'
import { parsedListing } from '../../../src/store/store-files.ts'
import { type ListedResponse, scanListing } from '../../../src/store/scan-listing.ts'

const space = fc.constantFrom('', '', '', '\n', ' \r\n\t')
const prefix = fc.constantFrom('', 'D:', 'lp1:', 'a.b-c:')
const date = fc.constantFrom('Tue, 14 Nov 2023 22:13:20 GMT', 'Tue, 14 Nov 2023 22:13:20 GMT', '2023-11-14', '20231114', '')
const size = fc.oneof(fc.nat().map(String), fc.constantFrom('0', '', '007', '1e3', '0x10', '-1', ' 5', '9007199254740993'))
const tag = fc.constantFrom('"a-1"', 'W/"x"', '&quot;b&quot;', '&quot;1&amp;2&quot;', '12', '1e5', '', '"a b"', '"&#65;"')
const name = fc.oneof(
  fc.constantFrom('a.png', 'th%C3%A9.png', 'the\u0301.png', 'a&amp;b.png', 'a%20b.png', '12', 'a b.png', 'folder/', '', '%zz.png'),
  fc.stringMatching(/^[a-z0-9._-]{1,8}$/),
)
const usualStart = fc.constantFrom('/files/shop/images/', 'https://shop.example/files/shop/images/')
const anyStart = fc.oneof(usualStart, fc.constant(''))

function element(prefixed: string, content: string): fc.Arbitrary<string> {
  const empty = content === '' ? fc.constantFrom(`<${prefixed}/>`, `<${prefixed} />`, `<${prefixed}></${prefixed}>`) : fc.constant('')
  return empty.map((text) => (text === '' ? `<${prefixed}>${content}</${prefixed}>` : text))
}

const property = fc
  .tuple(
    prefix,
    fc.oneof(
      fc.tuple(fc.constant('getcontentlength'), size),
      fc.tuple(fc.constant('getlastmodified'), date),
      fc.tuple(fc.constant('getetag'), tag),
      fc.tuple(fc.constant('resourcetype'), fc.constantFrom('', '', '<D:collection/>', '<collection/>')),
      fc.tuple(fc.constant('displayname'), fc.constantFrom('x', '')),
    ),
  )
  .chain(([own, [tagName, value]]) => element(own + tagName, value))

/** Most are of the usual form: each odd one makes the whole listing odd. */
const usual = fc
  .tuple(
    prefix,
    fc.nat(),
    fc.stringMatching(/^[a-z0-9.%_-]{1,8}$/).filter((text) => !text.includes('%')),
    fc.boolean(),
  )
  .map(([own, bytes, file, isFolder]) =>
    isFolder
      ? [`${file}/`, `<${own}resourcetype><D:collection/></${own}resourcetype>`]
      : [file, `<${own}resourcetype/><${own}getcontentlength>${bytes}</${own}getcontentlength><${own}getetag>"${bytes}"</${own}getetag>`],
  )
const odd = fc.tuple(
  name,
  fc.array(property, { maxLength: 5 }).map((own) => own.join('')),
)
const lacking = fc.constantFrom('', '', '<D:propstat><D:prop><getetag/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>')

function responseOf(entry: fc.Arbitrary<readonly string[]>, start: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(prefix, space, start, entry, lacking).map(([own, gap, base, [file = '', properties = ''], more]) => {
    const status = `<${own}status>HTTP/1.1 200 OK</${own}status>`
    return `<${own}response xmlns:lp1="DAV:">${gap}<${own}href>${base}${file}</${own}href>${gap}<${own}propstat>${gap}<${own}prop>${properties}${gap}</${own}prop>${gap}${status}</${own}propstat>${more}</${own}response>${gap}`
  })
}

const listing = fc
  .tuple(
    fc.constantFrom('', '<?xml version="1.0" encoding="utf-8"?>\n'),
    prefix,
    fc.oneof(
      fc.array(responseOf(usual, usualStart), { minLength: 1, maxLength: 6 }),
      fc.array(responseOf(fc.oneof(usual, odd), anyStart), { minLength: 1, maxLength: 4 }),
    ),
    fc.constantFrom('', '', '', '<!-- -->'),
  )
  .map(([head, own, entries, comment]) => `${head}<${own}multistatus xmlns:D="DAV:">${comment}${entries.join('')}</${own}multistatus>\n`)

/** The files of a listing, or why it is refused. */
function filesOrError(responses: readonly ListedResponse[]): unknown {
  try {
    return filesOfListing(responses, 'images')
  } catch (error) {
    return String(error)
  }
}

test('law: a listing that is scanned has the same files as one that the webdav package has parsed', async () => {
  const counts = { scanned: 0, declined: 0 }

  await fc.assert(
    fc.asyncProperty(listing, async (text) => {
      const scanned = scanListing(text)
      counts[scanned ? 'scanned' : 'declined'] += 1
      const parsed = scanned && (await parsedListing(text, webdav))
      expect(scanned && filesOrError(scanned)).toEqual(parsed && filesOrError(parsed))
    }),
    { numRuns: 1_000 },
  )

  expect(counts).toEqual({
    scanned: expect.toSatisfy((count: number) => count > 200),
    declined: expect.toSatisfy((count: number) => count > 200),
  })
})

const entry =
  '<D:response><D:href>/files/shop/images/a.png</D:href><D:propstat><D:prop><D:resourcetype/><D:getcontentlength>7</D:getcontentlength><D:getlastmodified>Tue, 14 Nov 2023 22:13:20 GMT</D:getlastmodified><D:getetag>&quot;x&quot;</D:getetag></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>'

test('law: a usual listing with any character changed, removed or put in is scanned as it is parsed, or not scanned', async () => {
  const text = `<D:multistatus xmlns:D="DAV:">${entry}${entry.replace('a.png', 'b.png')}</D:multistatus>`
  let scannedAll = 0

  await fc.assert(
    fc.asyncProperty(
      fc.nat(text.length - 1),
      fc.nat(2),
      fc.constantFrom('<', '>', '/', '&', ';', '"', ' ', 'x', '0', ':', '\u0301'),
      async (at, cut, put) => {
        const changed = text.slice(0, at) + put + text.slice(at + cut)
        const scanned = scanListing(changed)
        const parsed = scanned && (await parsedListing(changed, webdav))
        if (scanned) scannedAll += 1
        expect(scanned && filesOrError(scanned)).toEqual(parsed && filesOrError(parsed))
      },
    ),
    { numRuns: 1_000 },
  )

  expect(scanListing(text)?.length).toBe(2)
  expect(scannedAll).toBeGreaterThan(50)
})

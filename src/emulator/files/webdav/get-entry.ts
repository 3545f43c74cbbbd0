import { pipeline } from 'node:stream/promises'
import type { Switches } from '../../assumptions/switches.ts'
import { answer, sandboxed } from './answer.ts'
import { allowsRange, checkUnchanged, entityTag, isFresh, lastModified } from './entity-tag.ts'
import { FileFault } from '../file-fault.ts'
import { formatFilePath } from '../tree/file-path.ts'
import { mediaType } from './media-type.ts'
import { escapeHtml } from '../../markup/escape.ts'
import type { ByteRange } from '../blobs/blob-store.ts'
import type { Exchange } from './exchange.ts'
import type { FileNode } from '../tree/file-node.ts'

/** GET and HEAD: a file with its bytes, a folder as the HTML list of platform.md, "Files API (WebDAV, class 1)". */
export async function getEntry(exchange: Exchange): Promise<void> {
  const { request, path, tree } = exchange
  const node = tree.find(path.segments)
  if (!node || (node.blob && path.slash)) throw new FileFault(404, 'There is no such file or folder.')
  checkUnchanged(request.headers, node)
  if (node.blob) await sendFile(exchange, node, node.blob)
  else sendFolder(exchange, node)
}

async function sendFile({ request, response, blobs }: Exchange, node: FileNode, blob: NonNullable<FileNode['blob']>): Promise<void> {
  const headers = {
    ...sandboxed,
    'Accept-Ranges': 'bytes',
    ETag: entityTag(node) ?? '',
    'Last-Modified': lastModified(node),
  }
  if (isFresh(request.headers, node)) {
    response.writeHead(304, headers).end()
    return
  }
  // Only GET has ranges (RFC 9110, 14.2).
  const range = request.method === 'GET' && allowsRange(request.headers, node) ? parseRange(request.headers.range, blob.size) : null
  if (range === 'none') {
    // The size tells the client which ranges there are (RFC 9110, 15.5.17).
    const body = `416 Range Not Satisfiable\nThe file has ${blob.size} bytes.\n`
    answer(response, 416, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Range': `bytes */${blob.size}` }, body })
    return
  }
  const length = range ? range.last - range.first + 1 : blob.size
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'Content-Type': mediaType(node.name),
    'Content-Length': length,
    ...(range ? { 'Content-Range': `bytes ${range.first}-${range.last}/${blob.size}` } : {}),
  })
  if (request.method === 'HEAD' || length === 0) response.end()
  else await pipeline(blobs.open(blob.sha256, range), response)
}

/** One range is supported; for several, or a unit other than bytes, the whole file is sent (RFC 9110, 14.2). `none`: there are no such bytes. */
function parseRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  const range =
    first === ''
      ? { first: Math.max(0, size - Number(last)), last: size - 1 }
      : { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  return range.first > range.last ? 'none' : range
}

function sendFolder({ request, response, path, base, tree, switches }: Exchange, folder: FileNode): void {
  if (!path.slash && switches.dirNoSlash === '301') {
    answer(response, 301, { headers: { Location: base + formatFilePath(path.segments, true) } })
    return
  }
  const links = [link('.', '.', true), link('..', '..', true)]
  const body = listText(
    [...links, ...tree.members(folder).map(({ name, blob }) => link(encodeURIComponent(name), name, blob === null))],
    switches,
  )
  const headers = { ...sandboxed, 'Content-Type': 'text/html; charset=utf-8', 'Last-Modified': lastModified(folder) }
  if (request.method === 'HEAD') response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end()
  else answer(response, 200, { headers, body })
}

/** One link per line; `apache` uses the markup of that server (assumptions.md F4). */
function listText(links: readonly string[], { list }: Switches): string {
  const head = '<!doctype html><meta charset="utf-8">'
  switch (list) {
    case 'minimal':
      return [head, ...links, ''].join('\n')
    case 'apache':
      return [head, '<title>Index</title><h1>Index</h1><ul>', ...links.map((entry) => `<li>${entry}</li>`), '</ul>', ''].join('\n')
    default:
      return list satisfies never
  }
}

function link(address: string, name: string, folder: boolean): string {
  const end = folder ? '/' : ''
  return `<a href="${escapeHtml(address)}${end}">${escapeHtml(name)}${end}</a>`
}

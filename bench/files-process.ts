import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * A Files API that costs next to nothing, in a process of its own: PUT, PROPFIND of one folder and GET, in memory. Prints its address when
 * it listens; SIGTERM ends it.
 */
const files = new Map<string, Buffer>()

function listing(folder: string): string {
  const entries = [...files].filter(([path]) => path.startsWith(folder) && !path.slice(folder.length).includes('/'))
  const responses = entries.map(
    ([path, { length }]) =>
      `<D:response><D:href>${path}</D:href><D:propstat><D:prop><D:getcontentlength>${length}</D:getcontentlength>` +
      `<D:getlastmodified>Tue, 14 Nov 2023 22:13:20 GMT</D:getlastmodified><D:resourcetype/></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`,
  )
  return `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">${responses.join('')}</D:multistatus>`
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  const { method, url: path = '/' } = request
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (method === 'PUT') files.set(path, Buffer.concat(chunks))
    const found = files.get(path)
    if (method === 'PUT') response.writeHead(201).end()
    else if (method === 'PROPFIND') response.writeHead(207, { 'content-type': 'application/xml' }).end(listing(path))
    else if (found) response.writeHead(200, { 'content-length': found.length }).end(found)
    else response.writeHead(404).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
process.on('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { openFilesApi } from '../../src/emulator/files/files-api.ts'
import type { FilesApi } from '../../src/emulator/files/files-api.ts'

export interface FilesServer {
  /** Address of the Files API, without the site name. */
  readonly filesUrl: string
  /** Address of the site, without a closing slash. */
  readonly site: string
  readonly port: number
  readonly api: FilesApi
  readonly database: DatabaseSync
  /** Method and raw target of each request so far. */
  readonly seen: string[]
  readonly close: () => Promise<void>
}

/** The Files API alone, on a plain server; `key`: the key that it requires, if any. */
export async function startFilesServer(
  options: { blobs?: string; database?: string; key?: string; largestFile?: number; now?: () => Date } = {},
): Promise<FilesServer> {
  const database = new DatabaseSync(options.database ?? ':memory:')
  const seen: string[] = []
  const api = openFilesApi({
    database,
    blobs: options.blobs ?? null,
    now: options.now ?? (() => new Date()),
    ...(options.largestFile === undefined ? {} : { largestFile: options.largestFile }),
  })
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    seen.push(`${request.method} ${path}`)
    const user = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')[0]
    if (options.key !== undefined && user !== options.key) response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="files"' }).end()
    else if (path === '/files/shop' || path.startsWith('/files/shop/'))
      void api.respond(request, response, { target: path.slice('/files/shop'.length) })
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const filesUrl = `http://127.0.0.1:${port}/files`
  return {
    filesUrl,
    site: `${filesUrl}/shop`,
    port,
    api,
    database,
    seen,
    close: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      database.close()
    },
  }
}

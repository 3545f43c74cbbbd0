import { OperationalError } from '../errors.ts'
import { pictureContent } from '../records/rendition-mark.ts'
import { fileFault, statusOf } from './file-fault.ts'
import type { FileRequest } from './file-fault.ts'
import { filesOfListing, isWholeListing, listingRequest } from './file-listing.ts'
import { connectWebdav } from './webdav-connection.ts'
import type { WebdavConnection } from './webdav-connection.ts'
import type { PresentFile, StoreFiles } from './store-client.ts'

/** The Files API of one store, and how to connect to it. */
export interface StoreFilesOptions {
  /** Root address of the Files API; the caller has checked it (semantics.md 22). */
  readonly filesUrl: string
  /** The folder of the store below it. */
  readonly siteName: string
  /** Sent as the user name of basic authentication and never shown. */
  readonly key: string
  /** Called once for each request that is sent: PROPFIND and GET read, PUT uploads, MKCOL and DELETE write. */
  readonly onRequest?: (kind: 'read' | 'write' | 'upload') => void
  /** Longest wait for an answer, and between two parts of it, in milliseconds; default 60,000. */
  readonly timeoutMs?: number
  /** Address of an HTTP proxy; the caller has checked NO_PROXY. */
  readonly proxy?: string
}

type Verb = FileRequest['verb']
const kinds = { list: 'read', read: 'read', upload: 'upload', remove: 'write', 'make folder': 'write' } as const satisfies Record<
  Verb,
  string
>

/**
 * The Files API of one store (platform.md, "Files API (WebDAV, class 1)"). Nothing is loaded or sent before the first call.
 * Errors: `store-unreachable`, `store-refused-key`, `files-fault`; redirects are refused.
 */
export function openStoreFiles(options: StoreFilesOptions): StoreFiles {
  const { filesUrl, siteName, onRequest, timeoutMs = 60_000 } = options
  const { host } = new URL(filesUrl)
  const folders = new Map<string, Promise<void>>()
  let connection: Promise<WebdavConnection> | undefined

  /** `ignored`: status codes that count as success; the result is then `null`. */
  async function send<Result>(
    [verb, path, ignored]: readonly [Verb, string, readonly number[]],
    act: (connection: WebdavConnection) => Promise<Result>,
  ): Promise<Result | null> {
    connection ??= connectWebdav({ ...options, timeoutMs })
    const opened = await connection
    onRequest?.(kinds[verb])
    try {
      return await act(opened)
    } catch (error) {
      if (ignored.includes(statusOf(error) ?? 0)) return null
      throw fileFault(error, { verb, path, host, siteName, timeoutMs })
    }
  }

  /** Creates a folder and its parents from the top; 405: the folder exists. */
  async function makeFolders(folder: string): Promise<void> {
    for (const path of withParents(folder)) await send(['make folder', path, [405]], ({ client }) => client.createDirectory(path))
  }

  async function readBytes(path: string): Promise<Uint8Array> {
    const bytes = await send(['read', path, []], ({ client }) => client.getFileContents(path))
    if (!(bytes instanceof Uint8Array)) throw new OperationalError('files-fault', `${host} sent no bytes for ${path}.`)
    return bytes
  }

  return {
    async list(folder) {
      const files = await send(['list', folder, [404]], (opened) => listFolder(opened, folder, host))
      return files ?? []
    },
    read: readBytes,
    async hash(path) {
      return pictureContent(await readBytes(path))
    },
    async write(path, bytes) {
      // webdav sends the length of a Buffer only.
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const sent = await send(['upload', path, [404, 409]], ({ client }) => client.putFileContents(path, body))
      if (sent !== null) return
      const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
      // Several uploads can need the same folder: it is created once.
      const making = folders.get(folder) ?? makeFolders(folder).finally(() => folders.delete(folder))
      folders.set(folder, making)
      await making
      await send(['upload', path, []], ({ client }) => client.putFileContents(path, body))
    },
    async remove(path) {
      await send(['remove', path, [404]], ({ client }) => client.deleteFile(path))
    },
  }
}

/** `a/b/c` as `a`, `a/b`, `a/b/c`. */
function withParents(folder: string): readonly string[] {
  const names = folder.split('/')
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

async function listFolder({ webdav, client }: WebdavConnection, folder: string, host: string): Promise<readonly PresentFile[]> {
  const headers = { Depth: '1', Accept: 'application/xml', 'Content-Type': 'application/xml; charset=utf-8' }
  const answer = await client.customRequest(`${folder}/`, { method: 'PROPFIND', headers, data: listingRequest })
  const text = await answer.text()
  if (answer.status !== 207 || !isWholeListing(text)) {
    throw new OperationalError('files-fault', `${host} did not answer with a complete WebDAV listing of ${folder}.`, {
      fix: 'Check that files_url is the WebDAV address of the store, then try again.',
      context: { status: answer.status },
    })
  }
  return filesOfListing(
    await webdav.parseXML(text, { attributeNamePrefix: '@', attributeParsers: [], tagParsers: [], entityDecoder: unlimited }),
    folder,
  )
}

/** A large folder is not an attack: each file has a few entities. */
const unlimited = { limit: { maxTotalExpansions: 0, maxExpandedLength: 0 } }

import { OperationalError } from '../errors.ts'
import { pictureContent } from '../records/rendition-mark.ts'
import { isWebPage } from './answer-fault.ts'
import { checkFileAnswer, webPageOfFiles } from './file-answer.ts'
import { fileFault, statusOf } from './file-fault.ts'
import type { FileRequest } from './file-fault.ts'
import { isBusy } from './failed-answer.ts'
import { filesOfListing, isWholeListing, listingRequest, readableParts } from './file-listing.ts'
import type { RequestPace } from './pace.ts'
import { type BeginRead, repeated } from './repeat-reads.ts'
import type { RequestKind } from './request-limit.ts'
import { type ListedResponse, scanListing } from './scan-listing.ts'
import { connectWebdav, uploadWaitMs } from './webdav-connection.ts'
import type { WebdavConnection } from './webdav-connection.ts'
import type { PresentFile, StoreFiles } from './store-client.ts'
import type { StoreSettings } from './store-settings.ts'

/** The Files API of one store, and how to connect to it. */
export interface StoreFilesOptions extends Pick<StoreSettings, 'whenRefused'> {
  /** Root address of the Files API; the caller has checked it (semantics.md 22). */
  readonly filesUrl: string
  /** The folder of the store below it. */
  readonly siteName: string
  /** Sent as the user name of basic authentication and never shown. */
  readonly key: string
  /** Called once for each request that is sent: PROPFIND and GET read, PUT uploads, MKCOL and DELETE write. */
  readonly onRequest?: (kind: RequestKind) => void
  /** When requests go out. */
  readonly pace: Pick<RequestPace, 'begin'>
  /** Longest wait for an answer, and between two parts of it, in milliseconds; default 60,000. An upload may take longer (`uploadWaitMs`). */
  readonly timeoutMs?: number
  /** Address of an HTTP proxy; the caller has checked NO_PROXY. */
  readonly proxy?: string
  /** How often a list or a download that failed is sent again. */
  readonly beginRead: BeginRead
}

type Verb = FileRequest['verb']
const kinds: Readonly<Record<Verb, RequestKind>> = { list: 'read', read: 'read', upload: 'upload', remove: 'write', 'make folder': 'write' }

/**
 * The Files API of one store (platform.md, "Files API (WebDAV, class 1)"). Nothing is loaded or sent before the first call.
 * Errors: `store-unreachable`, `store-refused-key`, `files-fault`; redirects are refused. Lists and downloads that fail are repeated,
 * uploads and deletions never.
 */
export function openStoreFiles(options: StoreFilesOptions): StoreFiles {
  const { beginRead } = options
  const { host } = new URL(options.filesUrl)
  const { send, isSent } = openSender(options, host)
  const folders = new Map<string, Promise<void>>()

  /** Creates a folder and its parents from the top; 405: the folder exists. */
  async function makeFolders(folder: string): Promise<void> {
    for (const path of withParents(folder)) await send(['make folder', path, [405]], ({ client }) => client.createDirectory(path))
  }

  async function upload(path: string, bytes: Uint8Array): Promise<void> {
    const isSent = await send(['upload', path, [404, 409], bytes.length], (opened) => put(opened.put, { path, host }, bytes))
    if (isSent) return
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    // Several uploads can need the same folder: it is created once, and asked for once where the store refuses it.
    const making =
      folders.get(folder) ??
      makeFolders(folder).then(
        () => void folders.delete(folder),
        (error: unknown) => {
          if (!isFinalRefusal(error)) folders.delete(folder)
          throw error
        },
      )
    folders.set(folder, making)
    await making
    await send(['upload', path, [], bytes.length], (opened) => put(opened.put, { path, host }, bytes))
  }

  const read = (path: string): Promise<Uint8Array> =>
    repeated(beginRead(), async () => {
      const content = await send(['read', path, []], ({ client }) => client.getFileContents(path))
      return checkedBytes(content, { path, host })
    })

  return {
    list: (folder) =>
      repeated(beginRead(), async () => (await send(['list', folder, [404]], (opened) => listFolder(opened, folder, host))) ?? []),
    read,
    hash: async (path) => pictureContent(await read(path)),
    write: upload,
    isSent,
    remove: async (path) => {
      await send(['remove', path, [404]], ({ client }) => remove(client, { path, host }))
    },
  }
}

/** Sends one request, with so many bytes of a file. Status codes in the list count as success; the result is then `null`. */
type Send = <Result>(
  request: readonly [verb: Verb, path: string, ignored: readonly number[], bytes?: number],
  act: (connection: WebdavConnection) => Promise<Result>,
) => Promise<Result | null>

function openSender(options: StoreFilesOptions, host: string): Pick<StoreFiles, 'isSent'> & { readonly send: Send } {
  const { siteName, onRequest, pace, proxy, timeoutMs = 60_000 } = options
  let connection: Promise<WebdavConnection> | undefined
  let known: WebdavConnection | undefined
  const connect = async (): Promise<WebdavConnection> => {
    connection ??= connectWebdav({ ...options, timeoutMs })
    known = await connection
    return known
  }
  const send: Send = async ([verb, path, ignored, bytes = 0], act) => {
    const opened = known ?? (await connect())
    const turn = pace.begin(kinds[verb])
    const end = turn instanceof Promise ? await turn : turn
    onRequest?.(kinds[verb])
    try {
      const result = await act(opened)
      end()
      return result
    } catch (error) {
      const fault = fileFault(error, { verb, path, host, siteName, timeoutMs: uploadWaitMs(timeoutMs, bytes), proxy })
      end(fault)
      if (ignored.includes(statusOf(error) ?? 0)) return null
      throw fault
    }
  }
  return { send, isSent: () => known?.isSent() ?? true }
}

interface Place {
  readonly path: string
  readonly host: string
}

async function put(send: WebdavConnection['put'], { path, host }: Place, bytes: Uint8Array): Promise<true> {
  checkFileAnswer(await send(path, bytes), { verb: 'upload', path, host })
  return true
}

async function remove(client: WebdavConnection['client'], { path, host }: Place): Promise<void> {
  const answer = await client.customRequest(path, { method: 'DELETE' })
  checkFileAnswer({ status: answer.status, text: await answer.text() }, { verb: 'remove', path, host })
}

/** A proxy can answer 200 with a page of its own in place of a picture. */
function checkedBytes(content: unknown, { path, host }: Place): Uint8Array {
  if (!(content instanceof Uint8Array)) throw new OperationalError('files-fault', `${host} sent no bytes for ${path}.`)
  const beginning = Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, 1024)).toString('utf8')
  if (isWebPage(beginning) && !/\.html?$/i.test(path)) throw webPageOfFiles({ verb: 'read', path, host }, 200)
  return content
}

/** True where the store answered and would answer the same again. */
function isFinalRefusal(error: unknown): boolean {
  const { status, answer } = error instanceof OperationalError ? error.context : {}
  return status !== undefined && answer === 'refused' && !isBusy(error)
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
      context: { status: answer.status, answer: 'lost' },
    })
  }
  return filesOfListing(scanListing(text) ?? (await parsedListing(text, webdav)), folder)
}

/** The responses of a listing of any form. */
export async function parsedListing(
  text: string,
  { parseXML }: Pick<WebdavConnection['webdav'], 'parseXML'>,
): Promise<readonly ListedResponse[]> {
  const parsed = await parseXML(readableParts(text), {
    attributeNamePrefix: '@',
    attributeParsers: [],
    tagParsers: [],
    entityDecoder: unlimited,
  })
  return parsed.multistatus.response
}

/** A large folder is not an attack: each file has a few entities. */
const unlimited = { limit: { maxTotalExpansions: 0, maxExpandedLength: 0 } }

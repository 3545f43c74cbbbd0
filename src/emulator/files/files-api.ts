import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DatabaseSync } from 'node:sqlite'
import { reasonText } from '../assumptions/assumption-list.ts'
import { type Switches, switchesWith } from '../assumptions/switches.ts'
import { checkOpen } from '../database/check-open.ts'
import { answer } from './webdav/answer.ts'
import { FileFault } from './file-fault.ts'
import { parseFilePath, parsePlainPath } from './tree/file-path.ts'
import type { FileNode } from './tree/file-node.ts'
import { FileTree } from './tree/file-tree.ts'
import { findProperties } from './webdav/find-properties.ts'
import { openFolderBlobs } from './blobs/folder-blobs.ts'
import { getEntry } from './webdav/get-entry.ts'
import { makeFolder } from './webdav/make-folder.ts'
import { openMemoryBlobs } from './blobs/memory-blobs.ts'
import { patchProperties } from './webdav/patch-properties.ts'
import { checkPlace, putFile } from './webdav/put-file.ts'
import { removeEntry } from './webdav/remove-entry.ts'
import { copyEntry, moveEntry } from './webdav/transfer-entry.ts'
import type { Exchange, EntryChange, Operation } from './webdav/exchange.ts'

/** The Files API of one emulated store (docs/api.md, "Files API (WebDAV, class 1)"). */
export interface FilesApi {
  /**
   * Answers an authorised request. `target` is its raw path after the site, with a leading slash and without the query. The part of
   * `request.url` before it is the prefix of every address in the answer. `onCommit` is called with what the request changed.
   */
  respond(
    request: IncomingMessage,
    response: ServerResponse,
    more: { readonly target: string; readonly onCommit?: (changes: readonly EntryChange[]) => void },
  ): Promise<void>
  /**
   * Writes a file without the API, for seeding; missing folders are created. `path` is not encoded, such as `images/items/a.jpg`. Throws a
   * `FileFault` for a path that a PUT would refuse. In a larger transaction, `settle` must be called when it has ended.
   */
  put(path: string, bytes: Uint8Array): void
  /** The file or folder at a path such as `images/items`, not encoded and in any Unicode form, or `null`; the empty path is the root. */
  entry(path: string): FileNode | null
  /** The contents of a folder, sorted by name. */
  members(folder: FileNode): readonly FileNode[]
  /** Removes everything and creates the first folders. */
  reset(): void
  /** After a larger transaction: lets go of the bytes of its files that are not needed. */
  settle(): void
  /** Removes the bytes that neither a file nor `pinned` needs, after the tree was changed without this interface. */
  sweep(): void
}

export interface FilesApiOptions {
  /** Contains the tree; its two tables are created. */
  readonly database: DatabaseSync
  /** Folder for the bytes; `null` keeps them in memory. */
  readonly blobs: string | null
  readonly now: () => Date
  /** Bytes; default 4 GiB. */
  readonly largestFile?: number
  /** True for bytes to keep although no file has them; default: none. */
  readonly pinned?: (sha256: string) => boolean
  readonly switches?: Switches
}

const operations: Readonly<Record<string, Operation>> = {
  GET: getEntry,
  HEAD: getEntry,
  PUT: putFile,
  DELETE: removeEntry,
  MKCOL: makeFolder,
  COPY: copyEntry,
  MOVE: moveEntry,
  PROPFIND: findProperties,
  PROPPATCH: patchProperties,
  OPTIONS: ({ response }) => answer(response, 200, { headers: { DAV: '1', Allow: allowed } }),
}
const allowed = Object.keys(operations).join(', ')

/** Opens the Files API of a database; creates the first folders in a new one. */
export function openFilesApi(options: FilesApiOptions): FilesApi {
  const { database, blobs: folder, now, largestFile = 4 * 1024 ** 3, pinned = () => false, switches = switchesWith() } = options
  const blobs = folder === null ? openMemoryBlobs() : openFolderBlobs(folder)
  const drop = (sha256: string): void => {
    if (!pinned(sha256)) blobs.drop(sha256)
  }
  const tree = new FileTree(database, { onUnused: drop, nocase: switches.fileCase === 'nocase' })
  const clear = (): void => tree.transact(() => tree.clear(now().getTime()))
  if (!tree.hasRoot()) clear()
  const sweep = (): void => blobs.sweep((sha256) => tree.isUsed(sha256) || pinned(sha256))
  sweep()

  return {
    async respond(request, response, { target, onCommit = () => undefined }) {
      try {
        const path = target === '' ? { segments: [], slash: false } : parseFilePath(target)
        const context = { request, response, path, base: baseOf(request, target), tree, blobs, largestFile, switches, onCommit }
        await operate({ ...context, now: () => now().getTime() })
      } catch (error) {
        if (error instanceof FileFault && error.assumption !== null)
          response.setHeader('x-emulator-reason', reasonText(error.assumption, switches))
        refuse(request, response, error)
      }
    },
    put(path, bytes) {
      const segments = parsePlainPath(path)
      const name = segments.at(-1) ?? ''
      tree.transact(() => {
        const at = now().getTime()
        const parent = tree.ensureFolder(segments.slice(0, -1), at)
        checkPlace(parent, tree.find(segments))
        const blob = blobs.put(bytes)
        blob.keep()
        tree.putFile(parent, { name, blob }, at)
      })
    },
    entry: (path) => {
      checkOpen(database)
      const names = path.normalize('NFC').split('/')
      return tree.find(names.filter((name) => name !== ''))
    },
    members: (folder) => tree.members(folder),
    reset() {
      clear()
      sweep()
    },
    settle: () => tree.settle(),
    sweep,
  }
}

async function operate(exchange: Exchange): Promise<void> {
  const { method = '', headers } = exchange.request
  const operation = Object.hasOwn(operations, method) ? operations[method] : undefined
  if (!operation) throw new FileFault(405, `${method} is not supported.`)
  if (headers['if'] !== undefined) throw new FileFault(412, 'The header If is not supported, so its condition is not met; use If-Match.')
  await operation(exchange)
}

function baseOf({ url = '' }: IncomingMessage, target: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/\?.*$/s, '')
  return target !== '' && path.endsWith(target) ? path.slice(0, -target.length) : path
}

/** A client that disconnected gets no answer; a fault after the first byte of an answer can only end it. */
function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (request.socket.destroyed || response.headersSent) response.destroy()
  else if (error instanceof FileFault) sendFault(response, error)
  else throw error
}

function sendFault(response: ServerResponse, fault: FileFault): void {
  const allow = fault.status === 405 ? { Allow: allowed } : {}
  if (fault.condition === null) {
    const headers = { ...allow, 'Content-Type': 'text/plain; charset=utf-8' }
    answer(response, fault.status, { headers, body: `${fault.title}\n${fault.message}\n` })
    return
  }
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:"><D:${fault.condition}/></D:error>\n`
  answer(response, fault.status, { headers: { ...allow, 'Content-Type': 'application/xml; charset=utf-8' }, body })
}

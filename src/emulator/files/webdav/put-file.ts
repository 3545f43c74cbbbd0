import { answer } from './answer.ts'
import { checkConditions } from './entity-tag.ts'
import { FileFault } from '../file-fault.ts'
import { bodyChunks } from '../../http/request-body.ts'
import { type Exchange, entryChange } from './exchange.ts'
import type { FileNode } from '../tree/file-node.ts'

/** PUT: stores the body as a file, completely or not at all (assumptions.md F1, F2, F10). */
export async function putFile(exchange: Exchange): Promise<void> {
  const { request, response, path, tree, blobs, largestFile, now, switches, onCommit } = exchange
  if (request.headers['content-range'] !== undefined)
    throw new FileFault(400, 'Content-Range is not supported: a file must be uploaded as a whole.').because('F10')
  if (switches.mkParents === 'yes') tree.transact(() => tree.ensureFolder(path.segments.slice(0, -1), now()))
  findPlace(exchange)
  const tooLarge = (): FileFault => new FileFault(413, `The body is larger than ${largestFile} bytes.`)
  const upload = await blobs.receive(bodyChunks(request, largestFile, tooLarge))
  try {
    // The tree may have changed while the bytes arrived.
    const { parent, name, before } = findPlace(exchange)
    upload.keep()
    tree.transact(() => tree.putFile(parent, { name, blob: { sha256: upload.sha256, size: upload.size } }, now()))
    onCommit([entryChange(before ? 'updated' : 'created', path.segments)])
    answer(response, before ? 204 : 201, { headers: { ETag: `"${upload.sha256}"` } })
  } catch (error) {
    upload.discard()
    throw error
  }
}

/** Refuses a file whose parent is not a folder, or in place of a folder. */
export function checkPlace(parent: FileNode | null, before: FileNode | null): asserts parent is FileNode {
  if (!parent || parent.blob) throw new FileFault(409, 'The folder of this file does not exist.').because('F2')
  if (before && !before.blob) throw new FileFault(405, 'A folder with this name exists.')
}

function findPlace({ request, path, tree }: Exchange): { parent: FileNode; name: string; before: FileNode | null } {
  const name = path.segments.at(-1)
  if (name === undefined || path.slash) throw new FileFault(405, 'A folder cannot be uploaded.')
  const parent = tree.find(path.segments.slice(0, -1))
  const before = tree.find(path.segments)
  checkPlace(parent, before)
  checkConditions(request.headers, before)
  return { parent, name, before }
}

import { answer } from './answer.ts'
import { checkConditions } from './entity-tag.ts'
import { FileFault } from './file-fault.ts'
import { bodyChunks } from './request-body.ts'
import type { Exchange } from './exchange.ts'
import type { FileNode } from './file-node.ts'

/** PUT: the body becomes the file, whole or not at all (assumptions.md F1, F2, F10). */
export async function putFile(exchange: Exchange): Promise<void> {
  const { request, response, path, tree, blobs, largestFile, now, switches } = exchange
  if (request.headers['content-range'] !== undefined) throw new FileFault(400, 'A part of a file cannot be uploaded.').because('F10')
  if (switches.mkParents === 'yes') tree.transact(() => tree.ensureFolder(path.segments.slice(0, -1), now()))
  findPlace(exchange)
  const upload = await blobs.receive(bodyChunks(request, largestFile))
  try {
    // The tree may have changed while the bytes arrived, so it is looked at again.
    const { parent, name, before } = findPlace(exchange)
    upload.keep()
    tree.transact(() => tree.putFile(parent, { name, blob: { sha256: upload.sha256, size: upload.size } }, now()))
    answer(response, before ? 204 : 201, { headers: { ETag: `"${upload.sha256}"` } })
  } catch (error) {
    upload.discard()
    throw error
  }
}

function findPlace({ request, path, tree }: Exchange): { parent: FileNode; name: string; before: FileNode | null } {
  const name = path.segments.at(-1)
  if (name === undefined || path.slash) throw new FileFault(405, 'A folder cannot be uploaded.')
  const parent = tree.find(path.segments.slice(0, -1))
  if (!parent || parent.blob) throw new FileFault(409, 'The folder of this file does not exist.').because('F2')
  const before = tree.find(path.segments)
  if (before && !before.blob) throw new FileFault(405, 'There is a folder of this name.')
  checkConditions(request.headers, before)
  return { parent, name, before }
}

import { answer } from './answer.ts'
import { checkConditions } from './entity-tag.ts'
import { FileFault } from '../file-fault.ts'
import { depthOf, type Exchange, entryChange } from './exchange.ts'

/** DELETE of a file, or of a folder with its contents (assumptions.md F11). */
export function removeEntry({ request, response, path, tree, now, switches, onCommit }: Exchange): void {
  if (path.segments.length === 0) throw new FileFault(403, 'The root folder cannot be removed.')
  const node = tree.find(path.segments)
  const parent = tree.find(path.segments.slice(0, -1))
  if (!node || !parent || (node.blob && path.slash)) throw new FileFault(404, 'There is no such file or folder.')
  if (!node.blob && switches.dirDelete === '403') throw new FileFault(403, 'A folder cannot be removed.').because('F11')
  const depth = depthOf(request)
  if (!node.blob && depth !== undefined && depth !== 'infinity')
    throw new FileFault(400, 'DELETE of a folder supports Depth: infinity only.')
  checkConditions(request.headers, node)
  tree.transact(() => tree.remove(node, parent, now()))
  onCommit([entryChange('removed', path.segments)])
  answer(response, 204)
}

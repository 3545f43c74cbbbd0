import { answer } from './answer.ts'
import { checkConditions } from './entity-tag.ts'
import { FileFault } from '../file-fault.ts'
import { parseFilePath } from '../tree/file-path.ts'
import { depthOf, type Exchange, type EntryChange, entryChange } from './exchange.ts'
import type { FileNode } from '../tree/file-node.ts'
import type { FilePath } from '../tree/file-path.ts'
import type { FileTree } from '../tree/file-tree.ts'

/** COPY (RFC 4918, 9.8): creates an entry with the same bytes and properties. */
export function copyEntry(exchange: Exchange): void {
  transfer(exchange, ({ tree, request, now }, source, to) => {
    tree.copy(source, { ...to, shallow: depthOf(request) === '0' }, now())
    return []
  })
}

/** MOVE (RFC 4918, 9.9). */
export function moveEntry(exchange: Exchange): void {
  if (depthOf(exchange.request) === '0') throw new FileFault(400, 'MOVE supports Depth: infinity only.')
  transfer(exchange, ({ tree, path, now }, source, to) => {
    tree.move(source, to, now())
    return [entryChange('removed', path.segments)]
  })
}

/** Returns what it changes besides the destination. */
type Act = (exchange: Exchange, source: FileNode, to: { parent: FileNode; name: string }) => readonly EntryChange[]

/** Replaces the entry at the destination in one transaction. */
function transfer(exchange: Exchange, act: Act): void {
  const { request, response, path, tree, now, onCommit } = exchange
  checkHeaders(exchange)
  const destination = parseDestination(exchange)
  const source = tree.find(path.segments)
  if (!source || (source.blob && path.slash)) throw new FileFault(404, 'There is no such file or folder.')
  checkConditions(request.headers, source)
  if (overlap(tree, path, destination)) {
    throw new FileFault(403, 'Source and destination are equal, or one contains the other.')
  }
  const { parent, name, before } = findDestination(exchange, destination)
  const others = tree.transact(() => {
    if (before) tree.remove(before, parent, now())
    return act(exchange, source, { parent, name })
  })
  onCommit([...others, entryChange(before ? 'updated' : 'created', destination.segments)])
  answer(response, before ? 204 : 201)
}

/** True if the paths are of the same entry, or one is of a folder that contains the other. Compares entries: names may ignore case (assumptions.md F6). */
function overlap(tree: FileTree, source: FilePath, destination: FilePath): boolean {
  const depth = Math.min(source.segments.length, destination.segments.length)
  const [one, other] = [source, destination].map(({ segments }) => tree.find(segments.slice(0, depth)))
  return one?.id === other?.id
}

function findDestination({ request, tree }: Exchange, { segments }: FilePath): { parent: FileNode; name: string; before: FileNode | null } {
  const parent = tree.find(segments.slice(0, -1))
  if (!parent || parent.blob) throw new FileFault(409, 'The folder of the destination does not exist.')
  const before = tree.find(segments)
  if (before && overwriteOf(request) === 'F') throw new FileFault(412, 'The destination exists and Overwrite is F.')
  return { parent, name: segments.at(-1) ?? '', before }
}

function checkHeaders({ request }: Exchange): void {
  const [depth, overwrite] = [depthOf(request), overwriteOf(request)]
  if (depth !== undefined && depth !== '0' && depth !== 'infinity') throw new FileFault(400, 'Depth must be 0 or infinity.')
  if (overwrite !== undefined && overwrite !== 'T' && overwrite !== 'F') throw new FileFault(400, 'Overwrite must be T or F.')
}

/** The header Overwrite; its words are the same in any case (RFC 4918, 10.6). */
function overwriteOf({ headers: { overwrite } }: Exchange['request']): string | undefined {
  return typeof overwrite === 'string' ? overwrite.toUpperCase() : undefined
}

/** The path in the header Destination: an address of this site, absolute or as a path. */
function parseDestination({ request, base }: Exchange): FilePath {
  const { destination } = request.headers
  const [, host, path] = /^(?:https?:\/\/([^/?#]*))?(\/.*)$/i.exec(typeof destination === 'string' ? destination : '') ?? []
  if (path === undefined) throw new FileFault(400, 'The header Destination is missing or not an address.')
  const elsewhere = host !== undefined && host.toLowerCase() !== request.headers.host?.toLowerCase()
  if (elsewhere || !path.startsWith(`${base}/`)) throw new FileFault(502, 'The destination is on another site.')
  return parseFilePath(path.slice(base.length))
}

import type { Switches } from '../../assumptions/switches.ts'
import { FileFault } from '../file-fault.ts'
import { formatFilePath } from '../tree/file-path.ts'
import { liveProperty, livePropertyNames } from './live-properties.ts'
import { sendMultistatus } from './multistatus.ts'
import { elementsOf, isDav, readXmlBody } from './xml-body.ts'
import { depthOf, type Exchange } from './exchange.ts'
import type { FileNode } from '../tree/file-node.ts'
import type { EntryAnswer, PropertyAnswer, PropertyGroup } from './multistatus.ts'
import type { XmlElement } from './xml-body.ts'

/** What a PROPFIND requests: all properties, their names only, or some. */
type Question =
  | { readonly kind: 'all' }
  | { readonly kind: 'names' }
  | { readonly kind: 'some'; readonly names: readonly { readonly namespace: string; readonly name: string }[] }

/** PROPFIND (RFC 4918, 9.1) of a file or folder, with Depth 1 of a folder and its direct contents. */
export async function findProperties(exchange: Exchange): Promise<void> {
  const { request, response, path, base, tree, switches } = exchange
  const body = await readXmlBody(request)
  const question = body ? parseQuestion(body) : ({ kind: 'all' } as const)
  const node = tree.find(path.segments)
  if (!node || (node.blob && path.slash)) throw new FileFault(404, 'There is no such file or folder.')
  const levels = levelsBelow(depthOf(request), { node, switches })
  const answerFor = (entry: FileNode, segments: readonly string[]): EntryAnswer => ({
    href: base + formatFilePath(segments, entry.blob === null),
    groups: groupsOf(exchange, entry, question),
  })
  const answersBelow = (folder: FileNode, segments: readonly string[], left: number): EntryAnswer[] => {
    if (left === 0 || folder.blob) return []
    return tree.members(folder).flatMap((member) => {
      const place = [...segments, member.name]
      return [answerFor(member, place), ...answersBelow(member, place, left - 1)]
    })
  }
  sendMultistatus(response, [answerFor(node, path.segments), ...answersBelow(node, path.segments, levels)])
}

/** The number of levels below the entry. No Depth means infinity, which is refused for a folder (assumptions.md F7). */
function levelsBelow(depth: string | undefined, { node, switches }: { node: FileNode; switches: Switches }): number {
  switch (depth ?? 'infinity') {
    case '0':
      return 0
    case '1':
      return 1
    case 'infinity':
      if (node.blob || switches.infinity === 'accept') return Number.POSITIVE_INFINITY
      throw new FileFault(403, 'A folder supports Depth 0 and 1 only.', 'propfind-finite-depth').because('F7')
    default:
      throw new FileFault(400, 'Depth must be 0, 1 or infinity.')
  }
}

function parseQuestion(root: XmlElement): Question {
  if (!isDav(root, 'propfind')) throw new FileFault(400, 'The body is not a propfind element.')
  const parts = elementsOf(root)
  const wanted = parts.find((part) => isDav(part, 'prop'))
  if (wanted) return { kind: 'some', names: elementsOf(wanted).map(({ namespace, name }) => ({ namespace, name })) }
  if (parts.some((part) => isDav(part, 'propname'))) return { kind: 'names' }
  if (parts.some((part) => isDav(part, 'allprop'))) return { kind: 'all' }
  throw new FileFault(400, 'The body contains none of prop, propname and allprop.')
}

function groupsOf({ tree }: Exchange, node: FileNode, question: Question): readonly PropertyGroup[] {
  const properties = propertiesOf(node, tree.properties(node))
  switch (question.kind) {
    case 'all':
      return [{ status: '200 OK', properties }]
    case 'names':
      return [{ status: '200 OK', properties: properties.map((property) => ({ ...property, lang: '', xml: '' })) }]
    case 'some': {
      const found = question.names.map((name) => properties.find((property) => isSame(property, name)) ?? { ...name, lang: '', xml: null })
      return [
        { status: '200 OK', properties: found.filter((property) => property.xml !== null) },
        { status: '404 Not Found', properties: found.filter(({ xml }) => xml === null).map((name) => ({ ...name, xml: '' })) },
      ]
    }
  }
}

function propertiesOf(node: FileNode, dead: readonly PropertyAnswer[]): readonly PropertyAnswer[] {
  const live = livePropertyNames.flatMap((name) => {
    const xml = liveProperty(node, name)
    return xml === null ? [] : [{ namespace: 'DAV:', name, lang: '', xml }]
  })
  return [...live, ...dead]
}

function isSame(left: { namespace: string; name: string }, right: { namespace: string; name: string }): boolean {
  return left.name === right.name && left.namespace === right.namespace
}

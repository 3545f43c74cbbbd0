import { checkConditions } from './entity-tag.ts'
import { FileFault } from '../file-fault.ts'
import { formatFilePath } from '../tree/file-path.ts'
import { isProtected } from './live-properties.ts'
import { sendMultistatus } from './multistatus.ts'
import { elementsOf, isDav, readXmlBody } from './xml-body.ts'
import { formatContent } from './xml-text.ts'
import { type Exchange, entryChange } from './exchange.ts'
import type { DeadProperty } from '../tree/file-node.ts'
import type { PropertyGroup } from './multistatus.ts'
import type { XmlElement } from './xml-body.ts'

interface Patch {
  readonly set: boolean
  readonly property: DeadProperty
}

/** PROPPATCH (RFC 4918, 9.2): sets and removes properties in the order of the body, all or none. */
export async function patchProperties({ request, response, path, base, tree, onCommit }: Exchange): Promise<void> {
  const body = await readXmlBody(request)
  if (!body || !isDav(body, 'propertyupdate')) throw new FileFault(400, 'The body is not a propertyupdate element.')
  const patches = parsePatches(body)
  const node = tree.find(path.segments)
  if (!node || (node.blob && path.slash)) throw new FileFault(404, 'There is no such file or folder.')
  checkConditions(request.headers, node)
  const groups = groupsOf(patches)
  if (groups.every(({ status }) => status === '200 OK')) {
    tree.transact(() => {
      for (const { set, property } of patches) {
        if (set) tree.setProperty(node, property)
        else tree.removeProperty(node, property)
      }
    })
    onCommit([entryChange('updated', path.segments)])
  }
  sendMultistatus(response, [{ href: base + formatFilePath(path.segments, node.blob === null), groups }])
}

function parsePatches(root: XmlElement): readonly Patch[] {
  return elementsOf(root).flatMap((part) => {
    const set = isDav(part, 'set')
    if (!set && !isDav(part, 'remove')) return []
    return elementsOf(part)
      .filter((prop) => isDav(prop, 'prop'))
      .flatMap((prop) => elementsOf(prop).map((element) => ({ set, property: propertyOf(element, [root, part, prop]) })))
  })
}

/** `above`: its ancestors, from which it inherits its language. */
function propertyOf(element: XmlElement, above: readonly XmlElement[]): DeadProperty {
  const lang = [...above, element].reduce((inherited, { attributes }) => {
    return attributes.find(({ prefix, name }) => prefix === 'xml' && name === 'lang')?.value ?? inherited
  }, '')
  return { namespace: element.namespace, name: element.name, lang, xml: formatContent(element) }
}

function groupsOf(patches: readonly Patch[]): readonly PropertyGroup[] {
  const names = patches.map(({ property }) => ({ namespace: property.namespace, name: property.name, lang: '', xml: '' }))
  const refused = names.filter(({ namespace, name }) => isProtected(namespace, name))
  if (refused.length === 0) return [{ status: '200 OK', properties: names }]
  return [
    { status: '403 Forbidden', properties: refused, condition: 'cannot-modify-protected-property' },
    { status: '424 Failed Dependency', properties: names.filter((name) => !refused.includes(name)) },
  ]
}

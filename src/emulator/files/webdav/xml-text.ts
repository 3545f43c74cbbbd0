import { escapeXml, escapeXmlAttribute } from '../../markup/escape.ts'
import type { XmlElement } from './xml-body.ts'

/** The content of an element as XML that is well-formed by itself: each element declares the namespaces that it uses. */
export function formatContent(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? escapeXml(child) : formatElement(child))).join('')
}

function formatElement(element: XmlElement): string {
  const name = qualified(element.prefix, element.name)
  const declared = new Map([[element.prefix, element.namespace]])
  for (const { prefix, namespace } of element.attributes) if (prefix !== '') declared.set(prefix, namespace)
  declared.delete('xml')
  const declarations = [...declared].map(([prefix, uri]) => ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeXml(uri)}"`)
  const attributes = element.attributes.map(
    (attribute) => ` ${qualified(attribute.prefix, attribute.name)}="${escapeXmlAttribute(attribute.value)}"`,
  )
  const start = `${name}${declarations.join('')}${attributes.join('')}`
  const content = formatContent(element)
  return content === '' ? `<${start}/>` : `<${start}>${content}</${name}>`
}

function qualified(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}:${name}`
}

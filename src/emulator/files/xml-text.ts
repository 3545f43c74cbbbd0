import type { XmlElement } from './xml-body.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** Text made safe for element content and for attribute values in double quotes. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"\r]/g, (character) => entities[character] ?? character)
}

/** The content of an element as XML that is well-formed in any place: each element declares the namespaces that it uses. */
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
    (attribute) => ` ${qualified(attribute.prefix, attribute.name)}="${escapeAttribute(attribute.value)}"`,
  )
  const start = `${name}${declarations.join('')}${attributes.join('')}`
  const content = formatContent(element)
  return content === '' ? `<${start}/>` : `<${start}>${content}</${name}>`
}

function qualified(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}:${name}`
}

/** A parser turns bare line ends and tabs in attributes into spaces. */
function escapeAttribute(value: string): string {
  return escapeXml(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}

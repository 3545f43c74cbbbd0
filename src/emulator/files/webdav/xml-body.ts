import type { IncomingMessage } from 'node:http'
import { SaxesParser } from 'saxes'
import type { SaxesTagNS } from 'saxes'
import { decodeUtf8 } from '../../../files/decode-utf8.ts'
import { FileFault } from '../file-fault.ts'
import { bodyChunks, collect } from '../../http/request-body.ts'

/** An element of a request body with its namespace resolved. Prefixes are kept because values may use them. */
export interface XmlElement {
  readonly namespace: string
  readonly prefix: string
  readonly name: string
  readonly attributes: readonly { readonly namespace: string; readonly prefix: string; readonly name: string; readonly value: string }[]
  readonly children: readonly (XmlElement | string)[]
}

const mostBytes = 1_048_576
/** saxes is quadratic in depth. */
const deepest = 64

/** The XML of a request, or `null` if it has no body. 400 if it is malformed, too deep or has a DTD; 413 over 1 MiB. */
export async function readXmlBody(request: IncomingMessage): Promise<XmlElement | null> {
  const tooLarge = (): FileFault => new FileFault(413, `The body is larger than ${mostBytes} bytes.`)
  const bytes = await collect(bodyChunks(request, mostBytes, tooLarge))
  if (bytes.length === 0) return null
  const text = decodeUtf8(bytes)
  if (text === undefined) throw new FileFault(400, 'The body is not UTF-8.')
  return parseXml(text)
}

function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  const open: { tag: SaxesTagNS; children: (XmlElement | string)[] }[] = []
  const roots: XmlElement[] = []
  const addText = (part: string): void => void open.at(-1)?.children.push(part)
  parser.on('error', (error) => {
    throw new FileFault(400, `The body is not well-formed XML: ${error.message}.`)
  })
  parser.on('xmldecl', ({ version }) => {
    if (version !== '1.0') throw new FileFault(400, `The body is XML ${version?.slice(0, 10) ?? ''}; only XML 1.0 is supported.`)
  })
  parser.on('doctype', () => {
    throw new FileFault(400, 'The body contains a DTD.')
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('opentag', (tag) => {
    open.push({ tag, children: [] })
    if (open.length > deepest) throw new FileFault(400, `The body is deeper than ${deepest} elements.`)
  })
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed) (open.at(-1)?.children ?? roots).push(elementOf(closed.tag, closed.children))
  })
  parser.write(text).close()
  const [root] = roots
  if (!root) throw new FileFault(400, 'The body contains no element.')
  return root
}

function elementOf(tag: SaxesTagNS, children: readonly (XmlElement | string)[]): XmlElement {
  const attributes = Object.values(tag.attributes)
    .filter(({ name, prefix }) => name !== 'xmlns' && prefix !== 'xmlns')
    .map(({ uri, prefix, local, value }) => ({ namespace: uri, prefix, name: local, value }))
  return { namespace: tag.uri, prefix: tag.prefix, name: tag.local, attributes, children }
}

/** The child elements, without the text between them. */
export function elementsOf(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string')
}

/** True for the element of this name in the namespace `DAV:`. */
export function isDav(element: XmlElement, name: string): boolean {
  return element.namespace === 'DAV:' && element.name === name
}

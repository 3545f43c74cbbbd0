import { SaxesParser } from 'saxes'

/** An element of an answer. A reader of the contract's own: it must not be the engine's. */
export interface Element {
  readonly name: string
  readonly namespace: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

interface Open extends Element {
  readonly children: Open[]
  text: string
}

/** The root of a document; throws where it is no well-formed XML with one root. */
export function readXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: true })
  const stack: Open[] = []
  const roots: Open[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    const values = Object.fromEntries(Object.values(attributes).map(({ name, value }) => [name, value]))
    const element: Open = { name: local, namespace: uri, attributes: values, children: [], text: '' }
    const siblings = stack.at(-1)?.children ?? roots
    siblings.push(element)
    stack.push(element)
  })
  const addText = (part: string): void => {
    const top = stack.at(-1)
    if (top) top.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    stack.pop()
  })
  parser.write(text).close()
  const [root] = roots
  if (!root) throw new Error('The answer holds no element')
  return root
}

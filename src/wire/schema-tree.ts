import { attributesOf, localName, tokenAt, type XmlToken } from './xml-token.ts'

/** An element of a schema file: names without prefix, attribute values as written. */
export interface SchemaElement {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly SchemaElement[]
}

interface Open extends SchemaElement {
  readonly closedBy: string
  readonly children: SchemaElement[]
}

const deepest = 100

interface Reading {
  readonly open: Open[]
  root: Open | null
}

/** Adds one token; false where the document is not well-formed. */
function take(text: string, token: XmlToken, reading: Reading): boolean {
  if (token.kind === 'doctype' || token.kind === 'broken') return false
  if (token.kind === 'close') return reading.open.pop()?.closedBy === token.name
  if (token.kind !== 'open' && token.kind !== 'empty') return true
  const parent = reading.open.at(-1)
  if (!parent && reading.root) return false
  const attributes = attributesOf(text.slice(token.start, token.end))
  const element: Open = { tag: localName(token.name), attributes, children: [], closedBy: token.name }
  reading.root ??= element
  parent?.children.push(element)
  if (token.kind === 'open') reading.open.push(element)
  return reading.open.length <= deepest
}

/** The elements of a schema file as a tree; `null` where the text is not a complete `schema` document or has a DTD. */
export function parseSchemaTree(text: string): SchemaElement | null {
  const reading: Reading = { open: [], root: null }
  let at = 0
  for (let token = tokenAt(text, at); token; token = tokenAt(text, at)) {
    if (!take(text, token, reading)) return null
    at = token.end
  }
  const whole = at === text.length && reading.open.length === 0
  return whole && reading.root?.tag === 'schema' ? reading.root : null
}

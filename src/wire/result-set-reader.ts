import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { OperationalError } from '../errors.ts'
import type { StoreFieldNames } from '../resources/capabilities.ts'
import { illegalAt } from '../resources/legal-text.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { findResource } from '../resources/registry.ts'
import { brokenAnswer } from './broken-answer.ts'
import { decodeText } from './decode-text.ts'
import { decodeUtf8 } from './decode-utf8.ts'
import { parseFault } from './fault.ts'
import { type DocumentPiece, RecordCutter } from './record-cutter.ts'
import { recordOfElement } from './record-of-element.ts'
import { formatSpec, type SpecNode } from './spec.ts'
import type { XmlElement } from './xml-element.ts'
import { attributesOf, localName } from './xml-token.ts'

/** What a ResultSet tells, in this order: its totals once, then each root record. */
export type ResultSetEvent =
  | {
      readonly type: 'header'
      /** `startResultIndex`. */
      readonly start: number
      /** `totalResults`: all matches. */
      readonly total: number
      /** `totalResultsReturned`: the records of this page. */
      readonly returned: number
    }
  | { readonly type: 'record'; readonly record: RecordTree }

/** Characters of a fault that are kept: it is one short element. */
const longestFault = 60_000

type Refuse = (detail: string, cause?: unknown) => never

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  // Its entities are decoded here: the package guesses at some and passes over others.
  processEntities: false,
  cdataPropName: '#cdata',
  ignorePiTags: true,
  jPath: false,
  onDangerousProperty: (name) => name,
})

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The package's ordered list of nodes as elements and text. */
function contentOf(list: unknown, refuse: Refuse): { elements: XmlElement[]; text: string } {
  const elements: XmlElement[] = []
  let text = ''
  for (const node of Array.isArray(list) ? list.filter(isNode) : []) {
    for (const name of Object.keys(node)) {
      const value = node[name]
      if (name === '#text') text += typeof value === 'string' ? characters(value, refuse) : ''
      else if (name === '#cdata') text += rawText(value)
      else elements.push({ name: localName(name), ...contentOf(value, refuse) })
    }
  }
  return { elements, text }
}

function rawText(list: unknown): string {
  const nodes = Array.isArray(list) ? list.filter(isNode) : []
  return nodes.map((node) => (typeof node['#text'] === 'string' ? node['#text'] : '')).join('')
}

function characters(raw: string, refuse: Refuse): string {
  if (raw.includes(']]>')) refuse('it is not well-formed XML ("]]>" stands in a text)')
  return decodeText(raw, (reference) => refuse(`it holds ${reference}, which XML does not know`))
}

function validated(text: string, refuse: Refuse): string {
  if (illegalAt(text) >= 0) refuse('it holds a control character')
  const result = XMLValidator.validate(text)
  if (result !== true) refuse(`it is not well-formed XML (${result.err.msg.replace(/[.\s]+$/, '')})`)
  return text
}

/** One element of the document, behind the validator; the parser turns line ends into line feeds, as XML has it. */
function elementOf(text: string, refuse: Refuse): XmlElement {
  const sound = validated(text, refuse)
  try {
    const [element] = contentOf(parser.parse(sound), refuse).elements
    if (element) return element
  } catch (cause) {
    if (cause instanceof OperationalError) throw cause
    refuse('it holds an element that cannot be read', cause)
  }
  return refuse('it is not well-formed XML')
}

function headerOf(tag: string, refuse: Refuse): Extract<ResultSetEvent, { type: 'header' }> {
  const attributes = attributesOf(tag)
  const count = (name: string): number => {
    const text = attributes.get(name)?.trim()
    if (text === undefined || !/^\d{1,15}$/.test(text))
      return refuse(`its ${name} is ${text === undefined ? 'missing' : 'no whole number'}`)
    return Number(text)
  }
  return { type: 'header', start: count('startResultIndex'), total: count('totalResults'), returned: count('totalResultsReturned') }
}

function checkRoot(piece: DocumentPiece, refuse: Refuse): void {
  const name = localName(piece.name)
  if (name.toLowerCase() === 'html') refuse('it is an HTML page, not XML')
  if (name !== 'ResultSet' && name !== 'rsp') refuse(`its root is ${name}, not ResultSet`)
  const whole = piece.text.endsWith('/>') ? piece.text : `${piece.text}</${piece.name}>`
  validated(whole, refuse)
}

/** The fault of an `rsp` answer as an error; `context.code` is the store's code. */
function faultError(subject: string, parts: { root: DocumentPiece; body: string }, refuse: Refuse): never {
  const fault = parseFault(`${parts.root.text}${parts.body}</${parts.root.name}>`)
  if (!fault) return refuse('it is an rsp without a fault, where records were asked for')
  throw new OperationalError('store-fault', `The store refused ${subject}: ${fault.message || 'no reason given'} (code ${fault.code}).`, {
    context: { code: fault.code },
  })
}

async function* pieces(chunks: AsyncIterable<Uint8Array>, subject: string): AsyncGenerator<DocumentPiece> {
  const cutter = new RecordCutter(subject)
  const texts = decodeUtf8(chunks, (cause) => {
    throw brokenAnswer(subject, 'it is not in UTF-8', cause)
  })
  for await (const text of texts) yield* cutter.push(text)
  cutter.end()
}

/**
 * Reads a ResultSet from its bytes as they arrive (platform.md, "Response format of GET"): the header first, then one
 * event per root record, so that memory follows one record. The document counts only when the iteration ends without an
 * error: one cut off, not well-formed, with a DTD, or with another number of records than `totalResultsReturned` throws
 * `store-answer-broken`; an `rsp stat="fail"` throws `store-fault` with its message and `context.code`.
 */
export async function* readResultSet(
  chunks: AsyncIterable<Uint8Array>,
  spec: SpecNode,
  names: StoreFieldNames,
): AsyncGenerator<ResultSetEvent, void, undefined> {
  const subject = formatSpec(spec)
  const refuse: Refuse = (detail, cause) => {
    throw brokenAnswer(subject, detail, cause)
  }
  let header: Extract<ResultSetEvent, { type: 'header' }> | undefined
  let fault: { root: DocumentPiece; body: string } | undefined
  let seen = 0
  for await (const piece of pieces(chunks, subject)) {
    if (piece.kind === 'root') {
      checkRoot(piece, refuse)
      if (localName(piece.name) === 'rsp') fault = { root: piece, body: '' }
      else yield (header = headerOf(piece.text, refuse))
    } else if (fault) fault = { ...fault, body: (fault.body + piece.text).slice(0, longestFault) }
    else {
      const found = findResource(localName(piece.name))
      if (found?.name !== spec.resource) refuse(`it holds a ${localName(piece.name)} record where ${spec.resource} was asked for`)
      seen += 1
      yield { type: 'record', record: recordOfElement(elementOf(piece.text, refuse), spec, { names, refuse }) }
    }
  }
  if (fault) faultError(subject, fault, refuse)
  if (header?.returned !== seen) refuse(`it says that it holds ${header?.returned} records, but it holds ${seen}`)
}

import { OperationalError } from '../errors.ts'
import type { StoreFieldNames } from '../resources/capabilities.ts'
import { illegalAt, isLegal } from '../resources/legal-text.ts'
import type { KnownRecords, ReadRecord } from '../resources/record-tree.ts'
import { findResource } from '../resources/registry.ts'
import { brokenAnswer } from './broken-answer.ts'
import { decodeText } from './decode-text.ts'
import { parseFault } from './fault.ts'
import { type DocumentPiece, RecordCutter, type RecordPiece } from './record-cutter.ts'
import { documentedName, recordOfElement, type XmlElement } from './record-of-element.ts'
import { RecordScanner } from './record-scanner.ts'
import { formatSpec, type SpecNode } from './spec.ts'
import { xmlLibrary } from './xml-library.ts'
import { attributesOf, localName, tokenAt } from './xml-token.ts'
import { isObject } from '../source/is-object.ts'

/** The content of a ResultSet, in this order: one header, then each root record. */
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
  | { readonly type: 'record'; readonly record: ReadRecord }

/** Characters of a fault that are kept; a valid one is a short element. */
const longestFault = 60_000

type Refuse = (detail: string, cause?: unknown) => never

/** The package's ordered list of nodes as elements and text. */
function contentOf(list: unknown, refuse: Refuse): { elements: XmlElement[]; text: string } {
  const elements: XmlElement[] = []
  let text = ''
  for (const node of Array.isArray(list) ? list.filter(isObject) : []) {
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
  const nodes = Array.isArray(list) ? list.filter(isObject) : []
  return nodes.map((node) => (typeof node['#text'] === 'string' ? node['#text'] : '')).join('')
}

function characters(raw: string, refuse: Refuse): string {
  if (raw.includes(']]>')) refuse('it is not well-formed XML ("]]>" in a text)')
  return decoded(raw, refuse)
}

function decoded(raw: string, refuse: Refuse): string {
  return decodeText(raw, (reference) => refuse(`it contains ${reference}, which is not a reference of XML`))
}

/** Matches where an attribute may have a character that must be escaped. */
const suspectAttribute = /=[ \t\r\n]*(?:"[^"<&]*[<&]|'[^'<&]*[<&])/

/** fast-xml-parser accepts any value of an attribute. */
function checkAttributes(text: string, refuse: Refuse): void {
  if (!suspectAttribute.test(text)) return
  for (let token = tokenAt(text, 0); token !== null; token = tokenAt(text, token.end)) {
    if (token.kind !== 'open' && token.kind !== 'empty') continue
    for (const value of attributesOf(text.slice(token.start, token.end)).values()) {
      if (value.includes('<')) refuse('it is not well-formed XML ("<" in an attribute)')
      decoded(value, refuse)
    }
  }
}

function validated(text: string, refuse: Refuse): string {
  if (illegalAt(text) >= 0) refuse('it contains a control character')
  const result = xmlLibrary().validate(text)
  if (result !== true) refuse(`it is not well-formed XML (${result.err.msg.replace(/[.\s]+$/, '')})`)
  checkAttributes(text, refuse)
  return text
}

/** One element of the document, validated and parsed; the parser normalizes line endings to line feeds, as XML requires. */
function elementOf(text: string, refuse: Refuse): XmlElement {
  const wellFormed = validated(text, refuse)
  try {
    const [element] = contentOf(xmlLibrary().parse(wellFormed), refuse).elements
    if (element) return element
  } catch (cause) {
    if (cause instanceof OperationalError) throw cause
    refuse('it contains an element that cannot be parsed', cause)
  }
  return refuse('it is not well-formed XML')
}

function headerOf(tag: string, refuse: Refuse): Extract<ResultSetEvent, { type: 'header' }> {
  const attributes = attributesOf(tag)
  const count = (name: string): number => {
    const text = attributes.get(name)?.trim()
    if (text === undefined || !/^\d{1,15}$/.test(text))
      return refuse(`its ${name} is ${text === undefined ? 'missing' : 'not a whole number'}`)
    return Number(text)
  }
  return { type: 'header', start: count('startResultIndex'), total: count('totalResults'), returned: count('totalResultsReturned') }
}

function checkRoot(piece: DocumentPiece, refuse: Refuse): void {
  const name = localName(piece.name)
  if (name.toLowerCase() === 'html') refuse('it is an HTML page, not XML')
  if (name !== 'ResultSet' && name !== 'rsp') refuse(`its root is ${name}, not ResultSet`)
  if (isPlainTag(piece.text)) return
  const whole = piece.text.endsWith('/>') ? piece.text : `${piece.text}</${piece.name}>`
  validated(whole, refuse)
}

const plainTag = /^<[A-Za-z_][\w.-]*(?: [A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?="[ !#-%'-;=-~]*")* ?\/?>$/

/** True for a start tag in the form in which stores write it: nothing in it can be wrong, so that no parser has to be loaded. */
function isPlainTag(text: string): boolean {
  if (!plainTag.test(text)) return false
  const names = text.match(/(?<= )[^ ="]+(?==")/g) ?? []
  return new Set(names).size === names.length
}

/** The fault of an `rsp` answer as an error; `context.code` is the store's code. */
function faultError(subject: string, parts: { root: DocumentPiece; body: string }, refuse: Refuse): never {
  const fault = parseFault(`${parts.root.text}${parts.body}</${parts.root.name}>`)
  if (!fault) return refuse('it is an rsp without an error, where records were requested')
  throw new OperationalError('store-fault', `The store refused ${subject}: ${fault.message || 'no reason given'} (code ${fault.code}).`, {
    context: { code: fault.code },
  })
}

/** A text of an answer. */
interface Decoded {
  readonly text: string
  /** False where it contains a character that XML 1.0 does not allow. */
  readonly isLegal: boolean
}

/**
 * The text of UTF-8 bytes, split anywhere, without a byte order mark. Invalid bytes are refused: a replacement character would be written
 * back to the store as text.
 */
async function* decodeUtf8(chunks: AsyncIterable<Uint8Array>, subject: string): AsyncGenerator<Decoded> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch (cause) {
      throw brokenAnswer(subject, 'it is not in UTF-8', cause)
    }
  }
  for await (const chunk of chunks) {
    const text = decode(chunk)
    yield { text, isLegal: isLegal({ text, bytes: chunk }) }
  }
  yield { text: decode(), isLegal: true }
}

/** How many events are passed on at once: each step of an iteration that waits takes as long as reading a record. */
const mostAtOnce = 64

/** Events some at a time; those before an error come first. */
function* parts(events: Iterable<ResultSetEvent>): Generator<readonly ResultSetEvent[]> {
  let part: ResultSetEvent[] = []
  try {
    for (const event of events) {
      part.push(event)
      if (part.length < mostAtOnce) continue
      yield part
      part = []
    }
  } catch (error) {
    if (part.length > 0) yield part
    throw error
  }
  if (part.length > 0) yield part
}

interface Reading {
  /** The events of the next pieces of the document. */
  eventsOf(pieces: Iterable<DocumentPiece | RecordPiece>): Iterable<ResultSetEvent>
  /** Checks the whole after its last piece. */
  check(): void
}

function startReading(spec: SpecNode, names: StoreFieldNames, subject: string): Reading {
  const refuse: Refuse = (detail, cause) => {
    throw brokenAnswer(subject, detail, cause)
  }
  let header: Extract<ResultSetEvent, { type: 'header' }> | undefined
  let fault: { root: DocumentPiece; body: string } | undefined
  let seen = 0
  return {
    *eventsOf(pieces) {
      for (const piece of pieces) {
        if (piece.kind === 'record') {
          seen += 1
          yield { type: 'record', record: piece.record }
        } else if (piece.kind === 'root') {
          checkRoot(piece, refuse)
          if (localName(piece.name) === 'rsp') fault = { root: piece, body: '' }
          else yield (header = headerOf(piece.text, refuse))
        } else if (fault) fault = { ...fault, body: (fault.body + piece.text).slice(0, longestFault) }
        else {
          const found = findResource(localName(piece.name))
          if (found?.name !== spec.resource) refuse(`it contains a ${localName(piece.name)} record where ${spec.resource} was requested`)
          seen += 1
          yield { type: 'record', record: recordOfElement(elementOf(piece.text, refuse), spec, { names, refuse }) }
        }
      }
    },
    check: () => {
      if (fault) faultError(subject, fault, refuse)
      if (header?.returned !== seen) refuse(`it declares ${header?.returned} records, but contains ${seen}`)
    },
  }
}

/**
 * Reads a ResultSet from its bytes as they arrive (platform.md, "Response format of GET"): the header first, then one event per root
 * record, at most 64 at once, so that memory is limited by some records. The events are valid only when the iteration ends without an error. A
 * document that is cut off, not well-formed, has a DTD, or has another number of records than `totalResultsReturned` throws
 * `store-answer-broken`; an `rsp stat="fail"` throws `store-fault` with its message and `context.code`. Records of `known` are not read again.
 */
export async function* readResultSet(
  chunks: AsyncIterable<Uint8Array>,
  spec: SpecNode,
  { names, known }: { readonly names: StoreFieldNames; readonly known?: KnownRecords | undefined },
): AsyncGenerator<readonly ResultSetEvent[], void, undefined> {
  const subject = formatSpec(spec)
  const reading = startReading(spec, names, subject)
  const cutter = new RecordCutter(
    subject,
    new RecordScanner(spec, { fieldNamed: (resource, name) => documentedName(name, names[resource]), known }),
  )
  for await (const { text, isLegal } of decodeUtf8(chunks, subject)) {
    yield* parts(reading.eventsOf(cutter.push(text, isLegal)))
  }
  yield* parts(reading.eventsOf(cutter.end()))
  reading.check()
}

import type { ReadRecord } from '../resources/record-tree.ts'
import { brokenAnswer } from './broken-answer.ts'
import type { RecordScanner } from './record-scanner.ts'
import { attributesOf, localName, tokenAt, type XmlToken } from './xml-token.ts'

/** A part of a document with one root: the root's start tag, or one whole element directly below it. */
export interface DocumentPiece {
  readonly kind: 'root' | 'element'
  /** As written in the document. */
  readonly text: string
  /** Name of the element as written, prefix included. */
  readonly name: string
}

/** An element directly below the root that the scanner has read. */
export interface RecordPiece {
  readonly kind: 'record'
  readonly record: ReadRecord
}

const longestElement = 32 * 1024 * 1024
const deepest = 64

/**
 * Splits a document into the elements below its root while it arrives: `push` each text, then call `end`. Memory is limited by one
 * element. Start and end tags are matched, so that nothing is split inside a comment, CDATA, an attribute or a nested element of the
 * same name. A DTD, text between elements, content after the root and a document that is cut off throw `store-answer-broken`, with
 * `subject` in the message.
 */
export class RecordCutter {
  readonly #subject: string
  readonly #scanner: RecordScanner
  /** The first part of `#rest` that has no end of a record. */
  #searched = 0
  /** True in a ResultSet, until its last text. */
  #isScanned = false
  /** False from the first character on that XML does not allow: the general reader reports it. */
  #isLegal = true
  #rest = ''
  #at = 0
  #elementAt = 0
  #open: string[] = []
  #started = false
  #first = true

  constructor(subject: string, scanner: RecordScanner) {
    this.#subject = subject
    this.#scanner = scanner
  }

  /** `isLegal`: false where the text contains a character that XML does not allow. */
  *push(text: string, isLegal: boolean): Generator<DocumentPiece | RecordPiece> {
    this.#rest += text
    this.#isLegal &&= isLegal
    this.#scanner.begin(this.#rest, this.#searched)
    for (;;) {
      if (this.#canScan()) {
        const found = this.#scanner.read(this.#at)
        if (found === 'more') break
        if (found !== 'other') {
          this.#at = found.end
          yield { kind: 'record', record: found.record }
          continue
        }
      }
      const token = tokenAt(this.#rest, this.#at)
      if (token === null) break
      this.#at = token.end
      const piece = this.#take(token)
      this.#first = false
      if (piece) yield piece
    }
    this.#forget(this.#open.length < 2 ? this.#at : this.#elementAt)
    this.#searched = this.#open.length === 1 ? this.#rest.length : 0
    if (this.#rest.length > longestElement) throw this.#broken('one element of it is larger than 32 million characters')
  }

  /** Call it after the last text. */
  *end(): Generator<DocumentPiece | RecordPiece> {
    this.#isScanned = false
    yield* this.push('', true)
    if (!this.#started) throw this.#broken(this.#rest.trim() === '' ? 'it is empty' : 'it is not XML')
    if (this.#open.length > 0 || this.#rest.length > this.#at) throw this.#broken('it is cut off')
  }

  #canScan(): boolean {
    return this.#isScanned && this.#isLegal && this.#open.length === 1
  }

  /** Drops the text before `index`. */
  #forget(index: number): void {
    this.#rest = this.#rest.slice(index)
    this.#at -= index
    this.#elementAt = 0
  }

  #take(token: XmlToken): DocumentPiece | null {
    switch (token.kind) {
      case 'open':
      case 'empty':
        return this.#enter(token)
      case 'close':
        return this.#leave(token)
      case 'text':
      case 'cdata':
        if (this.#open.length < 2) this.#refuseText(token)
        return null
      case 'instruction':
        this.#checkInstruction(token)
        return null
      case 'comment':
        return null
      case 'doctype':
        throw this.#broken(this.#startsHtml(token.start) ? 'it is an HTML page, not XML' : 'it has a DTD, which is never read')
      case 'broken':
        throw this.#broken('it is not well-formed XML (a "<" does not begin a tag)')
      default:
        return token.kind satisfies never
    }
  }

  #enter(token: XmlToken): DocumentPiece | null {
    const depth = this.#open.length
    const text = this.#rest.slice(token.start, token.end)
    if (depth === 0 && this.#started) throw this.#broken('something follows the end of the document')
    if (depth >= deepest) throw this.#broken(`its elements are nested deeper than ${deepest}`)
    if (depth === 1) this.#elementAt = token.start
    this.#started = true
    if (token.kind === 'open') this.#open.push(token.name)
    if (depth === 0) {
      this.#isScanned = localName(token.name) === 'ResultSet'
      return { kind: 'root', text, name: token.name }
    }
    return depth === 1 && token.kind === 'empty' ? { kind: 'element', text, name: token.name } : null
  }

  #leave(token: XmlToken): DocumentPiece | null {
    const opened = this.#open.pop()
    if (opened !== token.name)
      throw this.#broken(
        `it is not well-formed XML (${opened ? `"${opened}" is closed by "${token.name}"` : 'an end tag without a start tag'})`,
      )
    return this.#open.length === 1 ? { kind: 'element', text: this.#rest.slice(this.#elementAt, token.end), name: token.name } : null
  }

  #refuseText(token: XmlToken): void {
    const blank = token.kind === 'text' && /^[ \t\r\n]*$/.test(this.#rest.slice(token.start, token.end))
    if (blank) return
    if (this.#open.length > 0) throw this.#broken('there is text between its records')
    throw this.#broken(this.#started ? 'something follows the end of the document' : 'it is not XML')
  }

  #checkInstruction(token: XmlToken): void {
    if (token.name.toLowerCase() !== 'xml') return
    if (!this.#first) throw this.#broken('it is not well-formed XML (an XML declaration is inside it)')
    const encoding = attributesOf(this.#rest.slice(token.start, token.end)).get('encoding') ?? 'UTF-8'
    if (!/^(?:utf-?8|us-ascii)$/i.test(encoding)) throw this.#broken('it declares an encoding other than UTF-8')
  }

  #startsHtml(at: number): boolean {
    return /^<!doctype\s+html/i.test(this.#rest.slice(at, at + 40))
  }

  #broken(detail: string): Error {
    return brokenAnswer(this.#subject, detail)
  }
}

import { hash } from 'node:crypto'
import type { KnownRecords, ReadRecord, RecordTree } from '../resources/record-tree.ts'
import { findResource, resourceOf, type ResourceName } from '../resources/registry.ts'
import { decodeText } from './decode-text.ts'
import { type Level, levelOf, newPart, type Part, type RecordForm } from './record-form.ts'
import { afterBlanks, attributeName, copyOf, greaterThan, indexFrom, isNamePart, lessThan, slash, withLineFeeds } from './scanned-text.ts'
import type { SpecNode } from './spec.ts'

/** A record that was read, and the index after it; `more`: its end has not arrived; `other`: the general reader must read it. */
export type Scanned = { readonly record: ReadRecord; readonly end: number } | 'more' | 'other'

const cdataStart = '<![CDATA['
const cdataEnd = ']]>'
const hrefStart = ' href="'
const idStart = '" id="'
const elementName = /[A-Za-z_][A-Za-z0-9_.-]*/y
const attribute = /[ \t\r\n]+[A-Za-z_][A-Za-z0-9_.-]*=(?:"[^"<&]*"|'[^'<&]*')/y
const tagRest = /[ \t\r\n]*\/?>/y
/** Characters of a record without an end tag in the usual form that are waited for. */
const longestScanned = 1024 * 1024

/** Thrown inside this file only: the record is not in the usual form. */
const declined = new Error('not in the usual form')

/**
 * Reads records of a ResultSet in the form that stores write: elements with or without attributes, text with references, CDATA. A record
 * with anything else, or with an error, is `other`: the general reader reads it or reports the error. Values do not keep the text in
 * memory that they were read from. With `known`, each record has a digest, and one that is known is not read again.
 */
export class RecordScanner {
  readonly #form: RecordForm
  readonly #root: Level
  /** A resource has several names; an answer has one of them in all of its records. */
  #rootOpen = ''
  #rootClose = ''
  #text = ''
  #at = 0
  /** The next index of an end tag of a root record, of `&`, of `]]>` and of a carriage return; the length of the text where there is none. */
  #closeAt = -1
  #ampersandAt = -1
  #bracketsAt = -1
  #returnAt = -1
  #serial = 0

  constructor(spec: SpecNode, form: RecordForm) {
    this.#form = form
    this.#root = levelOf(spec)
    this.#setRoot(resourceOf(spec.resource).node)
  }

  #setRoot(name: string): void {
    this.#rootOpen = `<${name}`
    this.#rootClose = `</${name}>`
    this.#closeAt = -1
  }

  /** Sets the text that the next records are in. Its first `searched` characters contain no end of a record. */
  begin(text: string, searched: number): void {
    this.#text = text
    this.#closeAt = searched === 0 ? -1 : indexFrom(text, this.#rootClose, Math.max(0, searched - this.#rootClose.length))
    this.#ampersandAt = -1
    this.#bracketsAt = -1
    this.#returnAt = -1
  }

  /** The record that begins at `at`, or at the first character after it that is not blank. */
  read(at: number): Scanned {
    const start = afterBlanks(this.#text, at)
    if (!this.#isRootAt(start)) return 'other'
    try {
      this.#at = start + this.#rootOpen.length
      if (this.#isEmptyTag()) return 'other'
      if (this.#closeAt < start) this.#closeAt = indexFrom(this.#text, this.#rootClose, start)
      if (this.#closeAt === this.#text.length) return this.#closeAt - start > longestScanned ? 'other' : 'more'
      const { known } = this.#form
      return known ? this.#knownOrRead(known, start) : { record: this.#record(this.#root, this.#rootClose), end: this.#at }
    } catch (error) {
      if (error === declined) return 'other'
      throw error
    }
  }

  /** The record whose start tag at `start` has been read: by the digest of its text, else from it. */
  #knownOrRead(records: KnownRecords, start: number): Scanned {
    const end = this.#closeAt + this.#rootClose.length
    const digest = hash('sha256', this.#text.slice(start, end), 'binary')
    const known = records.find(this.#root.spec.resource, digest)
    if (known) return { record: known, end }
    const record = this.#record(this.#root, this.#rootClose)
    // An end tag in a text, in CDATA, is not the end of the record.
    return { record: this.#at === end ? { ...record, digest } : record, end: this.#at }
  }

  #isRootAt(at: number): boolean {
    if (this.#isTag(this.#rootOpen, at)) return true
    const name = this.#nameAt(at + 1)
    if (name === undefined || findResource(name)?.name !== this.#root.spec.resource) return false
    this.#setRoot(name)
    return true
  }

  /** True where the start tag `open` is at an index, not one whose name only begins like it. */
  #isTag(open: string, at: number): boolean {
    return this.#text.startsWith(open, at) && !isNamePart(this.#text.charCodeAt(at + open.length))
  }

  #nameAt(at: number): string | undefined {
    elementName.lastIndex = at
    const name = elementName.exec(this.#text)?.[0]
    return isNamePart(this.#text.charCodeAt(elementName.lastIndex)) ? undefined : name
  }

  /** The record whose start tag has been read, to its end tag `close`. */
  #record(level: Level, close: string): RecordTree {
    const text = this.#text
    const serial = (this.#serial += 1)
    const fields: Record<string, string> = {}
    const children: Partial<Record<ResourceName, RecordTree[]>> = {}
    if (this.#form.isOrdered !== true) for (const { resource } of level.spec.children) children[resource] = []
    let last: Part | null = null
    for (;;) {
      const at = afterBlanks(text, this.#at)
      if (text.charCodeAt(at) !== lessThan) throw declined
      if (text.charCodeAt(at + 1) === slash) {
        if (!text.startsWith(close, at)) throw declined
        this.#at = at + close.length
        return { resource: level.spec.resource, fields, children }
      }
      const part: Part = this.#partAt(level, last, at)
      this.#at = at + part.open.length
      if (part.level === null) this.#field(part, serial, fields)
      else this.#siblings(part.level, last, children).push(this.#child(part.level, part.close))
      last = part
    }
  }

  /** The list of a child record that comes after `before`. */
  #siblings({ spec: { resource } }: Level, before: Part | null, children: Partial<Record<ResourceName, RecordTree[]>>): RecordTree[] {
    const known = children[resource]
    if (known === undefined) return (children[resource] = [])
    if (this.#form.isOrdered === true && before?.level?.spec.resource !== resource) throw declined
    return known
  }

  #child(level: Level, close: string): RecordTree {
    if (this.#isEmptyTag()) throw declined
    return this.#record(level, close)
  }

  #field(part: Part, serial: number, fields: Record<string, string>): void {
    const value = this.#isEmptyTag() ? '' : this.#value(part.close)
    if (part.field === null) return
    // A field twice: the general reader reports it.
    if (part.seenIn === serial) throw declined
    part.seenIn = serial
    fields[part.field] = value
  }

  /** Reads the rest of a start tag; true where the element is empty. */
  #isEmptyTag(): boolean {
    const text = this.#text
    if (text.charCodeAt(this.#at) === greaterThan) {
      this.#at += 1
      return false
    }
    if (this.#passedAddress()) return false
    const first = this.#at
    for (let count = 0; ; count += 1) {
      attribute.lastIndex = this.#at
      // A test makes no texts of what it finds.
      if (!attribute.test(text)) break
      // Of more than two attributes one could be a repetition.
      if (count > 1 || (count === 1 && attributeName(text, this.#at) === attributeName(text, first))) throw declined
      this.#at = attribute.lastIndex
    }
    if (text.charCodeAt(this.#at) === greaterThan) {
      this.#at += 1
      return false
    }
    tagRest.lastIndex = this.#at
    if (!tagRest.test(text)) throw declined
    this.#at = tagRest.lastIndex
    return text.charCodeAt(this.#at - 2) === slash
  }

  /** Reads the rest of a start tag with the two attributes that the store writes (platform.md, "Response format of GET"); false where it is another. */
  #passedAddress(): boolean {
    const text = this.#text
    const at = this.#at
    if (!text.startsWith(hrefStart, at)) return false
    const hrefEnd = text.indexOf('"', at + hrefStart.length)
    if (!text.startsWith(idStart, hrefEnd)) return false
    const end = text.indexOf('"', hrefEnd + idStart.length)
    if (end < at || text.charCodeAt(end + 1) !== greaterThan) return false
    if (this.#ampersandFrom(at) < end || text.indexOf('<', at) < end) return false
    this.#at = end + 2
    return true
  }

  #ampersandFrom(from: number): number {
    if (this.#ampersandAt < from) this.#ampersandAt = indexFrom(this.#text, '&', from)
    return this.#ampersandAt
  }

  #partAt(level: Level, last: Part | null, at: number): Part {
    const guess = last === null ? level.first : last.next
    if (guess !== null && this.#isTag(guess.open, at)) return guess
    const name = this.#nameAt(at + 1)
    if (name === undefined) throw declined
    const part = level.parts.get(name) ?? newPart(level, name, this.#form)
    if (part === null) throw declined
    if (last === null) level.first = part
    else last.next = part
    return part
  }

  /** The text of an element whose start tag has been read, to its end tag `close`. */
  #value(close: string): string {
    const text = this.#text
    let value = ''
    for (;;) {
      const at = text.indexOf('<', this.#at)
      if (at < 0) throw declined
      const part = this.#characters(this.#at, at)
      if (text.startsWith(close, at)) {
        this.#at = at + close.length
        return value === '' ? part : value + part
      }
      if (!text.startsWith(cdataStart, at)) throw declined
      const end = text.indexOf(cdataEnd, at + cdataStart.length)
      if (end < 0) throw declined
      value += part + copyOf(withLineFeeds(text.slice(at + cdataStart.length, end)))
      this.#at = end + cdataEnd.length
    }
  }

  /** Character data, decoded. */
  #characters(from: number, to: number): string {
    if (from === to) return ''
    const text = this.#text
    if (this.#bracketsAt < from) this.#bracketsAt = indexFrom(text, cdataEnd, from)
    if (this.#returnAt < from) this.#returnAt = indexFrom(text, '\r', from)
    if (this.#bracketsAt < to) throw declined
    const raw = text.slice(from, to)
    const value = this.#returnAt < to ? withLineFeeds(raw) : raw
    return this.#ampersandFrom(from) < to ? decodeText(value, decline) : copyOf(value)
  }
}

function decline(): never {
  throw declined
}

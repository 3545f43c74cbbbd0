import { createRequire } from 'node:module'
import type * as Library from 'fast-xml-parser'
import { onFirstUse } from '../source/on-first-use.ts'

/** The general reader of XML. */
interface XmlLibrary {
  /** The document as ordered lists of nodes. */
  parse(text: string): unknown
  /** `true` for well-formed XML. */
  validate(text: string): true | Library.ValidationError
}

const require = createRequire(import.meta.url)

/** fast-xml-parser, loaded for the first part of an answer that the scanner leaves to it: most stores send none. */
export const xmlLibrary = onFirstUse((): XmlLibrary => {
  const { XMLParser, XMLValidator }: typeof Library = require('fast-xml-parser')
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: true,
    parseTagValue: false,
    trimValues: false,
    // `decodeText` decodes the entities: the package guesses some and ignores others.
    processEntities: false,
    cdataPropName: '#cdata',
    ignorePiTags: true,
    jPath: false,
    onDangerousProperty: (name) => name,
  })
  return { parse: (text) => parser.parse(text), validate: (text) => XMLValidator.validate(text) }
})

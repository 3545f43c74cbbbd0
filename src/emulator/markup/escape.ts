const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

function referenceOf(character: string): string {
  return references[character] ?? character
}

const specialInXml = /[&<>"\r]/
const everySpecialInXml = /[&<>"\r]/g

/**
 * A text as content of an XML element or value of a double-quoted attribute. Independent of `wire/` on purpose: the engine's writer
 * must not be checked against itself.
 */
export function escapeXml(text: string): string {
  return specialInXml.test(text) ? text.replace(everySpecialInXml, referenceOf) : text
}

const characters = new Map(Object.entries(references).map(([character, reference]) => [reference, character]))

/** The text that `escapeXml` was given. */
export function unescapeXml(escaped: string): string {
  return escaped.replace(/&#?\w+;/g, (reference) => characters.get(reference) ?? reference)
}

/** As `escapeXml`, with tabs and line ends kept: a parser replaces bare ones in an attribute by spaces. */
export function escapeXmlAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, referenceOf)
}

const invisible = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\uFEFF]/gu

function visible(character: string): string {
  if (character === '\n' || character === '\t' || character === '\r') return character
  const code = character.codePointAt(0) ?? 0
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
}

/** A text as content of an HTML element or value of a quoted attribute; control and bidirectional characters are made visible. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(invisible, visible)
    .replace(/[&<>"']/g, referenceOf)
}

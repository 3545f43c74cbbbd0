const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** The text as content of an XML element or of a double-quoted attribute. Characters that are not allowed in XML are not replaced. */
export function escapeXml(text: string): string {
  return /[&<>"\r]/.test(text) ? text.replace(/[&<>"\r]/g, (character) => references[character] ?? character) : text
}

/**
 * The text as xmlbuilder2 needs it, which escapes `<` and `>` only: it keeps an `&` that looks like an entity (`&amp;` would be read as
 * `&`, and `&nbsp;` would break the document) and writes a raw carriage return, which a reader normalizes to a line feed.
 */
export function escapeForBuilder(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('\r', '&#13;')
}

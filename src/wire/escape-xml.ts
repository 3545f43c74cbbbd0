const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** The text as content of an XML element or of a double-quoted attribute. Characters that are not allowed in XML are not replaced. */
export function escapeXml(text: string): string {
  return /[&<>"\r]/.test(text) ? text.replace(/[&<>"\r]/g, (character) => references[character] ?? character) : text
}

/** The text as content of an XML element. A raw carriage return would be read as a line feed. */
export function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (character) => references[character] ?? character) : text
}

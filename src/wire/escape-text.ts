const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** The text as it stands in an element or a double-quoted attribute of XML; illegal characters are not its business. */
export function escapeText(text: string): string {
  return /[&<>"\r]/.test(text) ? text.replace(/[&<>"\r]/g, (character) => escapes[character] ?? character) : text
}

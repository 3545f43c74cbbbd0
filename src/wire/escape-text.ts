const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** The text as it stands in an element or a double-quoted attribute of XML; illegal characters are not its business. */
export function escapeText(text: string): string {
  return /[&<>"\r]/.test(text) ? text.replace(/[&<>"\r]/g, (character) => escapes[character] ?? character) : text
}

const illegal = /[\p{Cs}\uFFFE\uFFFF]|(?![\t\n\r\u007F-\u009F])\p{Cc}/u

/** Where the first character stands that XML 1.0 cannot carry in any form (control, half a surrogate pair), or -1. */
export function illegalAt(text: string): number {
  return text.search(illegal)
}

/** The text with U+FFFD for each character that XML 1.0 cannot carry. */
export function withoutIllegal(text: string): string {
  return illegalAt(text) < 0 ? text : text.replace(new RegExp(illegal, 'gu'), '\uFFFD')
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as content or as an attribute value of HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => references[character] ?? character)
}

/** The same in XML, without the two characters that XML does not allow and `sanitize` keeps. */
export function escapeXml(text: string): string {
  return escapeMarkup(text.replace(/[\uFFFE\uFFFF]/g, '\uFFFD'))
}

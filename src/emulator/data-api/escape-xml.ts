const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
const special = /[&<>"\r]/
const everySpecial = /[&<>"\r]/g

/** Text for an element or a double-quoted attribute. A writer of our own: the engine's must not judge itself. */
export function escapeXml(text: string): string {
  return special.test(text) ? text.replace(everySpecial, (character) => entities[character] ?? '') : text
}

/** True where XML 1.0 can carry every character of the text. */
export function isXmlText(text: string): boolean {
  if (!text.isWellFormed()) return false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if ((code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) || code === 0xfffe || code === 0xffff) return false
  }
  return true
}

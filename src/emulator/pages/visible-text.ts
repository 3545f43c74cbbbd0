const unseen = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\uFEFF]/gu

function shown(character: string): string {
  if (character === '\n' || character === '\t' || character === '\r') return character
  const code = character.codePointAt(0) ?? 0
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
}

/** A text of the store with what nobody would see made visible: control characters, and those that turn the direction of text. */
export function visibleText(text: string): string {
  return text.toWellFormed().replace(unseen, shown)
}

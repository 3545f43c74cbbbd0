/** Letters, digits and signs that no shell reads; most keys have no others. */
const plain = /^[\w+.@-]*$/

/**
 * What a shell could read, or what cannot be seen. Of ASCII, only letters, digits and `+ - . @ _` remain as they are. Typographic quotes
 * (U+2018 to U+201F) are quotes in PowerShell; blanks, controls, format characters and unassigned ones are no letter, mark, number, symbol
 * or punctuation.
 */
const unsafe = /[^\p{L}\p{M}\p{N}\p{S}\p{P}]|[!-*,/:-?[-^`{-~]|[\u2018-\u201F]/gu

const encoder = new TextEncoder()

/** A key as an address has it: characters outside of the grammar are percent-encoded as UTF-8. */
export function encodeKey(key: string): string {
  return plain.test(key) ? key : key.replace(unsafe, percentEncoded)
}

function percentEncoded(character: string): string {
  return [...encoder.encode(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/** The key of a part of an address. Lenient: `%` that begins no UTF-8 text is itself, and characters that are not encoded are too. */
export function decodeKey(text: string): string {
  return text.replace(/(?:%[\dA-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}

/**
 * Blanks other than the space, and characters without width: they come with a copy from a web page or a spreadsheet. The joiners that scripts and
 * emoji need (U+200C, U+200D) are not among them.
 */
const invisible = /(?! )\s|[\u00AD\u200B\u200E\u200F\u2060]/u
const invisibles = new RegExp(invisible, 'gu')

/** The first character of a key that cannot be told from a space or from nothing: `U+00A0`. */
export function invisibleIn(key: string): string | undefined {
  const character = invisible.exec(key)?.[0]
  return character === undefined ? undefined : `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** The key as it looks: with plain spaces, none of them at its ends, and without what has no width. */
export function visibleKey(key: string): string {
  return key.replace(invisibles, (character) => (/\s/u.test(character) ? ' ' : '')).trim()
}

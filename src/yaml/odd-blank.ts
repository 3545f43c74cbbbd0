/** A character that looks like a space or like nothing, which YAML reads as a letter, after plain spaces at the start of a text. */
const oddBlank = /^ *(?:(?![ \t\r\n])\s|[\u200B\u2060])/u

/** The fix for a line or a key that begins with a blank that is not a plain space, such as one copied from a web page; else `undefined`. */
export function oddBlankFix(text: string): string | undefined {
  const character = oddBlank.exec(text)?.[0].at(-1)
  if (character === undefined) return undefined
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `Replace the character U+${code} at the start of the line by plain spaces: YAML reads it as a letter.`
}

/** The character codes that mean something in YAML. */
export const code = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  doubleQuote: 0x22,
  hash: 0x23,
  singleQuote: 0x27,
  comma: 0x2c,
  dash: 0x2d,
  dot: 0x2e,
  colon: 0x3a,
  greater: 0x3e,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  pipe: 0x7c,
  closeBrace: 0x7d,
} as const

const flowSigns = tableOf(',[]{}')
/** No unquoted text begins with one of them. YAML allows `?` and `:` before a letter; the strict reader declines them. */
const firstSigns = tableOf(',[]{}?:!"#%&\'*>@`|')

/** The ASCII characters of a text as flags by their codes. */
function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}

/** True for white space and for the end of the text (`NaN`). */
export function isEmpty(char: number): boolean {
  return char === code.space || char === code.lineFeed || char === code.tab || char === code.carriageReturn || Number.isNaN(char)
}

/** True for the characters that separate values inside brackets and braces. */
export function isFlowSign(char: number): boolean {
  return char < 128 && flowSigns[char] === 1
}

/** True where an unquoted text can begin with `char` before `next`. */
export function startsPlain(char: number, next: number): boolean {
  if (char === code.dash) return !isEmpty(next) && !isFlowSign(next)
  return char > code.space && (char >= 128 || firstSigns[char] === 0)
}

/** True for a quote of either kind. */
export function isQuote(char: number): boolean {
  return char === code.doubleQuote || char === code.singleQuote
}

/** True at a line feed, and at a carriage return before one. */
export function isLineEnd(text: string, at: number): boolean {
  const char = text.charCodeAt(at)
  return char === code.lineFeed || (char === code.carriageReturn && text.charCodeAt(at + 1) === code.lineFeed)
}

/** The offset of the next character that is not a space. */
export function afterSpaces(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === code.space) at += 1
  return at
}

/** The offset after a line end (`isLineEnd`). */
export function afterLineEnd(text: string, at: number): number {
  return text.charCodeAt(at) === code.lineFeed ? at + 1 : at + 2
}

/** The offset after the end of the line. */
export function endOfLine(text: string, at: number): number {
  const found = text.indexOf('\n', at)
  return found < 0 ? text.length : found + 1
}

/**
 * Everything that a terminal may act on or that turns text around: C0 and C1 controls and DEL, line and paragraph
 * separators, bidi controls, surrogates without a partner.
 */
const harmful = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

const controlPictures = 0x2400
const deletePicture = '\u2421'
const replacement = '\uFFFD'

/** What the runners of GitHub and Azure take for a command anywhere in a line of a log: `##[stop-commands]`, `##vso[task.setvariable]`. */
const command = /##(?=\[|vso\[)/gi
/** U+2060: nobody sees it, and the command is none any more. */
const wordJoiner = '\u2060'

/**
 * Text of a catalogue or a store, made harmless for a terminal, a log or a page: every control character becomes a visible
 * symbol, and what a CI runner would take for a command is none. Newlines and tabs stay; what is one line by nature goes through `sanitizeLine`.
 */
export function sanitize(text: string): string {
  return withoutCommands(text.replace(harmful, (character) => (character === '\n' || character === '\t' ? character : visible(character))))
}

/** As `sanitize`, newlines and tabs too: the result is one line. */
export function sanitizeLine(text: string): string {
  return withoutCommands(text.replace(harmful, visible))
}

function withoutCommands(text: string): string {
  return text.replace(command, `$&${wordJoiner}`)
}

function visible(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(controlPictures + code)
  return code === 0x7f ? deletePicture : replacement
}

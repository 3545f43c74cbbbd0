/**
 * Characters that a terminal can interpret or that change the direction of text: C0 and C1 controls and DEL, line and
 * paragraph separators, bidi controls, lone surrogates.
 */
const harmful = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

const controlPictures = 0x2400
const deletePicture = '\u2421'
const replacement = '\uFFFD'

/**
 * Commands of CI runners: those of GitHub and Azure anywhere in a line of a log (`##[stop-commands]`, `##vso[task.setvariable]`), and those of
 * GitHub at its start, after blanks (`::stop-commands::`). A text can start a line wherever it is wrapped.
 */
const command = /##(?=\[|vso\[)|:(?=:[a-z])/gi
/** U+2060: invisible, and the text is not a command any more. */
const wordJoiner = '\u2060'

/** Most texts are one line of ASCII without a command. A search, which needs no stack: a match of a whole text of 16 MB overflows it. */
const suspicious = /[^ -~]|##|::/

/**
 * Sanitizes text of a catalogue or a store for a terminal, a log or a page: control characters become visible symbols, and commands
 * for a CI runner are broken up. Newlines and tabs are kept; `sanitizeLine` is for texts that must be one line.
 */
export function sanitize(text: string): string {
  return withoutCommands(text.replace(harmful, (character) => (character === '\n' || character === '\t' ? character : visible(character))))
}

/** As `sanitize`, and replaces newlines and tabs: the result is one line. */
export function sanitizeLine(text: string): string {
  if (!suspicious.test(text)) return text
  return withoutCommands(text.replace(harmful, visible))
}

function withoutCommands(text: string): string {
  return text.includes('##') || text.includes('::') ? text.replace(command, `$&${wordJoiner}`) : text
}

function visible(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(controlPictures + code)
  return code === 0x7f ? deletePicture : replacement
}
